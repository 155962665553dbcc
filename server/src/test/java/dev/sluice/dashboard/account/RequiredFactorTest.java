package dev.sluice.dashboard.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.Browsing;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests of an organization that requires a second factor.
class RequiredFactorTest extends SecondFactorCase {
    private static final String REQUIRE = "/dashboard/team/second-factor";
    private static final String TEAM = "/dashboard/team";

    /// Creates an owner with a second factor, and makes one mandatory for all users.
    private Enrolled strict() {
        var owner = enrolled(somebody(Role.OWNER));
        assertThat(owner.person().post(REQUIRE, Map.of("state", "on")).statusCode())
                .isEqualTo(303);
        return owner;
    }

    private static void isSentToTheSecondStep(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(answer.headers().firstValue("Location")).contains(FACTOR);
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"OPERATOR"},
            mode = EnumSource.Mode.EXCLUDE)
    void who_came_in_with_a_password_sees_themselves_alone(Role role) {
        var person = signedIn(somebody(role));
        assertThat(person.get("/dashboard").statusCode()).isEqualTo(200);
        strict();
        for (var path : new String[] {"/dashboard", "/dashboard/payouts", "/dashboard/search?q=a", TEAM}) {
            isSentToTheSecondStep(person.get(path));
        }
        isSentToTheSecondStep(person.post("/dashboard/payouts/new", Map.of()));
        isSentToTheSecondStep(person.post(REQUIRE, Map.of("state", "off")));
        assertThat(person.get("/dashboard/account").statusCode()).isEqualTo(200);
        assertThat(person.get(FACTOR).body()).contains("You need two-factor authentication here");
    }

    @Test
    void scripts_are_told_where_to_go_and_what_listens_that_it_may_not() {
        var person = signedIn(somebody(Role.VIEWER));
        strict();
        var script = person.get("/dashboard/search?q=a", Map.of("HX-Request", "true"));
        assertThat(script.statusCode()).isEqualTo(401);
        assertThat(script.headers().firstValue("HX-Redirect")).contains(FACTOR);
        var feed = person.get("/dashboard/live", Map.of("Accept", "text/event-stream"));
        assertThat(feed.statusCode()).isEqualTo(401);
        assertThat(feed.headers().firstValue("HX-Redirect")).isEmpty();
    }

    @Test
    void a_second_step_opens_everything_and_stays() {
        strict();
        var somebody = somebody(Role.VIEWER);
        var enrolled = enrolled(somebody);
        assertThat(enrolled.person().get("/dashboard").statusCode()).isEqualTo(200);
        assertThat(enrolled.person().get(FACTOR).body())
                .contains("so you cannot turn it off")
                .doesNotContain(FACTOR + "/off");
        var code = Phone.code(enrolled.secret(), Instant.now().plusSeconds(30));
        var refused = enrolled.person().post(FACTOR + "/off", Map.of("password", somebody.password(), "code", code));
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("so you cannot turn it off");
    }

    @Test
    void who_lost_it_is_helped_by_who_manages_people_and_told() {
        var owner = person(Role.OWNER);
        var somebody = somebody(Role.MAKER);
        var enrolled = enrolled(somebody);
        var path = TEAM + "/" + somebody.user().id() + "/second-factors";
        assertThat(owner.get(TEAM).body()).contains(path);
        assertThat(person(Role.CHECKER).post(path, Map.of()).statusCode()).isEqualTo(403);
        assertThat(owner.post(path, Map.of()).statusCode()).isEqualTo(303);
        assertThat(enrolled.person().get("/dashboard").statusCode()).isEqualTo(303);
        assertThat(owner.get(TEAM).body()).doesNotContain(path);
        var browsing = new Browsing(service.baseUrl());
        var in = browsing.post(
                "/dashboard/sign-in",
                Map.of("email", somebody.user().email(), "password", somebody.password(), "to", "/dashboard"));
        assertThat(in.headers().firstValue("Location")).contains("/dashboard");
        assertThat(browsing.get("/dashboard").statusCode()).isEqualTo(200);
        assertThat(mails().latest(50)).anySatisfy(mail -> {
            assertThat(mail.mail().to()).isEqualTo(somebody.user().email());
            assertThat(mail.mail().subject()).isEqualTo("Your two-factor authentication was reset");
        });
    }

    @Test
    void an_administrator_resets_no_owner_and_nobody_themselves() {
        var owner = enrolled(somebody(Role.OWNER));
        var admin = person(Role.ADMIN);
        var path = TEAM + "/" + owner.person().user().id() + "/second-factors";
        assertThat(admin.post(path, Map.of()).statusCode()).isEqualTo(409);
        assertThat(owner.person().post(path, Map.of()).statusCode()).isEqualTo(409);
        assertThat(owner.person().get("/dashboard").statusCode()).isEqualTo(200);
    }

    @Test
    void nobody_shuts_themselves_out() {
        var owner = signedIn(somebody(Role.OWNER));
        var refused = owner.post(REQUIRE, Map.of("state", "on"));
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("lock yourself out");
        assertThat(owner.get("/dashboard").statusCode()).isEqualTo(200);
    }

    @Test
    void it_can_be_given_up_again_and_concerns_no_other_organization() {
        var owner = strict();
        var person = signedIn(somebody(Role.VIEWER));
        isSentToTheSecondStep(person.get("/dashboard"));
        var elsewhere = users().create(
                        service.demo().organizationId(),
                        "elsewhere-" + service.clocks().newId() + "@example.com",
                        "Elsewhere",
                        Role.VIEWER);
        var stranger = new Person(
                service.baseUrl(),
                elsewhere.user(),
                sessions().open(elsewhere.user(), "127.0.0.1", "Firefox/1", false));
        assertThat(stranger.get("/dashboard").statusCode()).isEqualTo(200);
        assertThat(owner.person().get(TEAM).body()).contains("Make optional");
        assertThat(owner.person().post(REQUIRE, Map.of("state", "off")).statusCode())
                .isEqualTo(303);
        assertThat(person.get("/dashboard").statusCode()).isEqualTo(200);
    }
}
