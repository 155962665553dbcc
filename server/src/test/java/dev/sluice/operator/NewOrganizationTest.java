package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.app.Eventually;
import dev.sluice.dashboard.Browsing;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.mail.Mail;
import dev.sluice.mail.StoredMail;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Creation of an organization by an operator, and its first owner: an invited user that may never accept.
class NewOrganizationTest extends DashboardTest {
    private static final Pattern LINK = Pattern.compile("http\\S+/dashboard/password/new#token=(\\S+)");
    private static final Pattern FORM_KEY = Pattern.compile("name=\"formKey\" value=\"([^\"]+)\"");
    private static final String PASSWORD = "the very first password";

    private final String email = "dewi-" + service.clocks().newId() + "@toko.example";
    private Person operator;
    private String organization;

    @BeforeEach
    void found() {
        operator = person(Role.OPERATOR);
        organization = operator.post(
                        "/dashboard/operator/organizations", Map.of("name", "Toko Baru", "reason", "Signed"))
                .headers()
                .firstValue("Location")
                .orElseThrow();
    }

    private int invite() {
        return operator.post(organization + "/owner", Map.of("ownerName", "Dewi", "email", email, "reason", "Signed"))
                .statusCode();
    }

    private int withdraw(User user) {
        return operator.post(
                        organization + "/withdraw", Map.of("person", user.id().toString(), "reason", "Wrong address"))
                .statusCode();
    }

    private static List<Mail> mailTo(String address) {
        return mails().latest(200).stream()
                .map(StoredMail::mail)
                .filter(mail -> mail.to().equals(address))
                .toList();
    }

    /// Returns the links in a recipient's mails, newest first.
    private List<String> links() {
        return mailTo(email).stream()
                .flatMap(mail -> LINK.matcher(mail.text()).results().map(match -> match.group(1)))
                .toList();
    }

    private int come(String link) {
        var fields = Map.of("token", link, "password", PASSWORD, "passwordConfirmation", PASSWORD);
        return new Browsing(service.baseUrl())
                .post("/dashboard/password/new", fields)
                .statusCode();
    }

    private User owner() {
        return users().find(email).orElseThrow();
    }

    @Test
    void who_has_not_come_gets_another_link_and_who_has_is_taken() {
        assertThat(invite()).isEqualTo(303);
        assertThat(operator.get(organization).body()).contains("invited, not signed in yet");
        assertThat(invite()).isEqualTo(303);
        assertThat(links()).hasSize(2);
        assertThat(come(links().getLast())).isEqualTo(410);
        assertThat(come(links().getFirst())).isEqualTo(303);
        assertThat(invite()).isEqualTo(409);
        assertThat(operator.get(organization).body()).doesNotContain("invited, not signed in yet");
        assertThat(mailTo(email)).extracting(Mail::subject).contains("Your password is set");
    }

    @Test
    void an_invitation_is_withdrawn_and_its_link_opens_nothing() {
        invite();
        var invited = owner();
        assertThat(withdraw(invited)).isEqualTo(303);
        assertThat(come(links().getFirst())).isEqualTo(410);
        assertThat(operator.get(organization).body()).doesNotContain("invited, not signed in yet");
        assertThat(deeds(invited.organizationId(), 1).getFirst().fields()).containsEntry("before.email", email);
        assertThat(withdraw(invited)).isEqualTo(409);
        assertThat(invite()).isEqualTo(303);
        assertThat(come(links().getFirst())).isEqualTo(303);
        assertThat(withdraw(owner())).isEqualTo(409);
        assertThat(owner().disabledAt()).isEmpty();
    }

    @Test
    void who_was_uninvited_can_be_invited_by_another_organization() {
        invite();
        var uninvited = owner();
        withdraw(uninvited);
        assertThat(users().find(email)).isEmpty();
        assertThat(users().list(uninvited.organizationId())).isEmpty();
        var elsewhere = "/dashboard/operator/organizations/" + merchant.organizationId() + "/owner";
        var form = Map.of("ownerName", "Dewi", "email", email, "reason", "Signed");
        assertThat(operator.post(elsewhere, form).statusCode()).isEqualTo(303);
        assertThat(come(links().getLast())).isEqualTo(410);
        assertThat(come(links().getFirst())).isEqualTo(303);
        assertThat(owner().organizationId()).isEqualTo(merchant.organizationId());
    }

    @Test
    void who_comes_while_the_invitation_is_withdrawn_is_in_or_out() {
        for (int round = 0; round < 5; round++) {
            invite();
            var invited = owner();
            var link = links().getFirst();
            var statuses = AtOnce.both(() -> come(link), () -> withdraw(invited));
            assertThat(statuses).isIn(List.of(303, 409), List.of(410, 303));
            assertThat(users().find(email).isPresent()).isEqualTo(statuses.getFirst() == 303);
            if (statuses.getFirst() == 303) {
                return;
            }
        }
    }

    @Test
    void nobody_of_another_organization_is_touched() {
        invite();
        var elsewhere = "/dashboard/operator/organizations/" + merchant.organizationId() + "/withdraw";
        var form = Map.of("person", owner().id().toString(), "reason", "Wrong address");
        assertThat(operator.post(elsewhere, form).statusCode()).isEqualTo(409);
        assertThat(owner().disabledAt()).isEmpty();
        assertThat(come(links().getFirst())).isEqualTo(303);
    }

    private static String formKey(String page) {
        var key = FORM_KEY.matcher(page);
        assertThat(key.find()).isTrue();
        return key.group(1);
    }

    /// Sends the form of a new organization, and terminates the service's database connection during the insert.
    private HttpResponse<String> cutOff(Map<String, String> form) throws Exception {
        var held = new CountDownLatch(1);
        var free = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.execute(() -> service.connections().run(tx -> {
                tx.handle().execute("LOCK TABLE merchant_organization IN SHARE MODE");
                held.countDown();
                awaited(free);
            }));
            awaited(held);
            var answer = threads.submit(() -> operator.post("/dashboard/operator/organizations", form));
            try {
                Eventually.within(Duration.ofSeconds(30), "the connection is cut", NewOrganizationTest::cut);
            } finally {
                free.countDown();
            }
            return answer.get();
        }
    }

    private static boolean cut() {
        return service.connections()
                        .<Integer>read(handle ->
                                handle.createQuery("""
                        SELECT count(pg_terminate_backend(pid))::int FROM pg_stat_activity
                        WHERE datname = current_database() AND wait_event_type = 'Lock'
                            AND query LIKE '%INSERT INTO merchant_organization%'
                        """).mapTo(Integer.class).one())
                > 0;
    }

    private static void awaited(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// The outcome is unknown, as after a lost response to the commit.
    @Test
    void one_that_nobody_knows_to_be_made_comes_back_under_the_key_that_it_had() throws Exception {
        var key = formKey(operator.get("/dashboard/operator/organizations").body());
        var form = Map.of("name", "Warung Putus", "formKey", key, "reason", "Signed");
        var lost = cutOff(form);
        assertThat(lost.statusCode()).isEqualTo(503);
        assertThat(lost.body())
                .contains(
                        "The result is not known yet",
                        "href=\"/dashboard/operator/organizations\">Check whether it is complete",
                        "name=\"formKey\" value=\"" + key + "\"");
        var again = operator.post("/dashboard/operator/organizations", form);
        assertThat(again.headers().firstValue("Location")).contains("/dashboard/operator/organizations/" + key);
    }

    @Test
    void a_form_makes_one_organization_however_often_it_is_sent() {
        var key = formKey(operator.get("/dashboard/operator/organizations").body());
        var form = Map.of("name", "Warung Satu", "formKey", key, "reason", "Signed");
        var first = operator.post("/dashboard/operator/organizations", form);
        var second = operator.post("/dashboard/operator/organizations", form);
        assertThat(first.statusCode()).isEqualTo(303);
        assertThat(second.statusCode()).isEqualTo(303);
        assertThat(second.headers().firstValue("Location"))
                .isEqualTo(first.headers().firstValue("Location"));
        assertThat(operator.get("/dashboard/operator/organizations?organizationName=Warung+Satu")
                        .body())
                .containsOnlyOnce(">Warung Satu</a>");
    }
}
