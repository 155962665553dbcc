package dev.sluice.dashboard.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.change.ChangeRequest;
import dev.sluice.change.ChangeState;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.mail.StoredMail;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.Switch;
import dev.sluice.policy.Policies;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;

/// An organization under dual control, with two of its people: a second person approves changes that widen access.
abstract class ChangeCase extends DashboardTest {
    static final String CHANGES = "/dashboard/changes/";
    static final String KEYS = "/dashboard/developers/keys";
    static final String WEBHOOKS = "/dashboard/developers/webhooks";
    static final String RULES = "/dashboard/policy/new";
    static final String TEAM = "/dashboard/team";
    static final Pattern SECRET = Pattern.compile("cs_test_[A-Za-z0-9_-]+|sk_test_[A-Za-z0-9_-]{20,}");
    static final Map<String, String> RULE =
            Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "50000", "effect", "APPROVE");
    static final Map<String, String> CLIENT = Map.of("label", "till", "scopes", "payouts");

    Person asker;
    Person second;

    @BeforeEach
    @Override
    protected void enter() {
        merchant = Merchant.at(service, Switch.DUAL_CONTROL);
        asker = person(Role.OWNER);
        second = person(Role.ADMIN);
    }

    List<ChangeRequest> all() {
        return changeRequests().list(merchant.organizationId(), 50);
    }

    ChangeRequest newest() {
        return all().stream()
                .max(java.util.Comparator.comparing(ChangeRequest::id))
                .orElseThrow();
    }

    /// Sends a form that needs an approval, and returns its change request.
    ChangeRequest waiting(Person person, String path, Map<String, String> fields) {
        var answer = person.post(path, fields);
        assertThat(answer.statusCode()).as(path).isEqualTo(303);
        assertThat(answer.headers().firstValue("Location").orElseThrow()).startsWith(CHANGES);
        var request = newest();
        assertThat(request.state()).isInstanceOf(ChangeState.Waiting.class);
        return request;
    }

    HttpResponse<String> approve(Person person, ChangeRequest request) {
        return person.post(CHANGES + request.id() + "/approve", Map.of("reason", "agreed by phone"));
    }

    static HttpResponse<String> carryOut(Person person, ChangeRequest request) {
        var fields = new LinkedHashMap<String, String>();
        request.proposed().fields().forEach(field -> fields.put(field.name(), field.value()));
        return person.post(request.proposed().path(), fields);
    }

    List<String> letters() {
        return mails().latest(200).stream()
                .map(StoredMail::mail)
                .map(each -> each.to() + " " + each.subject())
                .toList();
    }

    String viewer() {
        return person(Role.VIEWER).user().id().toString();
    }

    String rule() {
        assertThat(asker.post(RULES, RULE).statusCode()).isEqualTo(303);
        assertThat(all()).as("a new rule tightens").isEmpty();
        return policies().rules(merchant.organizationId()).getFirst().id().toString();
    }

    static Policies policies() {
        return new Policies(service.connections(), service.clocks(), (_, _) -> {});
    }
}
