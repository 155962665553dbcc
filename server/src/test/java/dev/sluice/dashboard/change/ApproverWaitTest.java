package dev.sluice.dashboard.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.TestService;
import dev.sluice.change.ChangeRequest;
import dev.sluice.change.ChangeRequests;
import dev.sluice.change.ChangeState;
import dev.sluice.dashboard.Person;
import dev.sluice.mail.Mail;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Consent;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.SwiftUsers;
import dev.sluice.merchant.Switch;
import dev.sluice.merchant.Switches;
import dev.sluice.merchant.Team;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.merchant.User;
import dev.sluice.notification.Notifications;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.signin.People;
import dev.sluice.signin.SignInModule;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Approvers of a live organization under dual control. Their entitlement needs a minimum age.
class ApproverWaitTest {
    private static final Duration WAIT = Duration.ofHours(72);
    private static final String CHANGES = "/dashboard/changes/";
    private static final String KEYS = "/dashboard/developers/keys/client";

    private static TestService service;
    private static Organizations organizations;

    private UUID shop;
    private User owner;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(
                "SLUICE_ENVIRONMENT", "live",
                "SLUICE_DATABASE_URL", "postgresql://sluice@127.0.0.1/sluice",
                "SLUICE_MASTER_KEY", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="));
        organizations = Organizations.wire(service.connections(), service.clocks());
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void people() {
        shop = organizations.create("Shop", Switches.live()).id();
        owner = SwiftUsers.entitled(service.connections(), somebody(Role.OWNER), Instant.EPOCH);
        organizations.setSwitch(shop, Switch.DUAL_CONTROL, true);
    }

    private User somebody(Role role) {
        return SwiftUsers.of(service)
                .create(shop, service.clocks().newId() + "@example.com", "Rani " + role, role)
                .user();
    }

    private User settled(Role role) {
        return SwiftUsers.entitled(service.connections(), somebody(role), Instant.EPOCH);
    }

    private static Person as(User user) {
        return Person.signedIn(service, organizations, user, true);
    }

    private static ChangeRequests requests() {
        var notifications = Notifications.wire(service.connections(), service.vault(), service.clocks());
        var alarm = new TamperAlarm(
                new Alerts(service.connections(), service.clocks(), (_, _) -> {}), new SimpleMeterRegistry());
        return new ChangeRequests(service.connections(), service.vault(), service.clocks(), notifications, alarm, WAIT);
    }

    private static People team() {
        return SignInModule.wire(
                        service.connections(),
                        service.vault(),
                        service.clocks(),
                        organizations,
                        TenantDirectory.wire(service.connections()),
                        SwiftUsers.of(service),
                        Mails.wire(service.connections(), service.vault(), service.clocks(), Optional.empty()),
                        service::baseUrl,
                        new SecureRandom(),
                        false)
                .people();
    }

    private ChangeRequest asked(Map<String, String> fields, String path) {
        assertThat(as(owner).post(path, fields).headers().firstValue("Location").orElse(""))
                .startsWith(CHANGES);
        return newest();
    }

    private ChangeRequest client(String label) {
        return asked(Map.of("label", label, "scopes", "payouts"), KEYS);
    }

    private ChangeRequest newest() {
        return requests().list(shop, 1).getFirst();
    }

    private static HttpResponse<String> approve(User user, ChangeRequest request) {
        return as(user).post(CHANGES + request.id() + "/approve", Map.of("reason", "agreed"));
    }

    private void assertApproves(User user, boolean may) {
        var request = client(user.name() + service.clocks().newId());
        assertThat(approve(user, request).statusCode()).isEqualTo(may ? 303 : 409);
        assertThat(requests().find(shop, request.id()).orElseThrow().state())
                .isInstanceOf(may ? ChangeState.Approved.class : ChangeState.Waiting.class);
    }

    private User now(User user) {
        return SwiftUsers.of(service).find(shop, user.id()).orElseThrow();
    }

    @Test
    void an_account_that_was_just_made_rejects_and_does_not_approve() {
        var fresh = somebody(Role.ADMIN);
        assertApproves(fresh, false);
        var page = as(fresh).get(CHANGES + newest().id()).body();
        assertThat(page).contains("You can approve changes from").doesNotContain("/approve\">Approve");
        SwiftUsers.entitled(
                service.connections(), fresh, service.clocks().realInstant().minus(WAIT));
        assertApproves(fresh, true);
        var another = somebody(Role.ADMIN);
        var request = client("till");
        assertThat(as(another)
                        .post(CHANGES + request.id() + "/reject", Map.of())
                        .statusCode())
                .isEqualTo(303);
    }

    @Test
    void a_person_who_got_a_role_or_access_or_lost_a_second_step_is_new_too() {
        var people = team();
        var viewer = settled(Role.VIEWER);
        assertThat(people.setRole(owner, viewer.id(), Role.ADMIN, Consent.ONE)).isEqualTo(Team.Outcome.DONE);
        assertApproves(viewer, false);
        var admin = settled(Role.ADMIN);
        people.resetFactors(owner, admin.id(), Consent.ONE, user -> new Mail(user.email(), "a", "b"));
        assertApproves(admin, false);
        var back = settled(Role.ADMIN);
        people.removeAccess(owner, back.id());
        people.restoreAccess(owner, back.id(), Consent.ONE);
        assertApproves(back, false);
        var other = settled(Role.OWNER);
        people.setRole(owner, other.id(), Role.ADMIN, Consent.ONE);
        assertApproves(other, true);
    }

    @Test
    void pages_show_dual_control_on_as_soon_as_it_acts() {
        var other = organizations.create("Fresh", Switches.live()).id();
        shop = other;
        owner = settled(Role.OWNER);
        var admin = settled(Role.ADMIN);
        var alone = as(owner).get("/dashboard/team").body();
        assertThat(alone).contains("Turn on dual control");
        as(admin).get("/dashboard/team");
        assertThat(as(owner).get("/dashboard/team").body()).contains("Turn off dual control");
        assertThat(organizations.switches(other).dualControl()).isTrue();
    }

    @Test
    void an_organization_that_turned_dual_control_off_keeps_it_off() {
        var other = organizations.create("Off", Switches.live()).id();
        organizations.setSwitch(other, Switch.DUAL_CONTROL, false);
        shop = other;
        owner = settled(Role.OWNER);
        as(settled(Role.ADMIN)).get("/dashboard/team");
        as(owner).get("/dashboard/team");
        assertThat(as(owner).get("/dashboard/team").body()).contains("Turn on dual control");
    }

    @Test
    void what_two_people_agreed_to_needs_no_time() {
        var second = settled(Role.ADMIN);
        var viewer = settled(Role.VIEWER);
        var path = "/dashboard/team/" + viewer.id() + "/role";
        var fields = Map.of("role", "ADMIN");
        var request = asked(fields, path);
        assertThat(approve(second, request).statusCode()).isEqualTo(303);
        assertThat(as(owner).post(path, fields).statusCode()).isEqualTo(303);
        assertThat(now(viewer).role()).isEqualTo(Role.ADMIN);
        assertApproves(viewer, true);
    }
}
