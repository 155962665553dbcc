package dev.sluice.dashboard.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.ByHand;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.PayeeForm;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that the audit log can be searched for the creator of a resource by its id.
class CreatedIdAuditTest extends DashboardTest {
    private static final String DASHBOARD = "/dashboard/";

    private static final Map<String, String> SETTLES_NOTHING = Map.of("reason", "Tidied up");

    /// Input of each form that creates a resource.
    private static final Map<String, Map<String, String>> FORMS = Map.of(
            "checkouts/new", Map.of("currency", "IDR", "amount", "150000"),
            "developers/webhooks", Map.of("url", "https://shop.example.com/hook", "types", "deposit.completed"),
            "developers/keys/client", Map.of("label", "tills", "scopes", "read"),
            "developers/keys/key", Map.of("label", "reports", "scopes", "read"),
            "policy/new", Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "900000000", "effect", "APPROVE"),
            "policy/wallets",
                    Map.of(
                            "network", "polygon",
                            "wallet", "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23",
                            "label", "Treasury"),
            "team", Map.of("name", "Dewi", "role", "VIEWER"),
            "recipients/new", PayeeForm.of("Siti Rahayu", "siti@example.com"));

    /// The recorded id belongs to the resource: it can be shown or deleted by that id.
    @ParameterizedTest
    @CsvSource({
        "checkouts/new, checkouts/{id}, 200",
        "developers/webhooks, developers/webhooks/{id}, 200",
        "developers/keys/client, developers/keys/client/{id}/revoke, 303",
        "developers/keys/key, developers/keys/key/{id}/revoke, 303",
        "policy/new, policy/rules/{id}/remove, 303",
        "policy/wallets, policy/wallets/{id}/remove, 303",
        "team, team/{id}/end, 303",
        "recipients/new, recipients/{id}, 200",
    })
    void who_made_it_is_found(String action, String what, int there) {
        var owner = person(Role.OWNER);
        make(owner, action);
        var id = subject(owner, action);
        var path = DASHBOARD + what.replace("{id}", id);
        var response = there == 200 ? owner.get(path) : owner.post(path, SETTLES_NOTHING);
        assertThat(response.statusCode()).isEqualTo(there);
        assertThat(owner.get("/dashboard/audit?subject=" + id).body()).contains(">" + action + "<");
    }

    @Test
    void so_is_who_paid() {
        var owner = person(Role.OWNER);
        assertLeadsTo(owner, "payouts/send", ByHand.send(owner, ByHand.typed("1234567890", "20000")));
    }

    @Test
    void so_is_who_sent_a_file() {
        var owner = person(Role.OWNER);
        var file = "currency,amount,account_name,account_number,bank_code\nIDR,20000,Siti Rahayu,1234567890,014\n";
        var sent = owner.upload("/dashboard/payouts/bulk", Map.of(), "rows.csv", file.getBytes(StandardCharsets.UTF_8));
        assertLeadsTo(owner, "payouts/bulk", sent);
    }

    @Test
    void so_is_who_made_an_organization() {
        var operator = person(Role.OPERATOR);
        var form = Map.of("name", "Toko Baru", "reason", "Signed");
        assertLeadsTo(operator, "operator/organizations", operator.post("/dashboard/operator/organizations", form));
    }

    @Test
    void what_was_refused_made_nothing() {
        var owner = person(Role.OWNER);
        assertThat(owner.post("/dashboard/checkouts/new", Map.of("currency", "IDR"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(deeds(merchant.organizationId(), 1).getFirst().action().subject())
                .isNull();
    }

    /// The page of a resource links to its creator in the audit log, if the user may see that.
    @ParameterizedTest
    @CsvSource({
        "checkouts/new, checkouts/{id}, MAKER",
        "developers/webhooks, developers/webhooks/{id}, DEVELOPER",
        "developers/keys/client, developers/keys, DEVELOPER",
        "developers/keys/key, developers/keys, DEVELOPER",
        "policy/new, policy, MAKER",
        "policy/wallets, policy, MAKER",
        "team, team,",
        "recipients/new, recipients/{id}, MAKER",
    })
    void its_page_leads_there(String action, String where, @Nullable Role reader) {
        var owner = person(Role.OWNER);
        make(owner, action);
        var id = subject(owner, action);
        var path = DASHBOARD + where.replace("{id}", id);
        var link = "href=\"/dashboard/audit?subject=" + id + "\"";
        assertThat(owner.get(path).body()).containsOnlyOnce(link);
        if (reader != null) {
            var seen = person(reader).get(path);
            assertThat(seen.statusCode()).isEqualTo(200);
            assertThat(seen.body()).doesNotContain(link);
        }
    }

    private static void make(Person owner, String action) {
        var form = new HashMap<>(FORMS.get(action));
        if (action.equals("team")) {
            form.put("email", "made-by-" + owner.user().id() + "@example.com");
        }
        assertThat(owner.post(DASHBOARD + action, form).statusCode()).isLessThan(400);
    }

    private static void assertLeadsTo(Person person, String action, HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
        var id = subject(person, action);
        var page = answer.headers().firstValue("Location").orElseThrow();
        assertThat(page).endsWith("/" + id);
        assertThat(person.get(page).body()).containsOnlyOnce("href=\"/dashboard/audit?subject=" + id + "\"");
    }

    private static String subject(Person person, String action) {
        var entry = deeds(person.user().organizationId(), 1).getFirst();
        assertThat(entry.action().action()).isEqualTo(action);
        assertThat(entry.isDone()).isTrue();
        return Objects.requireNonNull(entry.action().subject());
    }
}
