package dev.sluice.dashboard.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.TestService;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.SwiftUsers;
import dev.sluice.merchant.Switches;
import dev.sluice.merchant.User;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Tests of operators of a live deployment if their organization does not require a second factor.
class OperatorFactorTest {
    private static final String FACTOR = "/dashboard/account/second-factor";
    private static TestService service;
    private static Organizations organizations;
    private static UUID organization;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(
                "SLUICE_ENVIRONMENT", "live",
                "SLUICE_DATABASE_URL", "postgresql://sluice@127.0.0.1/sluice",
                "SLUICE_MASTER_KEY", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="));
        organizations = Organizations.wire(service.connections(), service.clocks());
        organization = organizations.create("Shop", Switches.sandbox()).id();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static User.WithPassword somebody(Role role) {
        return SwiftUsers.of(service)
                .create(organization, role + "-" + service.clocks().newId() + "@example.com", "Rani", role);
    }

    private static Person signedIn(User.WithPassword somebody, boolean strong) {
        return Person.signedIn(service, organizations, somebody.user(), strong);
    }

    @Test
    void a_password_alone_opens_no_page_of_operators() {
        var owner = signedIn(somebody(Role.OWNER), false);
        assertThat(owner.get("/dashboard").statusCode()).isEqualTo(200);
        assertThat(owner.post("/dashboard/team/second-factor", Map.of("state", "off"))
                        .statusCode())
                .isEqualTo(303);
        var operator = somebody(Role.OPERATOR);
        var weak = signedIn(operator, false);
        for (var path : new String[] {"/dashboard/operator", "/dashboard/operator/organizations", "/dashboard/audit"}) {
            var answer = weak.get(path);
            assertThat(answer.statusCode()).as(path).isEqualTo(303);
            assertThat(answer.headers().firstValue("Location")).as(path).contains(FACTOR);
        }
        assertThat(weak.get(FACTOR).body()).contains("You need two-factor authentication here");
        var strong = signedIn(operator, true);
        assertThat(strong.get("/dashboard/operator").statusCode()).isEqualTo(200);
        var off = strong.post(FACTOR + "/off", Map.of("password", operator.password(), "code", "123456"));
        assertThat(off.statusCode()).isEqualTo(409);
        assertThat(off.body()).contains("so you cannot turn it off");
    }
}
