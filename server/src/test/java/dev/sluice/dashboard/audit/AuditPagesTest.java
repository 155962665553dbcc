package dev.sluice.dashboard.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Widths;
import dev.sluice.audit.AuditAction;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import java.net.http.HttpResponse;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests of the audit log's pages.
@Tag("slow")
class AuditPagesTest extends DashboardTest {
    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void it_can_be_read_by_anybody(int width) {
        person(Role.OWNER).post("/dashboard/account/name", Map.of("name", "Ayu"));
        try (var window = window(person(Role.CHECKER), width)) {
            window.navigate("/dashboard/audit?action=account&from=2026-01-01");
            assertThat(window.locator("h1").textContent()).isEqualTo("Audit log");
            assertThat(window.locator("tbody tr").textContent()).contains("account/name", "owner-", "@example.com");
            window.click("tbody summary");
            assertThat(window.locator("tbody dd").textContent()).isEqualTo("Ayu");
            assertWellMade(window);
            window.navigate("/dashboard/audit?action=x");
            assertThat(window.locator("tbody tr").count()).isZero();
            assertWellMade(window);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"MAKER", "DEVELOPER", "VIEWER"})
    void not_every_role_sees_it(Role role) {
        assertThat(person(role).get("/dashboard/audit").statusCode()).isEqualTo(403);
        assertThat(person(role).get("/dashboard/audit/export").statusCode()).isEqualTo(403);
    }

    /// The input of an operator may concern others, such as an email address that another user has.
    @Test
    void of_what_operators_were_refused_an_organization_sees_nothing_that_was_given() {
        var operator = person(Role.OPERATOR);
        var created = operator.post("/dashboard/operator/organizations", Map.of("name", "Toko", "reason", "Signed"))
                .headers()
                .firstValue("Location")
                .orElseThrow();
        var organizationId = UUID.fromString(created.substring(created.lastIndexOf('/') + 1));
        var taken = Map.of("email", operator.user().email(), "ownerName", "Ann", "reason", "By mail");
        assertThat(operator.post(created + "/owner", taken).statusCode()).isEqualTo(409);
        var told = deeds(organizationId, 1).getFirst();
        assertThat(told.action().action()).isEqualTo("operator/organizations/{organization}/owner");
        assertThat(told.isDone()).isFalse();
        assertThat(told.fields()).isEmpty();
        assertThat(deeds(operator.user().organizationId(), 1).getFirst().fields())
                .containsEntry("email", operator.user().email());
    }

    @Test
    void what_operators_did_on_the_command_line_is_among_it_and_can_be_filtered() {
        var nobody = new UUID(0, 0);
        var actor =
                new AuditAction.Actor(merchant.organizationId(), nobody, "command line", Role.OPERATOR.name(), "local");
        audits().run(
                        new AuditAction(actor, "admin/switch", null, Map.of("switch", "checkout", "systemUser", "ops")),
                        () -> true,
                        _ -> 200,
                        _ -> 500);
        var owner = person(Role.OWNER);
        assertThat(owner.get("/dashboard/audit").body()).contains("command line", "admin/switch", "local");
        assertThat(owner.get("/dashboard/audit?actor=" + nobody).body()).contains("admin/switch");
        assertThat(owner.get("/dashboard/audit?actor=" + UUID.randomUUID()).body())
                .doesNotContain("admin/switch");
    }

    @Test
    void it_is_exported() {
        var answer = person(Role.OWNER).get("/dashboard/audit/export");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/csv; charset=utf-8");
        assertThat(answer.body()).startsWith("position,time,person,");
    }

    @Test
    void what_a_form_said_passes_for_no_field_and_operators_see_the_ends_of_account_numbers() {
        var given = Map.of("bank.accountNumber", "1234567890", "note", "x, bank.accountNumber=9999999999");
        audits().run(new AuditAction(actor(), "recipients/{id}/edit", null, given), () -> true, _ -> 303, _ -> 500);
        var whole = "\"{\"\"bank.accountNumber\"\":\"\"1234567890\"\","
                + "\"\"note\"\":\"\"x, bank.accountNumber=9999999999\"\"}\"";
        var owner = person(Role.OWNER);
        assertThat(owner.get("/dashboard/audit/export").body()).contains(whole);
        assertThat(owner.get("/dashboard/audit").body()).contains(">1234567890<");
        var operator = person(Role.OPERATOR);
        assertThat(operator.get("/dashboard/audit/export").body())
                .contains("\"\"bank.accountNumber\"\":\"\"****7890\"\"")
                .doesNotContain("1234567890");
        assertThat(operator.get("/dashboard/audit").body())
                .contains(">****7890<")
                .doesNotContain("1234567890");
    }

    /// A user with database access can insert a row, but cannot compute its MAC.
    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void a_row_that_no_node_wrote_is_said_to_be_none(int width) {
        service.connections()
                .run(tx -> tx.handle()
                        .createUpdate("""
                        INSERT INTO audit_entry (organization_id, id, begun_at, actor_id, actor_name, actor_role,
                            address, action, sealed, outcome, mac)
                        VALUES (:organization, gen_random_uuid(), '2999-01-01', gen_random_uuid(), 'Rani', 'STRANGER',
                            '-', 'planted', 'x', 200, sha256('x'))
                        """)
                        .bind("organization", merchant.organizationId())
                        .execute());
        var owner = person(Role.OWNER);
        owner.post("/dashboard/account/name", Map.of("name", "Ayu"));
        try (var window = window(owner, width)) {
            window.navigate("/dashboard/audit");
            assertThat(window.locator("tbody tr:has-text('planted')").textContent())
                    .contains("planted", "STRANGER", "Not authentic", "not written by a node of this service")
                    .doesNotContain("Done");
            assertWellMade(window);
        }
        var file = owner.get("/dashboard/audit/export").body();
        assertThat(file.lines().filter(line -> line.contains(",planted,")))
                .singleElement()
                .asString()
                .contains(",planted,,200,false,");
        assertThat(file).contains(",account/name,,303,true,");
    }

    private AuditAction.Actor actor() {
        return new AuditAction.Actor(merchant.organizationId(), UUID.randomUUID(), "Siti", Role.MAKER.name(), "–");
    }

    @Test
    void whoever_is_called_like_somebody_else_is_told_from_them() {
        var owner = person(Role.OWNER);
        var maker = person(Role.MAKER);
        maker.post("/dashboard/account/name", Map.of("name", owner.user().name()));
        maker.post("/dashboard/account/time-zone", Map.of("timeZone", "Asia/Jakarta"));
        var file = owner.get("/dashboard/audit/export?action=account/time-zone").body();
        assertThat(file.lines().findFirst().orElseThrow()).endsWith(",hash,person_id,person_email,reason");
        assertThat(file.lines().skip(1))
                .singleElement()
                .asString()
                .contains("," + owner.user().name() + ",MAKER,")
                .endsWith("," + maker.user().id() + "," + maker.user().email() + ",");
        assertThat(owner.get("/dashboard/audit").body())
                .contains(
                        ">" + owner.user().name() + " (" + maker.user().email() + ")</option>",
                        ">" + maker.user().email() + "</small>");
    }

    /// An organization does not know the email addresses of operators.
    @Test
    void of_who_is_not_of_the_organization_the_export_has_the_id_alone() {
        var stranger = UUID.randomUUID();
        var actor = new AuditAction.Actor(merchant.organizationId(), stranger, "Operator", Role.OPERATOR.name(), "–");
        audits().run(
                        new AuditAction(actor, "operator/organizations/{organization}/switch", null, Map.of()),
                        () -> true,
                        _ -> 200,
                        _ -> 500);
        assertThat(person(Role.OWNER).get("/dashboard/audit/export").body().lines())
                .anyMatch(line -> line.endsWith("," + stranger + ",,"));
    }

    @Test
    void a_reason_stands_in_its_row_and_in_its_own_column() {
        var owner = person(Role.OWNER);
        var end = "/dashboard/team/" + somebody(Role.VIEWER).user().id() + "/end";
        assertThat(owner.post(end, Map.of("reason", "Left, in <May>")).statusCode())
                .isEqualTo(303);
        assertThat(owner.get("/dashboard/audit").body()).contains("Why:</span> Left, in &lt;May&gt;</div>");
        assertThat(owner.get("/dashboard/audit/export?action=team").body().lines())
                .anyMatch(line -> line.endsWith(",\"Left, in <May>\""));
    }

    @Test
    void it_is_exported_whole_however_long_it_is_and_the_page_counts_only_so_far() {
        var owner = person(Role.OWNER);
        owner.post("/dashboard/account/name", Map.of("name", "Rani"));
        var told = deeds(merchant.organizationId(), 1).getFirst();
        var log = audits();
        service.connections()
                .run(tx -> IntStream.rangeClosed(1, 10_100)
                        .forEach(number ->
                                log.record(tx, new AuditAction(actor(), "copy-" + number, null, Map.of()), 200)));
        var today = LocalDate.ofInstant(told.begunAt(), ZoneOffset.UTC);
        var answer = owner.get("/dashboard/audit/export?from=2026-01-01&until=" + today);
        assertThat(answer.headers().firstValue("Content-Disposition"))
                .contains("attachment; filename=\"audit-from-2026-01-01-until-" + today + ".csv\"");
        assertThat(Pattern.compile("copy-[0-9]+")
                        .matcher(answer.body())
                        .results()
                        .map(MatchResult::group))
                .hasSize(10_100)
                .doesNotHaveDuplicates();
        assertThat(owner.get("/dashboard/audit").body()).contains("Entries: 10,000 or more");
        assertThat(owner.get("/dashboard/audit?action=account").body()).contains("Entries: 1<");
    }

    @Test
    void it_is_narrowed_to_what_was_dealt_with_and_a_file_of_a_part_says_so() {
        var owner = person(Role.OWNER);
        var one = merchant.storedInIndonesia();
        var other = merchant.storedInIndonesia();
        for (var each : List.of(one, other)) {
            assertThat(owner.post("/dashboard/recipients/" + each + "/delete", Map.of())
                            .statusCode())
                    .isEqualTo(303);
        }
        var page = owner.get("/dashboard/audit?subject=+" + one).body();
        assertThat(page).contains("Entries: 1<", "for=\"subject\"", one).doesNotContain(other);
        var part = owner.get("/dashboard/audit/export?subject=" + one);
        assertThat(part.body()).contains(one).doesNotContain(other);
        assertThat(fileName(part)).isEqualTo("attachment; filename=\"audit-part.csv\"");
        assertThat(fileName(owner.get("/dashboard/audit/export?action=recipients&from=2026-01-01")))
                .isEqualTo("attachment; filename=\"audit-part-from-2026-01-01.csv\"");
        assertThat(fileName(owner.get("/dashboard/audit/export?actor=&action=&subject=")))
                .isEqualTo("attachment; filename=\"audit.csv\"");
    }

    private static String fileName(HttpResponse<String> answer) {
        return answer.headers().firstValue("Content-Disposition").orElseThrow();
    }

    @Test
    void who_takes_a_file_away_is_written_down_with_what_it_was_narrowed_to() {
        var viewer = person(Role.VIEWER);
        for (var file :
                List.of("balances/statement.csv", "balances/statement.xlsx", "deposits.csv", "payouts/export")) {
            assertThat(viewer.get("/dashboard/" + file + "?currency=IDR&status=&before.status=x")
                            .statusCode())
                    .isEqualTo(200);
            var entry = deeds(merchant.organizationId(), 1).getFirst();
            assertThat(entry.action().action()).isEqualTo(file);
            assertThat(entry.action().actor().id()).isEqualTo(viewer.user().id());
            assertThat(entry.isDone()).isTrue();
            assertThat(entry.fields()).isEqualTo(Map.of("currency", "IDR", "form.before.status", "x"));
        }
        var file = "/dashboard/payouts/bulk/" + UUID.randomUUID() + "/result";
        assertThat(viewer.get(file).statusCode()).isEqualTo(404);
        assertThat(deeds(merchant.organizationId(), 1).getFirst().isDone()).isFalse();
        assertThat(viewer.get("/dashboard/audit/export").statusCode()).isEqualTo(403);
        assertThat(person(Role.CHECKER).get("/dashboard/audit/export").statusCode())
                .isEqualTo(200);
        assertThat(deeds(merchant.organizationId(), 1).getFirst().action().action())
                .isEqualTo("audit/export");
    }

    @Test
    void nothing_is_taken_away_by_the_head_of_a_file() {
        var viewer = person(Role.VIEWER);
        for (var file :
                List.of("balances/statement.csv", "balances/statement.xlsx", "deposits.csv", "payouts/export")) {
            assertThat(viewer.head("/dashboard/" + file).statusCode()).isEqualTo(200);
        }
        assertThat(deeds(merchant.organizationId(), 1)).isEmpty();
    }

    @Test
    void days_that_are_none_filter_nothing() {
        var owner = person(Role.OWNER);
        owner.post("/dashboard/account/name", Map.of("name", "Rani"));
        var answer = owner.get("/dashboard/audit?from=yesterday&until=x&actor=y&page=0");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("account/name");
    }

    @Test
    void what_is_only_asked_is_no_deed_and_what_is_done_is_told_in_words() {
        var owner = person(Role.OWNER);
        var exchange = Map.of("currency", "IDR", "amount", "150000", "outputCurrency", "usdc-polygon", "preview", "1");
        owner.post("/dashboard/checkouts/new", exchange);
        owner.post("/dashboard/deposits/new", exchange);
        owner.post("/dashboard/recipients/new", Map.of("step", "fields", "bank.currency", "IDR"));
        owner.post("/dashboard/recipients/new", Map.of("step", "verify", "bank.currency", "IDR"));
        owner.post("/dashboard/payouts/new", Map.of("unit", "IDR", "amount", "20000"));
        assertThat(deeds(merchant.organizationId(), 10)).isEmpty();
        owner.post("/dashboard/account/name", Map.of("name", "Rani"));
        assertThat(owner.get("/dashboard/audit").body())
                .contains("<span>Change one", "<small class=\"mono text-secondary\">account/name</small>");
    }
}
