package dev.sluice.dashboard.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Dialog;
import dev.sluice.app.Merchant;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.ImportFileCase;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Tests that a file's payouts are approved all at once, by someone other than its confirmer.
@Tag("slow")
class FileApprovalTest extends ImportFileCase {
    private static final String BULK = "/dashboard/payouts/bulk";
    private static final String APPROVALS = "/dashboard/approvals";
    private static final String TITLES = "currency,amount,account_name,account_number,bank_code,reference";
    private static final String ELSEWHERE = "9999000041";
    private static final int ROWS = 60;

    @BeforeEach
    void fromTenThousandOnPayoutsAreApproved() {
        var rule = Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "10000", "effect", "APPROVE");
        assertThat(person(Role.OWNER).post("/dashboard/policy/new", rule).statusCode())
                .isEqualTo(303);
    }

    /// Returns the id of a finished file; one of its accounts has a different name at the bank.
    private String done(Person maker, int waiting) {
        return sent(maker, maker, waiting);
    }

    /// Returns the id of such a file with different sender and confirmer.
    private String sent(Person sender, Person confirmer, int waiting) {
        var rows = IntStream.range(0, waiting + 1)
                .mapToObj(at -> "IDR," + (at == 0 ? 10_000 : 12_000) + ",Siti Rahayu,"
                        + (at == 1 ? ELSEWHERE : "1234567890") + ",014,A-" + at)
                .toList();
        var file = uploaded(sender, BULK, csv(TITLES, rows));
        assertThat(confirmer.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        var id = file.substring(BULK.length() + 1);
        var owner = person(Role.OWNER);
        await(() -> {
            var page = owner.get(APPROVALS + "/files/" + id).body();
            return page.contains("Payouts: " + waiting) && !page.contains("still being processed");
        });
        return id;
    }

    private List<String> waiting() {
        return merchant.latest()
                .filter(payout -> Merchant.text(payout, "statusDetail").equals("needs_approval"))
                .map(Merchant::id)
                .toList();
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void a_checker_sees_what_it_comes_to_and_approves_all(int width) {
        var maker = person(Role.MAKER);
        done(maker, ROWS);
        assertThat(waiting()).hasSize(ROWS);
        var page = window(person(Role.CHECKER), width);
        page.onDialog(Dialog::accept);
        page.navigate(APPROVALS);
        assertWellMade(page);
        assertThat(page.textContent("[aria-labelledby=files] tbody"))
                .contains("rows.csv", "60", maker.user().name(), maker.user().email());
        assertThat(page.locator("[aria-labelledby=waiting] tbody tr").first().textContent())
                .contains(maker.user().name(), maker.user().email());
        page.click("[aria-labelledby=files] a");
        page.waitForURL("**" + APPROVALS + "/files/**");
        assertWellMade(page);
        assertThat(page.textContent("main"))
                .contains("Payouts: 60", "720,000", "rows.csv", "For 1 of these payouts", "Jordan Example");
        page.click("main form button:has-text('Approve')");
        page.waitForSelector("text=60 payouts approved");
        assertThat(waiting()).isEmpty();
        assertThat(merchant.payouts()).isEqualTo(ROWS + 1);
        await(() -> merchant.held("IDR").signum() == 0);
    }

    @Test
    void a_payout_whose_record_was_changed_is_left_out_of_the_totals_and_not_approved() {
        var file = done(person(Role.MAKER), 3);
        var checker = person(Role.CHECKER);
        var path = APPROVALS + "/files/" + file;
        assertThat(checker.get(path).body()).contains("Payouts: 3", "36,000", "For 1 of these payouts");
        var misnamed = waiting().stream()
                .filter(id -> merchant.payout(id).toString().contains(ELSEWHERE))
                .findFirst()
                .orElseThrow();
        units(misnamed, 7_777_700);
        assertThat(checker.get(path).body())
                .contains("Payouts: 2", "24,000", "records were changed in the database: 1", misnamed)
                .doesNotContain("77,777", "101,777", "Jordan Example", "Siti Rahayu", "For 1 of these payouts");
        checker.post(path + "/approve", Map.of());
        assertThat(Merchant.text(merchant.payout(misnamed), "status")).isEqualTo("pending");
        assertThat(Merchant.text(merchant.payout(misnamed), "statusDetail")).isEqualTo("held");
        units(misnamed, 1_200_000);
        assertThat(waiting()).containsExactly(misnamed);
    }

    private void units(String payout, int units) {
        service.connections()
                .run(tx -> tx.handle()
                        .execute("UPDATE disbursement SET units = ? WHERE id = ?", units, UUID.fromString(payout)));
    }

    /// Copies a payout: two copies in each of the given number of groups.
    private void inGroups(String payout, int groups) {
        var copy = "INSERT INTO %1$s SELECT (jsonb_populate_record(one, jsonb_build_object(%2$s))).* FROM %1$s one,"
                + " generate_series(1, ?) AS n, generate_series(1, 2) AS m WHERE %3$s = ?";
        var id = "md5(n || ' ' || m)::uuid";
        service.connections().run(tx -> {
            var ids = "'id', " + id + ", 'group_id', md5(n::text)::uuid";
            tx.handle().execute(copy.formatted("disbursement", ids, "id"), groups, UUID.fromString(payout));
            tx.handle()
                    .execute(
                            copy.formatted("disbursement_approval", "'disbursement_id', " + id, "disbursement_id"),
                            groups,
                            UUID.fromString(payout));
        });
    }

    @Test
    void it_is_said_where_not_all_files_are_looked_for() {
        done(person(Role.MAKER), 2);
        var checker = person(Role.CHECKER);
        assertThat(checker.get(APPROVALS).body()).contains("From files").doesNotContain("1,000 groups");
        var payout = waiting().getFirst();
        try {
            inGroups(payout, 1_001);
            assertThat(checker.get(APPROVALS).body()).contains("From files", "more than 1,000 groups");
        } finally {
            service.connections().run(tx -> {
                tx.handle()
                        .execute("DELETE FROM disbursement_approval a WHERE NOT EXISTS"
                                + " (SELECT 1 FROM disbursement_progress p WHERE p.id = a.disbursement_id)");
                tx.handle()
                        .execute("DELETE FROM disbursement d WHERE NOT EXISTS"
                                + " (SELECT 1 FROM disbursement_progress p WHERE p.id = d.id)");
            });
        }
    }

    @Test
    void a_rejection_says_why_and_decides_on_what_is_left() {
        var file = done(person(Role.MAKER), 3);
        var checker = person(Role.CHECKER);
        var path = APPROVALS + "/files/" + file;
        var first = waiting().getFirst();
        assertThat(checker.post(APPROVALS + "/approve", Map.of("payout", first)).statusCode())
                .isEqualTo(303);
        var mute = checker.post(path + "/reject", Map.of());
        assertThat(mute.statusCode()).isEqualTo(400);
        assertThat(mute.body()).contains("Enter a reason for the rejection.", "Payouts: 2");
        assertThat(waiting()).hasSize(2);
        assertThat(checker.post(path + "/reject", Map.of("reason", "Nobody knows them"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(waiting()).isEmpty();
        merchant.await(first, "completed");
        var again = checker.post(path + "/approve", Map.of());
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.body()).contains("No payout of this file needs approval");
        assertThat(checker.get(APPROVALS).body()).doesNotContain("From files");
    }

    @Test
    void a_payout_of_it_is_found_in_the_audit_log_by_what_was_decided_on_all() {
        var maker = person(Role.MAKER);
        var file = done(maker, 2);
        var payouts = waiting();
        var other = merchant.paid("1234567890", "15000");
        assertThat(person(Role.CHECKER)
                        .post(APPROVALS + "/files/" + file + "/reject", Map.of("reason", "Nobody knows them"))
                        .statusCode())
                .isEqualTo(303);
        var owner = person(Role.OWNER);
        for (var payout : payouts) {
            assertThat(owner.get("/dashboard/audit?action=approvals&subject=" + payout)
                            .body())
                    .contains("Entries: 1<", "approvals/files/{id}/reject", file);
            assertThat(owner.get("/dashboard/audit/export?subject=" + payout).body())
                    .contains("approvals/files/{id}/reject", "payouts/bulk/{id}/confirm");
        }
        assertThat(owner.get("/dashboard/audit?subject=" + other).body()).doesNotContain(file);
    }

    @Test
    void who_confirmed_it_decides_on_none() {
        var own = person(Role.ADMIN);
        var path = APPROVALS + "/files/" + done(own, 3);
        assertThat(own.get(path).body())
                .contains("your API key or your file created")
                .doesNotContain("id=\"reason\"");
        var refused = own.post(path + "/approve", Map.of());
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("Decided: 0. Not decided: 3.");
        assertThat(waiting()).hasSize(3);
    }

    @Test
    void who_sent_it_decides_on_none_though_somebody_else_confirmed_it() {
        var sender = person(Role.ADMIN);
        var file = sent(sender, person(Role.MAKER), 3);
        var path = APPROVALS + "/files/" + file;
        assertThat(sender.get(path).body())
                .contains("your API key or your file created")
                .doesNotContain("id=\"reason\"");
        assertThat(sender.post(path + "/approve", Map.of()).body()).contains("Decided: 0. Not decided: 3.");
        assertThat(sender.get(APPROVALS).body()).doesNotContain("name=\"payout\"");
        var one = waiting().getFirst();
        assertThat(sender.get("/dashboard/payouts/" + one).body()).doesNotContain("/dashboard/approvals/approve");
        var refused = sender.post(APPROVALS + "/approve", Map.of("payout", one));
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("your API key or your file created");
        assertThat(waiting()).hasSize(3);
        assertThat(person(Role.CHECKER).post(path + "/approve", Map.of()).statusCode())
                .isEqualTo(303);
        assertThat(waiting()).isEmpty();
    }

    /// Simulates a lost database connection: a trigger fails the updates of the last two payouts, whether they are
    /// decided on together or one by one.
    @Test
    void where_it_ends_in_the_middle_it_is_told_what_was_decided_on_and_said_again() {
        var deposit = merchant.createDeposit("014_VA", "7000000");
        merchant.payIn(deposit, null).expect(200);
        merchant.awaitDeposit(deposit, "completed");
        var file = done(person(Role.MAKER), 502);
        var lastTwo = service.connections()
                .read(handle -> handle.createQuery("""
                        SELECT disbursement_id::text FROM disbursement_approval
                        WHERE organization_id = :organization ORDER BY disbursement_id DESC LIMIT 1 OFFSET 1
                        """)
                        .bind("organization", merchant.organizationId())
                        .mapTo(String.class)
                        .one());
        var checker = person(Role.CHECKER);
        var path = APPROVALS + "/files/" + file;
        service.connections().run(tx -> tx.handle().execute("""
                CREATE FUNCTION go_away() RETURNS trigger LANGUAGE plpgsql AS
                    $$BEGIN RAISE EXCEPTION 'gone' USING ERRCODE = '57P01'; END$$;
                CREATE TRIGGER go_away BEFORE UPDATE ON disbursement_approval
                    FOR EACH ROW WHEN (NEW.disbursement_id >= '%s') EXECUTE FUNCTION go_away()""".formatted(lastTwo)));
        try {
            var cut = checker.post(path + "/approve", Map.of());
            assertThat(cut.statusCode()).isEqualTo(303);
            assertThat(cut.headers().allValues("Set-Cookie").toString())
                    .contains("Decided%3A%20500.%20Not%20decided%3A%202.%20The%20service%20was%20interrupted.");
            assertThat(checker.get(path).body()).contains("Payouts: 2<");
            assertThat(checker.post(path + "/approve", Map.of()).statusCode()).isEqualTo(503);
        } finally {
            service.connections().run(tx -> tx.handle().execute("DROP FUNCTION go_away CASCADE"));
        }
        assertThat(checker.post(path + "/approve", Map.of()).statusCode()).isEqualTo(303);
        assertThat(waiting()).isEmpty();
    }

    @Test
    void a_file_that_nobody_confirmed_has_no_such_page() {
        var maker = person(Role.MAKER);
        var file = uploaded(maker, BULK, csv(TITLES, List.of("IDR,20000,Siti Rahayu,1234567890,014,A-1")));
        var checker = person(Role.CHECKER);
        for (var id :
                List.of(file.substring(BULK.length() + 1), UUID.randomUUID().toString(), "x")) {
            assertThat(checker.get(APPROVALS + "/files/" + id).statusCode()).isEqualTo(404);
            assertThat(checker.post(APPROVALS + "/files/" + id + "/approve", Map.of())
                            .statusCode())
                    .isEqualTo(404);
        }
    }
}
