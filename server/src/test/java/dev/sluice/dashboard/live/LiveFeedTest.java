package dev.sluice.dashboard.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.http.Wire;
import dev.sluice.merchant.Role;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests of the live feed over HTTP.
@Tag("slow")
class LiveFeedTest extends DashboardTest {
    private static final String HELLO = "{}";

    private static Listener listen(Person person, String words) {
        var listener = Listener.of(person, words, UUID.randomUUID().toString(), 0);
        assertThat(listener.next()).hasValue(HELLO);
        return listener;
    }

    @Test
    void a_window_hears_what_it_wants_of_its_own_organization_and_nothing_of_others() {
        try (var other = Merchant.at(service);
                var window = listen(person(Role.VIEWER), "deposit,recipient")) {
            assertThat(window.contentType()).isEqualTo("text/event-stream");
            assertThat(window.header("Cache-Control")).isEqualTo("no-store");
            assertThat(window.header("X-Accel-Buffering")).isEqualTo("no");
            var theirs = other.createDeposit("014_VA", "150000");
            var unwanted = merchant.paid("1234567890", "10000");
            other.awaitDeposit(theirs, "pending");
            merchant.await(unwanted, "completed");
            var own = merchant.createDeposit("014_VA", "160000");
            var heard = new ArrayList<String>();
            while (heard.stream().noneMatch(hint -> hint.contains(own))) {
                heard.add(window.next().orElseThrow());
            }
            assertThat(String.join("\n", heard)).contains(own).doesNotContain(theirs, unwanted, "Siti");
            assertThat(heard.getLast()).isEqualTo("{\"deposit\":[\"" + own + "\"]}");
        }
    }

    @Test
    void a_window_that_shows_one_payment_hears_of_that_alone() {
        var shown = merchant.createDeposit("014_VA", "150000");
        try (var window = Listener.of(person(Role.VIEWER), "deposit:" + shown, "one", 0)) {
            window.next();
            merchant.createDeposit("014_VA", "160000");
            merchant.payIn(shown, null);
            merchant.awaitDeposit(shown, "completed");
            assertThat(window.next()).hasValue("{\"deposit\":[\"" + shown + "\"]}");
        }
    }

    @Test
    void what_happened_since_its_page_was_asked_for_is_made_up_for() {
        var person = person(Role.VIEWER);
        try (var quiet = Listener.of(person, "deposit", "quiet", 1000)) {
            assertThat(quiet.next()).hasValue(HELLO);
        }
        merchant.createDeposit("014_VA", "150000");
        try (var late = Listener.of(person, "deposit", "late", 1000)) {
            assertThat(late.next().orElseThrow()).contains("\"all\":[]");
        }
    }

    @Test
    void a_notice_is_heard_of() {
        try (var window = listen(person(Role.VIEWER), "notice")) {
            merchant.await(merchant.paid("9999000001", "10000"), "failed");
            assertThat(window.next()).hasValue("{\"notice\":[]}");
        }
    }

    @Test
    void a_file_that_is_under_way_is_watched() {
        var person = person(Role.MAKER);
        var file = "name,email,address,city,post code,currency,country,account_name,bank_name,account_number\n"
                + "Siti,siti@example.com,Jl. Braga 9,Bandung,40111,IDR,ID,Siti Rahayu,Bank Central Asia,1234567890\n";
        var page = person.upload(
                        "/dashboard/recipients/import", Map.of(), "payees.csv", file.getBytes(StandardCharsets.UTF_8))
                .headers()
                .firstValue("Location")
                .orElseThrow();
        var id = page.substring(page.lastIndexOf('/') + 1);
        try (var window = Listener.of(person, "import:" + id, "file", 0)) {
            var hint = "{\"import\":[\"" + id + "\"]}";
            // The first hint, and possible changes before the first poll.
            var heard = window.next().orElseThrow();
            assertThat(heard.equals(hint) || window.next().orElseThrow().equals(hint))
                    .isTrue();
            assertThat(person.post(page + "/confirm", Map.of()).statusCode()).isEqualTo(303);
            assertThat(window.next()).hasValue(hint);
        }
    }

    /// Waits for a hint, and ignores other hints.
    private static void awaitHint(Listener window, String word) {
        boolean reported;
        do {
            reported = window.next().orElseThrow().contains("\"" + word + "\":[]");
        } while (!reported);
    }

    /// Changes before the first poll are unknown, so a hint is sent once.
    @Test
    void developers_hear_of_requests() {
        try (var window = Listener.of(person(Role.DEVELOPER), "request", "requests", 0)) {
            awaitHint(window, "request");
            merchant.client().get("/v1/balance").expect(200);
            awaitHint(window, "request");
        }
    }

    @Test
    void an_operator_hears_how_a_proof_gets_on() {
        var operator = person(Role.OPERATOR);
        try (var window = Listener.of(operator, "proof", "proofs", 0)) {
            awaitHint(window, "proof");
            operator.post("/dashboard/operator/ledger/proof", Map.of("reason", "Month end"));
            awaitHint(window, "proof");
        }
    }

    /// Each change sends a hint; at most one is merged with earlier ones.
    @Test
    void an_operator_hears_that_a_rail_was_stopped_and_started() {
        var operator = person(Role.OPERATOR);
        var rail = "/dashboard/operator/rails/sandbox";
        try (var window = Listener.of(operator, "desk", "rails", 0)) {
            for (int round = 0; round < 2; round++) {
                operator.post(rail + "/stop", Map.of("reason", "The bank is away"));
                awaitHint(window, "desk");
                operator.post(rail + "/start", Map.of("reason", "It is back"));
                awaitHint(window, "desk");
            }
        }
    }

    @Test
    void an_operator_hears_that_something_happened_anywhere_and_not_what() {
        try (var window = Listener.of(person(Role.OPERATOR), "desk", "desk", 0)) {
            window.next();
            merchant.createDeposit("014_VA", "150000");
            assertThat(window.next()).hasValue("{\"desk\":[]}");
        }
    }

    @Test
    void whoever_is_signed_out_hears_no_more() {
        var person = person(Role.VIEWER);
        try (var window = listen(person, "deposit")) {
            var session = sessions().visitor(person.token()).orElseThrow().sessionId();
            sessions().end(person.user(), session);
            assertThat(window.next()).hasValue("{\"end\":\"OUT\"}");
            merchant.createDeposit("014_VA", "150000");
            assertThat(window.next()).isEmpty();
        }
        assertThat(person.get(Listener.path("deposit", "again", 0)).statusCode())
                .isEqualTo(303);
    }

    @Test
    void whoever_loses_access_hears_no_more() {
        var person = person(Role.VIEWER);
        try (var window = listen(person, "deposit")) {
            users().disable(merchant.organizationId(), person.user().email());
            assertThat(window.next()).hasValue("{\"end\":\"OUT\"}");
            assertThat(window.next()).isEmpty();
        }
    }

    @Test
    void a_person_has_four_windows_and_a_tab_has_one() {
        var person = person(Role.VIEWER);
        var windows = new ArrayList<Listener>();
        try {
            for (int at = 0; at < Hub.OF_PERSON_MAX; at++) {
                windows.add(Listener.of(person, "deposit", "tab-" + at, 0));
                assertThat(windows.getLast().next()).hasValue(HELLO);
            }
            var refused = person.get(Listener.path("deposit", "tab-more", 0));
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.body()).contains("4 windows with live updates");
            windows.add(Listener.of(person, "deposit", "tab-0", 0));
            assertThat(windows.getLast().next()).hasValue(HELLO);
            assertThat(windows.getFirst().next()).hasValue("{\"end\":\"REPLACED\"}");
            assertThat(windows.getFirst().next()).isEmpty();
            try (var colleague = listen(person(Role.VIEWER), "deposit")) {
                assertThat(colleague.contentType()).isEqualTo("text/event-stream");
            }
        } finally {
            windows.forEach(Listener::close);
        }
    }

    @Test
    void whoever_asks_for_a_head_ends_no_window() {
        var person = person(Role.VIEWER);
        var here = service.baseUrl();
        var path = Listener.path("deposit", "head", 0);
        var cookie = DashboardGuard.SESSION + "=" + person.token();
        var asked = "HEAD %s HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\n\r\n".formatted(path, here.getAuthority(), cookie);
        try (var window = Listener.of(person, "deposit", "head", 0);
                var wire = new Wire(here.getPort())) {
            assertThat(window.next()).hasValue(HELLO);
            assertThat(wire.send(asked).receiveHead().status()).isEqualTo(405);
            merchant.createDeposit("014_VA", "150000");
            assertThat(window.next().orElseThrow()).startsWith("{\"deposit\":");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "VIEWER, '', tab, 400, words is required",
        "VIEWER, 'payout,money', tab, 400, words must be kinds",
        "VIEWER, bulk, tab, 400, words must be kinds",
        "VIEWER, payout:17, tab, 400, words must be kinds",
        "VIEWER, payout, '', 400, window must be",
        "VIEWER, desk, tab, 403, You do not have access",
        "VIEWER, request, tab, 403, You do not have access",
        "OWNER, proof, tab, 403, You do not have access",
        "OPERATOR, payout, tab, 403, You do not have access"
    })
    void what_cannot_be_heard_is_refused(Role role, String words, String window, int status, String reason) {
        var answer = person(role).get(Listener.path(words, window, 0));
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains(reason);
    }

    @Test
    void a_service_stops_in_time_while_windows_are_open() {
        var sibling = service.sibling();
        var person = person(Role.VIEWER);
        var there = new Person(sibling.baseUrl(), person.user(), person.token());
        try (var window = listen(there, "deposit")) {
            long start = System.nanoTime();
            sibling.close();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(9));
            assertThat(window.next()).isEmpty();
        }
    }

    @Test
    void a_window_at_one_node_hears_of_what_another_did() {
        try (var sibling = service.sibling();
                var window = listen(person(Role.VIEWER), "recipient")) {
            merchant.elsewhere(sibling).post("/v1/recipient", """
                            {"name":"Siti Rahayu","email":"siti@example.com","address":"Jalan Braga 99",\
                            "city":"Bandung","postCode":"40111","bank":{"accountName":"Siti Rahayu","currency":"IDR",\
                            "country":"ID","bankName":"Bank Central Asia","accountNumber":"1234567890",\
                            "paymentCode":"014"}}\
                            """).expect(201);
            assertThat(window.next().orElseThrow()).startsWith("{\"recipient\":[\"");
        }
    }
}
