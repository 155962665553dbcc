package dev.sluice.dashboard.team;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Permissions to invite, change and remove team members, by role.
@Tag("slow")
class TeamTest extends DashboardTest {
    private static final String TEAM = "/dashboard/team";

    private static String path(User user, String what) {
        return TEAM + "/" + user.id() + what;
    }

    private static User now(User user) {
        return users().find(user.email()).orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"OWNER", "ADMIN"},
            mode = EnumSource.Mode.EXCLUDE)
    void only_owners_and_admins_see_and_change_the_team(Role role) {
        var person = person(role);
        var other = somebody(Role.VIEWER).user();
        assertThat(person.get(TEAM).statusCode()).isEqualTo(403);
        if (role != Role.OPERATOR) {
            var fields = Map.of("email", "x@example.com", "name", "X", "role", "OWNER");
            assertThat(person.post(TEAM, fields).statusCode()).isEqualTo(403);
            assertThat(person.post(path(other, "/role"), Map.of("role", "OWNER"))
                            .statusCode())
                    .isEqualTo(403);
            assertThat(person.post(path(other, "/end"), Map.of()).statusCode()).isEqualTo(403);
        }
        assertThat(now(other).role()).isEqualTo(Role.VIEWER);
    }

    @Test
    void an_admin_makes_and_unmakes_no_owner() {
        var admin = person(Role.ADMIN);
        var owner = somebody(Role.OWNER).user();
        var viewer = somebody(Role.VIEWER).user();
        assertThat(admin.post(path(viewer, "/role"), Map.of("role", "OWNER")).statusCode())
                .isEqualTo(409);
        assertThat(admin.post(path(owner, "/role"), Map.of("role", "VIEWER")).statusCode())
                .isEqualTo(409);
        assertThat(admin.post(path(owner, "/end"), Map.of()).statusCode()).isEqualTo(409);
        admin.post(path(viewer, "/end"), Map.of());
        assertThat(admin.post(path(viewer, "/role"), Map.of("role", "OWNER")).statusCode())
                .isEqualTo(409);
        assertThat(admin.post(TEAM, Map.of("email", "own@example.com", "name", "O", "role", "OWNER"))
                        .statusCode())
                .isEqualTo(409);
        assertThat(now(owner).role()).isEqualTo(Role.OWNER);
        assertThat(now(owner).disabledAt()).isEmpty();
        assertThat(now(viewer).role()).isEqualTo(Role.VIEWER);
        assertThat(admin.post(path(viewer, "/role"), Map.of("role", "MAKER")).statusCode())
                .isEqualTo(303);
        assertThat(now(viewer).role()).isEqualTo(Role.MAKER);
    }

    @Test
    void nobody_changes_themselves_so_that_an_owner_remains() {
        var owner = person(Role.OWNER);
        var refused = owner.post(path(owner.user(), "/role"), Map.of("role", "ADMIN", "reason", "On leave"));
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body().substring(refused.body().indexOf("id=\"role\"")))
                .contains("<option value=\"VIEWER\" selected>")
                .doesNotContain("On leave");
        assertThat(owner.post(path(owner.user(), "/end"), Map.of()).statusCode())
                .isEqualTo(409);
        assertThat(now(owner.user()).role()).isEqualTo(Role.OWNER);
    }

    @Test
    void two_owners_who_unmake_each_other_leave_one() throws Exception {
        var one = person(Role.OWNER);
        var other = person(Role.OWNER);
        var threads = java.util.List.of(
                Thread.startVirtualThread(() -> one.post(path(other.user(), "/role"), Map.of("role", "VIEWER"))),
                Thread.startVirtualThread(() -> other.post(path(one.user(), "/role"), Map.of("role", "VIEWER"))));
        for (var thread : threads) {
            thread.join();
        }
        assertThat(java.util.stream.Stream.of(one, other)
                        .map(person -> now(person.user()).role())
                        .filter(Role.OWNER::equals))
                .hasSize(1);
    }

    /// Mails are sent one after the other, and a recipient must not be flooded with them.
    @Test
    void a_person_is_not_invited_again_and_again() {
        var owner = person(Role.OWNER);
        var email = "often-" + owner.user().id() + "@example.com";
        assertThat(owner.post(TEAM, Map.of("email", email, "name", "Often", "role", "VIEWER"))
                        .statusCode())
                .isEqualTo(303);
        var invite = path(users().find(email).orElseThrow(), "/invite");
        assertThat(owner.post(invite, Map.of()).statusCode()).isEqualTo(303);
        var answers = IntStream.range(0, 20)
                .mapToObj(_ -> owner.post(invite, Map.of()))
                .filter(answer -> answer.statusCode() != 303)
                .toList();
        assertThat(answers).isNotEmpty().allSatisfy(answer -> {
            assertThat(answer.statusCode()).isEqualTo(429);
            assertThat(answer.body()).contains("Too many invitations were sent recently");
        });
    }

    @Test
    void nobody_is_made_an_operator_and_operators_are_not_of_the_team() {
        var owner = person(Role.OWNER);
        var operator = somebody(Role.OPERATOR).user();
        var viewer = somebody(Role.VIEWER).user();
        assertThat(owner.post(path(viewer, "/role"), Map.of("role", "OPERATOR")).statusCode())
                .isEqualTo(404);
        assertThat(owner.post(TEAM, Map.of("email", "op@example.com", "name", "O", "role", "OPERATOR"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(owner.post(path(operator, "/end"), Map.of()).statusCode()).isEqualTo(404);
        assertThat(owner.get(TEAM).body()).doesNotContain(operator.email());
    }

    @Test
    void another_organizations_people_are_not_there() {
        var owner = person(Role.OWNER);
        var stranger = users().create(
                        service.demo().organizationId(),
                        "stranger-" + service.clocks().newId() + "@example.com",
                        "Stranger",
                        Role.VIEWER)
                .user();
        for (var what : java.util.List.of("/role", "/end", "/return", "/invite")) {
            assertThat(owner.post(path(stranger, what), Map.of("role", "MAKER")).statusCode())
                    .isEqualTo(404);
        }
        assertThat(now(stranger).disabledAt()).isEmpty();
        assertThat(owner.get(TEAM).body()).doesNotContain(stranger.email());
    }

    @Test
    void who_loses_access_is_out_and_their_sessions_do_not_come_back() {
        var owner = person(Role.OWNER);
        var maker = person(Role.MAKER);
        owner.post(path(maker.user(), "/end"), Map.of());
        assertThat(maker.get("/dashboard").statusCode()).isEqualTo(303);
        owner.post(path(maker.user(), "/return"), Map.of());
        assertThat(now(maker.user()).disabledAt()).isEmpty();
        assertThat(maker.get("/dashboard").statusCode()).isEqualTo(303);
    }

    @Test
    void a_role_that_changes_counts_at_once() {
        var owner = person(Role.OWNER);
        var admin = person(Role.ADMIN);
        assertThat(admin.get(TEAM).statusCode()).isEqualTo(200);
        owner.post(path(admin.user(), "/role"), Map.of("role", "VIEWER"));
        assertThat(admin.get(TEAM).statusCode()).isEqualTo(403);
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void somebody_is_invited_and_comes(int width) {
        Person owner = person(Role.OWNER);
        var email = "new-" + service.clocks().newId() + "@example.com";
        try (var page = window(owner, width)) {
            page.navigate(TEAM);
            assertWellMade(page);
            page.fill("#email", owner.user().email());
            page.fill("#name", "Bima");
            page.selectOption("#role", "CHECKER");
            page.click("section[aria-labelledby=invite] button[type=submit]");
            page.waitForSelector(".is-invalid");
            assertWellMadeButForTheStatus(page);
            page.fill("#email", email);
            page.click("section[aria-labelledby=invite] button[type=submit]");
            page.waitForSelector(".alert-success");
            assertThat(page.textContent("section[aria-labelledby=people]")).contains(email, "Invited");
            assertWellMade(page);
            page.click("form[action$='/role'] summary >> nth=0");
            page.click("form[action$='/end'] summary >> nth=0");
            assertWellMade(page);
        }
        var invited = users().find(email).orElseThrow();
        assertThat(invited.role()).isEqualTo(Role.CHECKER);
        assertThat(users().authenticate(email, "")).isEmpty();
        var message = mails().latest(50).stream()
                .map(each -> each.mail())
                .filter(mail -> mail.to().equals(email))
                .findFirst()
                .orElseThrow();
        var link = message.text()
                .lines()
                .filter(line -> line.startsWith("http"))
                .findFirst()
                .orElseThrow();
        try (var context = context(width)) {
            var page = page(context);
            page.navigate(link);
            page.fill("#password", "a first password");
            page.fill("#passwordConfirmation", "a first password");
            page.click("button[type=submit]");
            page.waitForURL("**/dashboard/sign-in?done=password");
            page.fill("#email", email);
            page.fill("#password", "a first password");
            page.click("button[type=submit]");
            page.waitForURL("**/dashboard");
        }
        assertThat(now(invited).invited()).isFalse();
    }

    /// The browser reports every status that is not a success as an error.
    private void assertWellMadeButForTheStatus(com.microsoft.playwright.Page page) {
        complaints.removeIf(complaint -> complaint.contains("409"));
        assertWellMade(page);
    }
}
