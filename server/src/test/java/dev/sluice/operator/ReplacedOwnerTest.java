package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.TestService;
import dev.sluice.audit.AuditFilter;
import dev.sluice.audit.Audits;
import dev.sluice.dashboard.Browsing;
import dev.sluice.dashboard.Person;
import dev.sluice.http.Page;
import dev.sluice.mail.Mail;
import dev.sluice.mail.Mails;
import dev.sluice.mail.StoredMail;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.SwiftUsers;
import dev.sluice.merchant.Switches;
import dev.sluice.merchant.User;
import dev.sluice.ownership.OwnershipNode;
import dev.sluice.ownership.OwnershipRules;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// An operator of a live deployment tries to add another owner to an organization that has one.
class ReplacedOwnerTest {
    private static final Pattern LINK = Pattern.compile("http\\S+/dashboard/password/new#token=(\\S+)");
    private static final Pattern CHANGE = Pattern.compile("/changes/([0-9a-f-]{36})/approve");
    private static final String PASSWORD = "the very first password";
    private static final Duration SOON = Duration.ofSeconds(30);

    private static final AtomicReference<Duration> AHEAD = new AtomicReference<>(Duration.ZERO);
    private static TestService service;
    private static Organizations organizations;
    private static UUID house;

    private UUID shop;
    private User owner;
    private User first;
    private User second;

    @BeforeAll
    static void start() {
        service = TestService.start(
                Map.of(
                        "SLUICE_ENVIRONMENT", "live",
                        "SLUICE_DATABASE_URL", "postgresql://sluice@127.0.0.1/sluice",
                        "SLUICE_MASTER_KEY", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="),
                () -> Instant.now().plus(AHEAD.get()));
        organizations = Organizations.wire(service.connections(), service.clocks());
        house = organizations.create("House", Switches.live()).id();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void people() {
        shop = organizations.create("Shop", Switches.live()).id();
        owner = somebody(shop, Role.OWNER, "owner");
        first = somebody(house, Role.OPERATOR, "first");
        second = somebody(house, Role.OPERATOR, "second");
    }

    private static User somebody(UUID organization, Role role, String name) {
        var user = SwiftUsers.of(service)
                .create(organization, name + "-" + service.clocks().newId() + "@example.com", name, role)
                .user();
        var since = service.clocks().realInstant().minus(OwnershipRules.WAIT_DEFAULT);
        return SwiftUsers.entitled(service.connections(), user, since);
    }

    private static Person as(User user) {
        return Person.signedIn(service, organizations, user, true);
    }

    private String page() {
        return "/dashboard/operator/organizations/" + shop;
    }

    private HttpResponse<String> invite(User operator, String email) {
        return as(operator)
                .post(page() + "/owner", Map.of("ownerName", "Mallory", "email", email, "reason", "Asked by phone"));
    }

    @Test
    void a_reset_of_second_factors_is_asked_for_with_a_reason_and_waits() {
        assertThat(as(first).get(page()).body()).contains("Request reset", "It waits 72 hours");
        var form = Map.of("member", owner.id().toString(), "reason", "");
        assertThat(as(first).post(page() + "/second-factors", form).statusCode())
                .isEqualTo(400);
        var operator = Map.of("member", second.id().toString(), "reason", "Lost the phone");
        assertThat(as(first).post(page() + "/second-factors", operator).statusCode())
                .isEqualTo(409);
        var asked = Map.of("member", owner.id().toString(), "reason", "Lost the phone");
        assertThat(as(first).post(page() + "/second-factors", asked).statusCode())
                .isEqualTo(303);
        assertThat(as(first).get(page()).body())
                .contains("Reset two-factor authentication and passkeys of " + owner.email());
        assertThat(as(second)
                        .post(page() + "/changes/" + change(second) + "/approve", Map.of("reason", "Called"))
                        .statusCode())
                .isEqualTo(303);
    }

    @Test
    void the_operator_who_asked_is_offered_no_approval_and_told_why() {
        invite(first, "mallory-" + shop + "@example.com");
        assertThat(as(first).get(page()).body())
                .contains("You cannot approve your own request. Another operator has to approve it.", "/withdraw\"")
                .doesNotContain(">Approve</button>");
        assertThat(as(second).get(page()).body())
                .contains(">Approve</button>")
                .doesNotContain("You cannot approve your own request.");
        Eventually.within(
                SOON,
                "operators are told of the organization by its name",
                () -> as(first)
                        .get("/dashboard/notifications")
                        .body()
                        .contains("Shop · requested, needs approval by a second operator"));
        assertThat(as(first).get("/dashboard/notifications").body()).doesNotContain(shop + " ·");
        var fresh = SwiftUsers.of(service)
                .create(house, "fresh-" + service.clocks().newId() + "@example.com", "fresh", Role.OPERATOR)
                .user();
        assertThat(as(fresh).get(page()).body()).doesNotContain(">Approve</button>");
    }

    private String change(User operator) {
        var matcher = CHANGE.matcher(as(operator).get(page()).body());
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    private int decide(User operator, String change, String what) {
        return as(operator)
                .post(page() + "/changes/" + change + "/" + what, Map.of("reason", "Called the owner"))
                .statusCode();
    }

    private int object(User somebody, String change) {
        return as(somebody)
                .post("/dashboard/ownership/" + change + "/object", Map.of("reason", "We never asked"))
                .statusCode();
    }

    private static List<Mail> mailTo(String address) {
        return Mails.wire(service.connections(), service.vault(), service.clocks(), Optional.empty())
                .latest(500)
                .stream()
                .map(StoredMail::mail)
                .filter(mail -> mail.to().equals(address))
                .toList();
    }

    private static Optional<String> link(String address) {
        return mailTo(address).stream()
                .flatMap(mail -> LINK.matcher(mail.text()).results().map(match -> match.group(1)))
                .findFirst();
    }

    private static int come(String link) {
        return new Browsing(service.baseUrl())
                .post(
                        "/dashboard/password/new",
                        Map.of("token", link, "password", PASSWORD, "passwordConfirmation", PASSWORD))
                .statusCode();
    }

    private static String address() {
        return "mallory-" + service.clocks().newId() + "@example.com";
    }

    private static void pass(Duration time) {
        AHEAD.updateAndGet(before -> before.plus(time));
    }

    private static List<String> actions(UUID organization) {
        return Audits.wire(service.connections(), service.vault(), service.clocks())
                .page(organization, AuditFilter.all(), new Page.Request(50, 1, Page.Sort.CREATED_DESCENDING))
                .docs()
                .stream()
                .map(entry -> entry.action().action())
                .toList();
    }

    @Test
    void an_operator_alone_puts_no_owner_into_an_organization_that_has_one() {
        var mallory = address();
        assertThat(invite(first, mallory).statusCode()).isEqualTo(303);
        assertThat(link(mallory)).as("a link for the new owner").isEmpty();
        assertThat(SwiftUsers.of(service).find(mallory)).isEmpty();
        assertThat(mailTo(owner.email())).as("the owner is told").hasSize(1);
        assertThat(mailTo(owner.email()).getFirst().text())
                .contains(mallory, "first", "Asked by phone", service.baseUrl() + "/dashboard/ownership");
        assertThat(decide(first, change(first), "approve")).isEqualTo(409);
        pass(Duration.ofHours(80));
        OwnershipNode.beside(service).worker().step();
        assertThat(link(mallory)).isEmpty();
    }

    @Test
    void a_second_operator_and_the_waiting_time_let_a_new_owner_in() {
        var mallory = address();
        invite(first, mallory);
        var change = change(second);
        as(owner).get("/dashboard/ownership");
        assertThat(decide(second, change, "approve")).isEqualTo(303);
        pass(Duration.ofHours(71));
        OwnershipNode.beside(service).worker().step();
        assertThat(link(mallory)).isEmpty();
        pass(Duration.ofHours(2));
        Eventually.within(SOON, "the link is sent", () -> link(mallory).isPresent());
        assertThat(come(link(mallory).orElseThrow())).isEqualTo(303);
        assertThat(SwiftUsers.of(service).find(mallory))
                .hasValueSatisfying(user -> assertThat(user.isActiveOwner()).isTrue());
        assertThat(mailTo(owner.email()))
                .extracting(Mail::subject)
                .anyMatch(subject -> subject.startsWith("A change of control of your organization was carried out"))
                .anyMatch(subject -> subject.contains("was approved"));
        assertThat(actions(shop))
                .contains(
                        "operator/organizations/{organization}/owner",
                        "operator/organizations/{organization}/changes/{change}/approve",
                        "ownership/done");
        assertThat(actions(house))
                .contains(
                        "operator/organizations/{organization}/owner",
                        "operator/organizations/{organization}/changes/{change}/approve",
                        "ownership/done");
    }

    @Test
    void operators_see_that_no_owner_was_told_and_what_to_do() {
        invite(first, address());
        var change = change(second);
        assertThat(decide(second, change, "approve")).isEqualTo(303);
        assertThat(as(second).get(page()).body())
                .contains("Not yet", "no owner has opened this change")
                .contains("ownership confirm-told " + shop + " " + change);
        as(somebody(shop, Role.ADMIN, "admin")).get("/dashboard/ownership");
        as(owner).get("/dashboard/team");
        assertThat(as(second).get(page()).body())
                .as("neither shows it to an owner")
                .contains("Not yet");
        assertThat(as(owner).get("/dashboard/ownership").body()).contains("owner opened the page");
        assertThat(as(second).get(page()).body())
                .contains("owner opened the page")
                .doesNotContain("Not yet", "confirm-told");
    }

    @Test
    void operators_of_a_live_deployment_see_that_nobody_is_screened() {
        assertThat(as(first).get("/dashboard/operator").body()).contains("SLUICE_SCREENING=none");
    }

    @Test
    void an_objection_restarts_the_time_and_two_operators_decide_after_it() {
        var mallory = address();
        invite(first, mallory);
        var change = change(second);
        decide(second, change, "approve");
        pass(Duration.ofHours(71));
        assertThat(object(somebody(shop, Role.ADMIN, "admin"), change)).isEqualTo(409);
        assertThat(object(owner, change)).isEqualTo(303);
        assertThat(object(owner, change)).isEqualTo(409);
        assertThat(mailTo(owner.email()).getFirst().text()).contains("We never asked", "two operators");
        assertThat(actions(house)).contains("ownership/objected");
        pass(Duration.ofHours(2));
        OwnershipNode.beside(service).worker().step();
        assertThat(link(mallory)).as("the approval from before counts no more").isEmpty();
        assertThat(decide(second, change, "approve")).isEqualTo(409);
        pass(Duration.ofHours(71));
        assertThat(decide(second, change, "approve")).isEqualTo(303);
        OwnershipNode.beside(service).worker().step();
        assertThat(link(mallory)).as("one of two").isEmpty();
        assertThat(decide(somebody(house, Role.OPERATOR, "newcomer"), change, "approve"))
                .isEqualTo(409);
        assertThat(decide(first, change, "approve")).isEqualTo(303);
        Eventually.within(SOON, "the link is sent", () -> link(mallory).isPresent());
    }

    @Test
    void owners_see_what_is_asked_for_and_nobody_of_another_organization_objects() {
        var mallory = address();
        invite(first, mallory);
        var change = change(second);
        assertThat(as(owner).get("/dashboard/ownership").body())
                .contains(mallory, "Asked by phone", "/dashboard/ownership/" + change + "/object");
        assertThat(as(owner).get("/dashboard/team").body()).contains("href=\"/dashboard/ownership\"");
        var elsewhere = organizations.create("Other", Switches.live()).id();
        assertThat(object(somebody(elsewhere, Role.OWNER, "stranger"), change)).isEqualTo(404);
        assertThat(as(owner)
                        .post("/dashboard/ownership/" + change + "/object", Map.of("reason", " "))
                        .statusCode())
                .isEqualTo(400);
        assertThat(decide(first, change, "withdraw")).isEqualTo(303);
        assertThat(object(owner, change)).isEqualTo(409);
        assertThat(decide(second, change, "approve")).isEqualTo(409);
        assertThat(as(owner).get("/dashboard/ownership").body()).contains("Withdrawn");
    }

    @Test
    void the_first_owner_is_invited_at_once_and_shuts_out_others_who_have_not_come() {
        shop = organizations.create("New shop", Switches.live()).id();
        var right = address();
        var dormant = address();
        assertThat(invite(first, right).statusCode()).isEqualTo(303);
        assertThat(invite(first, dormant).statusCode()).isEqualTo(303);
        assertThat(invite(first, right).statusCode()).isEqualTo(303);
        var planted = link(dormant).orElseThrow();
        assertThat(come(link(right).orElseThrow())).isEqualTo(303);
        assertThat(come(planted)).isEqualTo(410);
        int before = mailTo(dormant).size();
        assertThat(invite(first, dormant).statusCode()).isEqualTo(303);
        assertThat(mailTo(dormant)).as("no other link").hasSize(before);
        assertThat(as(second).get(page()).body()).contains("/changes/");
        assertThat(invite(first, right).statusCode()).isEqualTo(409);
    }
}
