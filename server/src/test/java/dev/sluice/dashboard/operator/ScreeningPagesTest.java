package dev.sluice.dashboard.operator;

import static dev.sluice.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Merchant;
import dev.sluice.TestService;
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

/// A deployment that screens payees against a list: hits at the operators' pages, from the API's request on.
class ScreeningPagesTest {
    private static final String SCREENING = "/dashboard/operator/screening";
    private static final Pattern SEEN = Pattern.compile("name=\"seen\" value=\"([^\"]+)\"");

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

    /// A payout to somebody on the list, once its hit is at the operators' page.
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
        return Map.of("reason", reason, "seen", seen.group(1));
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
        assertThat(operator.get(path(id)).body()).contains("born 1961", "Test list");
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
        var seen = form(id, "x").get("seen");
        assertThat(operator.post(path(id) + "/clear", Map.of("reason", " ", "seen", seen))
                        .statusCode())
                .isEqualTo(400);
        assertThat(operator.post(path(id) + "/clear", Map.of("reason", "Sure", "seen", "0000"))
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
}
