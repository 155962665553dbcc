package dev.sluice.operator;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.TestService;
import dev.sluice.audit.AuditFilter;
import dev.sluice.audit.Audits;
import dev.sluice.dashboard.Person;
import dev.sluice.http.Page;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.SwiftUsers;
import dev.sluice.signin.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A deployment that screens recipients against a list: hits on the operator pages, from the API's request on.
class ScreeningPagesTest {
    private static final String SCREENING = "/dashboard/operator/screening";
    private static final Pattern SEEN = Pattern.compile("name=\"version\" value=\"([^\"]+)\"");

    @TempDir
    private static Path folder;

    private static TestService service;
    private Merchant merchant;
    private Person operator;

    @BeforeAll
    static void start() throws IOException {
        var list = folder.resolve("targets.simple.csv");
        Files.writeString(list, """
            id,schema,name,aliases,birth_date,countries,dataset
            Q1,Person,Rahayu Siti,,1961,id,Test list
            """);
        service = TestService.start(Map.of("SLUICE_SCREENING", "list", "SLUICE_SCREENING_LIST", list.toString()));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void come() {
        merchant = Merchant.at(service);
        var organizations = Organizations.wire(service.connections(), service.clocks());
        var users = SwiftUsers.of(service);
        var user = users.create(
                        merchant.organizationId(), service.clocks().newId() + "@example.com", "Olga", Role.OPERATOR)
                .user();
        var sessions = Sessions.wire(
                service.connections(),
                service.vault(),
                service.clocks(),
                organizations,
                users,
                new SecureRandom(),
                true);
        operator = new Person(service.baseUrl(), user, sessions.open(user, "127.0.0.1", "Firefox/1", true));
    }

    @AfterEach
    void prove() {
        assertThat(service.audit().isClean()).isTrue();
        merchant.close();
    }

    private String path(String id) {
        return SCREENING + "/" + merchant.organizationId() + "/" + id;
    }

    /// Returns a payout to a listed recipient, once the operator page shows its hit.
    private String hit() {
        var id = merchant.paid("1234567", "10000");
        assertThat(text(merchant.payout(id), "statusDetail")).isEqualTo("screening");
        while (!operator.get(path(id)).body().contains(path(id) + "/clear")) {
            Thread.onSpinWait();
        }
        return id;
    }

    private Map<String, String> form(String id, String reason) {
        var seen = SEEN.matcher(operator.get(path(id)).body());
        assertThat(seen.find()).isTrue();
        return Map.of("reason", reason, "version", seen.group(1));
    }

    private Map<String, String> lastDeed() {
        var newest = new Page.Request(1, 1, Page.Sort.CREATED_DESCENDING);
        return Audits.wire(service.connections(), service.vault(), service.clocks())
                .page(merchant.organizationId(), AuditFilter.all(), newest)
                .docs()
                .getFirst()
                .fields();
    }

    @Test
    void a_hit_is_listed_cleared_with_a_reason_and_paid() {
        var id = hit();
        assertThat(operator.get(SCREENING).body()).contains("Siti Rahayu", "Rahayu Siti", path(id));
        assertThat(operator.get("/dashboard/operator").body()).contains("Screening hits to decide: 1");
        assertThat(operator.get(path(id)).body())
                .contains("born 1961", "Test list")
                .contains("10,000\u00a0IDR</a>", "/dashboard/operator/payouts/" + merchant.organizationId() + "/" + id);
        var form = form(id, "Born in another year");
        assertThat(operator.post(path(id) + "/clear", form).statusCode()).isEqualTo(303);
        merchant.await(id, "completed");
        assertThat(operator.get(path(id)).body()).contains("Cleared", "Born in another year", "Olga");
        assertThat(lastDeed())
                .containsEntry("reason", "Born in another year")
                .containsEntry("before.name", "Siti Rahayu");
        var again = merchant.paid("1234567", "10000");
        merchant.await(again, "completed");
    }

    @Test
    void a_rejected_hit_fails_the_payout() {
        var id = hit();
        assertThat(operator.post(path(id) + "/reject", form(id, "It is her")).statusCode())
                .isEqualTo(303);
        assertThat(text(merchant.await(id, "failed"), "failureCode")).isEqualTo("COMPLIANCE_REJECTED");
        assertThat(merchant.held("IDR")).isZero();
        assertThat(merchant.eventTypes(id)).containsExactly("disbursement.created", "disbursement.failed");
    }

    @Test
    void nothing_is_decided_without_a_reason_or_about_matches_that_nobody_saw() {
        var id = hit();
        var seen = form(id, "x").get("version");
        assertThat(operator.post(path(id) + "/clear", Map.of("reason", " ", "version", seen))
                        .statusCode())
                .isEqualTo(400);
        assertThat(operator.post(path(id) + "/clear", Map.of("reason", "Sure", "version", "0000"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(operator.get(path(id)).body()).contains(path(id) + "/clear");
        assertThat(text(merchant.payout(id), "statusDetail")).isEqualTo("screening");
        assertThat(operator.post(
                                "/dashboard/operator/payouts/" + merchant.organizationId() + "/" + id + "/stop",
                                Map.of("reason", "Asked by the merchant"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(text(merchant.payout(id), "status")).isEqualTo("cancelled");
    }

    @Test
    void a_rejected_recipient_is_refused_at_payouts() {
        var recipient = merchant.storedInIndonesia();
        while (!operator.get(path(recipient)).body().contains(path(recipient) + "/reject")) {
            Thread.onSpinWait();
        }
        assertThat(operator.get(SCREENING).body()).contains("Saved recipient");
        assertThat(operator.post(path(recipient) + "/reject", form(recipient, "It is her"))
                        .statusCode())
                .isEqualTo(303);
        var refused = merchant.pay(Merchant.idr("{\"recipientId\":\"" + recipient + "\",\"amount\":50000}"));
        assertThat(refused.toString()).startsWith("409").contains("RECIPIENT_HELD", "a compliance check rejected it");
        assertThat(merchant.held("IDR")).isZero();
    }

    /// Returns the check of a sandbox bank's customer that pays a deposit, once the operator page shows its hit.
    private String payerHit(String deposit) {
        merchant.payIn(deposit, null).expect(200);
        var link = Pattern.compile(SCREENING + "/" + merchant.organizationId() + "/([0-9a-f-]{36})");
        while (true) {
            var matcher = link.matcher(operator.get(SCREENING + "?limit=100").body());
            if (matcher.find()) {
                return matcher.group(1);
            }
            Thread.onSpinWait();
        }
    }

    @Test
    void a_payer_is_held_and_credited_once_cleared() {
        var deposit = merchant.createDeposit("014_TRANSFER", "100000");
        var check = payerHit(deposit);
        var page = operator.get(path(check)).body();
        assertThat(page)
                .contains("Siti Rahayu", "Deposit", "100,000\u00a0IDR</a>")
                .contains("/dashboard/operator/ledger/payment?id=" + deposit);
        assertThat(text(merchant.deposit(deposit), "status")).isEqualTo("pending");
        assertThat(operator.post(path(check) + "/clear", form(check, "Born in another year"))
                        .statusCode())
                .isEqualTo(303);
        merchant.awaitDeposit(deposit, "completed");
        assertThat(lastDeed()).containsEntry("before.deposit", check);
    }

    @Test
    void money_of_a_rejected_payer_is_unmatched_moved_nowhere_and_sent_back_once_that_is_cleared() {
        var deposit = merchant.createDeposit("014_TRANSFER", "120000");
        var check = payerHit(deposit);
        operator.post(path(check) + "/reject", form(check, "It is her"));
        var exception = exception();
        var page = operator.get(exception).body();
        assertThat(page)
                .contains("Payer rejected by screening", deposit, path(check), exception + "/refund")
                .doesNotContain(exception + "/credit", exception + "/move");
        assertThat(text(merchant.deposit(deposit), "status")).isEqualTo("pending");
        var target = merchant.createDeposit("014_TRANSFER", "120000");
        var move = Map.of("organization", merchant.organizationId().toString(), "deposit", target, "reason", "Hers");
        assertThat(operator.post(exception + "/move", move).body()).contains("The payer was rejected after screening");
        assertThat(operator.post(exception + "/credit", Map.of("reason", "Hers"))
                        .body())
                .contains("was rejected after screening");
        assertThat(text(merchant.deposit(target), "status")).isEqualTo("pending");
        operator.post(exception + "/refund", Map.of("reason", "The law lets us"));
        var payout = Pattern.compile("/dashboard/operator/payouts/[0-9a-f-]{36}/([0-9a-f-]{36})")
                .matcher(operator.get(exception).body());
        assertThat(payout.find()).isTrue();
        var refund = SCREENING + "/00000000-0000-0000-0000-000000000000/" + payout.group(1);
        while (!operator.get(refund).body().contains(refund + "/clear")) {
            Thread.onSpinWait();
        }
    }

    /// Returns the path of the newest page about a rejected payer's money.
    private String exception() {
        var link = Pattern.compile("/dashboard/operator/exceptions/00000000-0000-0000-0000-000000000000/[0-9a-f-]{36}");
        while (true) {
            var matcher = link.matcher(operator.get("/dashboard/operator/exceptions?reason=SCREENING")
                    .body());
            if (matcher.find()) {
                return matcher.group();
            }
            Thread.onSpinWait();
        }
    }
}
