package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.TestService;
import dev.sluice.client.WebhookSigner;
import dev.sluice.http.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The command `listen` against a service, and against one that becomes unavailable.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
final class ListenTest {
    @TempDir
    private static Path dir = Path.of(".");

    private final TestService service = TestService.start();
    private Terminal terminal = new Terminal(null, dir);

    @BeforeAll
    void connect() {
        terminal = Terminal.at(service, dir);
    }

    @AfterAll
    void close() {
        service.close();
    }

    @Test
    void it_prints_what_happens_from_now_on() throws InterruptedException {
        var before = triggered("recipient.created");
        try (var listening = listening("--json")) {
            var after = triggered("recipient.created");
            listening.await(printed -> printed.out().contains(after));
            var printed = listening.stop();
            assertThat(printed.code()).isZero();
            assertThat(printed.out()).doesNotContain(before);
            assertThat(printed.out().lines()).hasSize(1);
            assertThat(Json.parse(printed.out().getBytes(StandardCharsets.UTF_8))
                            .path("type")
                            .stringValue())
                    .isEqualTo("recipient.created");
            assertThat(printed.err()).contains("to continue from here: --since " + after);
        }
    }

    @Test
    void a_line_says_when_what_of_which_payment_and_how_it_stands() throws InterruptedException {
        try (var listening = listening("--types", "deposit.*,convert.completed")) {
            triggered("recipient.created");
            triggered("deposit.completed");
            triggered("convert.completed");
            var printed = listening.await(each -> each.out().contains("convert.completed"));
            assertThat(printed.out().lines()).hasSize(3);
            assertThat(printed.out())
                    .containsPattern(
                            "(?m)^....-..-..T..:..:..\\....Z  deposit.created +\\S{36}  #1  pending  100000 IDR$")
                    .containsPattern("deposit.completed +\\S{36}  #2  completed  100000 IDR")
                    .containsPattern("convert.completed +\\S{36}  #1  10 usdc-polygon");
        }
    }

    @ParameterizedTest
    @CsvSource({"number, 100000", "STRING, '\"100000\"'"})
    void amounts_come_in_the_form_that_is_asked_for(String form, String amount) throws Exception {
        try (var receiver = new Receiver();
                var listening = listening(
                        "--amounts",
                        form,
                        "--types",
                        "deposit.created",
                        "--json",
                        "--forward-to",
                        receiver.url().toString())) {
            triggered("deposit.completed");
            var printed = listening.await(each -> each.out().contains("deposit.created"));
            assertThat(printed.out()).contains("\"inputAmount\":" + amount + ",");
            receiver.await(1);
            assertThat(receiver.got().getFirst().body()).contains("\"inputAmount\":" + amount + ",");
        }
        assertThat(terminal.run("listen", "--amounts", "text").err()).contains("--amounts", "number", "string");
    }

    @Test
    void since_an_event_comes_what_was_missed() throws InterruptedException {
        var first = triggered("recipient.created");
        var second = triggered("recipient.created");
        try (var listening = listening("--since", first, "--json")) {
            listening.await(printed -> printed.out().contains(second));
            assertThat(listening.printed().out()).doesNotContain("\"id\":\"" + first);
        }
        try (var listening = listening("--since", "start", "--json")) {
            listening.await(printed -> printed.out().contains(second));
            assertThat(listening.printed().out()).contains("\"id\":\"" + first);
        }
        assertThat(terminal.run("listen", "--since", "nothing").err()).contains("EVENT_NOT_FOUND");
    }

    @Test
    void it_forwards_signed_and_says_what_was_answered() throws Exception {
        try (var receiver = new Receiver();
                var listening = listening("--forward-to", "127.0.0.1:" + receiver.port() + "/hook")) {
            var id = triggered("recipient.created");
            receiver.await(1);
            var printed = listening.await(each -> each.err().contains(id + " -> 204 in "));
            var secret =
                    Files.readString(dir.resolve(ListenSecret.FILE)).strip().split("=", 2)[1];
            assertThat(printed.err()).contains("signed with " + secret);
            var got = receiver.got().getFirst();
            assertThat(got.id()).isEqualTo(id);
            assertThat(Json.parse(got.body().getBytes(StandardCharsets.UTF_8)))
                    .isEqualTo(
                            Json.parse(terminal.run("event", "show", id).out().getBytes(StandardCharsets.UTF_8)));
            var verified = got.verified(terminal, secret, dir);
            assertThat(verified.code()).as(verified.out()).isZero();
            var other = got.verified(terminal, WebhookSigner.freshSecret(terminal.random()), dir);
            assertThat(other.code()).isEqualTo(1);
        }
    }

    @Test
    void a_payment_that_is_not_taken_keeps_its_order_and_holds_up_no_other() throws Exception {
        try (var receiver = new Receiver();
                var listening = listening(
                        "--types", "recipient.*", "--forward-to", receiver.url().toString())) {
            var stubborn = new AtomicInteger(3);
            receiver.answer = got -> got.body().contains("recipient.created")
                            && got.body().contains("Siti")
                            && stubborn.getAndDecrement() > 0
                    ? 500
                    : 200;
            var updated = triggered("recipient.updated");
            receiver.await(2);
            var printed = listening.await(each -> each.err().contains(updated + " -> 200"));
            assertThat(printed.err()).contains("-> 500", "; retry in ");
            var types = receiver.got().stream()
                    .filter(got -> got.status() == 200)
                    .map(got -> Json.parse(got.body().getBytes(StandardCharsets.UTF_8))
                            .path("type")
                            .stringValue());
            assertThat(types).containsExactly("recipient.created", "recipient.updated");
        }
    }

    @Test
    void payments_that_hang_hold_up_neither_others_nor_what_is_printed() throws Exception {
        var hanging = new CountDownLatch(1);
        try (var receiver = new Receiver();
                var listening =
                        listening("--json", "--forward-to", receiver.url().toString())) {
            receiver.answer = got -> got.body().contains("deposit.") ? answeredAfter(hanging) : 204;
            var slow = new ArrayList<String>();
            for (int each = 0; each < 3; each++) {
                slow.add(triggered("deposit.completed"));
            }
            var others = new ArrayList<String>();
            for (int each = 0; each < 3; each++) {
                others.add(triggered("recipient.created"));
            }
            receiver.await(others.size());
            assertThat(receiver.ids()).containsExactlyInAnyOrderElementsOf(others);
            assertThat(listening.printed().out()).contains(slow).contains(others);
            hanging.countDown();
            // Two events per deposit: its creation, and then its completion.
            receiver.await(others.size() + 2 * slow.size());
            for (var id : slow) {
                var completed = receiver.event(id);
                assertThat(receiver.got().stream()
                                .filter(got -> got.body()
                                        .contains(completed.path("orderId").stringValue()))
                                .filter(got -> got.status() == 204)
                                .map(got -> Json.parse(got.body().getBytes(StandardCharsets.UTF_8))
                                        .path("sequence")
                                        .intValue()))
                        .containsExactly(1, 2);
            }
        } finally {
            hanging.countDown();
        }
    }

    private static int answeredAfter(CountDownLatch moment) {
        try {
            moment.await();
            return 204;
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            return 500;
        }
    }

    @Test
    void however_many_are_refused_new_ones_are_sent() throws Exception {
        try (var receiver = new Receiver();
                var listening = listening("--forward-to", receiver.url().toString())) {
            receiver.answer = got -> got.body().contains("deposit.") ? 500 : 204;
            for (int each = 0; each < 20; each++) {
                triggered("deposit.created");
            }
            var taken = triggered("recipient.created");
            listening.await(each -> each.err().contains(taken + " -> 204"));
            var printed = listening.stop();
            assertThat(printed.err()).contains("20 events were not accepted by the receiver", "retry in 500 ms");
        }
    }

    @Test
    void what_waits_is_forwarded_while_the_service_is_away() throws Exception {
        var node = service.sibling(Map.of());
        try (var receiver = new Receiver();
                var listening = Terminal.at(node, dir)
                        .start("listen", "--forward-to", receiver.url().toString())) {
            listening.await(printed -> printed.err().contains("listening"));
            var isOpen = new AtomicBoolean();
            receiver.answer = _ -> isOpen.get() ? 204 : 503;
            var id = triggered("recipient.created");
            listening.await(printed -> printed.err().contains(id + " -> 503"));
            node.close();
            listening.await(printed -> printed.err().contains("Trying again"));
            isOpen.set(true);
            listening.await(printed -> printed.err().contains(id + " -> 204"));
        } finally {
            node.close();
        }
    }

    @Test
    void what_the_receiver_missed_can_be_had_later() throws Exception {
        int port;
        try (var gone = new Receiver()) {
            port = gone.port();
        }
        var before = triggered("recipient.created");
        String missed;
        String hint;
        try (var listening = listening("--forward-to", "http://127.0.0.1:" + port)) {
            missed = triggered("recipient.created");
            listening.await(printed -> printed.err().contains(missed + " -> no connection"));
            hint = listening.stop().err();
        }
        assertThat(hint).contains("1 event was not accepted", "--since " + before);
        try (var receiver = new Receiver();
                var listening = listening(
                        "--since", before, "--forward-to", receiver.url().toString())) {
            receiver.await(1);
            listening.await(printed -> printed.err().contains(missed + " -> 204"));
            assertThat(receiver.ids()).containsExactly(missed);
        }
    }

    @Test
    void it_goes_on_where_it_was_when_the_service_comes_back() throws Exception {
        int port;
        try (var free = new Receiver()) {
            port = free.port();
        }
        var settings = Map.of("SLUICE_PORT", Integer.toString(port));
        var node = service.sibling(settings);
        try (var listening = Terminal.at(node, dir).start("listen", "--json")) {
            listening.await(printed -> printed.err().contains("listening"));
            var first = triggered("recipient.created");
            listening.await(printed -> printed.out().contains(first));
            node.close();
            listening.await(printed -> printed.err().contains("Trying again"));
            var missed = triggered("recipient.created");
            node = service.sibling(settings);
            var later = triggered("recipient.created");
            var printed = listening.await(each -> each.out().contains(later));
            assertThat(printed.out().lines().map(line -> line.substring(0, line.indexOf(','))))
                    .containsExactly(idField(first), idField(missed), idField(later));
            assertThat(printed.err()).contains("the service is available again");
        } finally {
            node.close();
        }
    }

    private static String idField(String id) {
        return "{\"id\":\"" + id + "\"";
    }

    @Test
    void what_is_wrong_is_said_at_once() throws IOException {
        assertThat(terminal.run("listen", "--types", "payout.*").err()).contains("unknown event type payout.*");
        assertThat(terminal.run("listen", "--forward-to", "ftp://x/y").err())
                .contains("invalid --forward-to: the scheme is ftp://");
        for (var secret : List.of("whsec_!", "abc", "whsec_YWJj", "")) {
            assertThat(terminal.run("listen", "--forward-to", "localhost:1", "--secret", secret)
                            .err())
                    .startsWith("error: a webhook's secret is whsec_ and base64 of 24 to 64 bytes; ");
        }
        var nowhere = new Terminal(null, dir);
        nowhere.environment.putAll(terminal.environment);
        nowhere.environment.put("SLUICE_BASE_URL", "http://127.0.0.1:1");
        assertThat(nowhere.run("listen").err()).contains("no response from http://127.0.0.1:1", "serve");
        var stranger = new Terminal(null, dir);
        stranger.environment.putAll(terminal.environment);
        stranger.environment.put("SLUICE_CLIENT_ID", "ci_other");
        assertThat(stranger.run("event", "list").err())
                .contains("401 AUTH_UNKNOWN_CLIENT", "does not accept the SLUICE_CLIENT_ID in the environment");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "''; the host is missing",
                "http://; the host is missing",
                "http:///hook; the host is missing",
                "localhost:65536; port 65536 is outside",
                "localhost:0/hook; port 0 is outside",
                "localhost:99999999999; port 99999999999",
                "localhost:port; port port is outside",
                "ftp://x/y; the scheme is ftp://",
                "http://me:hush@localhost:3000/; user and password",
                "me:hush@localhost:3000; user and password",
                "http://back_office:3000/; back_office:3000 is not a host name",
                "http://local host/; not a valid URL",
            })
    void an_address_that_cannot_be_forwarded_to_is_said_in_one_line(String address, String reason) {
        var printed = terminal.run("listen", "--forward-to", address);
        assertThat(printed.code()).isEqualTo(1);
        assertThat(printed.err())
                .startsWith("error: invalid --forward-to: ")
                .contains(reason)
                .doesNotContain("hush")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({
        "localhost:3000/webhook, http://localhost:3000/webhook",
        "HTTPS://shop.example, HTTPS://shop.example",
        "[::1]:3000, http://[::1]:3000",
        "http://[::1]/, http://[::1]/"
    })
    void an_address_may_be_short(String typed, String meant) {
        assertThat(Receivers.of(typed)).hasToString(meant);
    }

    private Terminal.Running listening(String... options) throws InterruptedException {
        var command = new ArrayList<>(List.of("listen"));
        command.addAll(List.of(options));
        var running = terminal.start(command.toArray(String[]::new));
        running.await(printed -> printed.err().contains("listening"));
        return running;
    }

    private String triggered(String type) {
        return triggered(terminal, type);
    }

    private static String triggered(Terminal at, String type) {
        var printed = at.run("trigger", type);
        assertThat(printed.code()).as(printed.err()).isZero();
        return printed.out().lines().toList().getLast();
    }
}
