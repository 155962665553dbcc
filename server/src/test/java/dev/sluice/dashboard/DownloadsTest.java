package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.merchant.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Tests of concurrent exports: each releases its place, and requests beyond the limit are refused.
class DownloadsTest extends DashboardTest {
    private static final String FILE = "/dashboard/balances/statement.csv";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /// Requests far more files than the concurrency limit. Each place is released: after a complete download,
    /// after a disconnect, and after a HEAD request. After a disconnect it may take some time.
    @Test
    void every_file_gives_its_place_back() {
        var person = person(Role.VIEWER);
        for (int i = 0; i < atOnce() + 4; i++) {
            Eventually.within(PATIENCE, "a file is written", () -> isRead(person, "GET"));
            Eventually.within(PATIENCE, "its head is written", () -> isRead(person, "HEAD"));
            leave(person);
        }
        Eventually.within(PATIENCE, "all places are free", () -> {
            var held = new ArrayList<Answer.Writing>();
            for (int i = 0; i < ofOne(); i++) {
                var writing = begun(person).writing();
                if (writing != null) {
                    held.add(writing);
                }
            }
            held.forEach(Answer.Writing::close);
            return held.size() == ofOne();
        });
    }

    @Test
    void where_there_are_too_many_a_page_says_so_and_other_pages_and_organizations_go_on() {
        var person = person(Role.VIEWER);
        var held = new ArrayList<Answer.Writing>();
        for (int i = 0; i < ofOne(); i++) {
            held.add(Objects.requireNonNull(begun(person).writing()));
        }
        try (var neighbour = Merchant.at(service)) {
            var refused = person.get(FILE);
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).contains("10");
            assertThat(refused.body()).contains("Too many downloads at once", "Try again in a moment");
            assertThat(person.get("/dashboard/balances/statement").statusCode()).isEqualTo(200);
            var other = users().create(
                            neighbour.organizationId(),
                            "other-" + service.clocks().newId() + "@example.com",
                            "O",
                            Role.VIEWER);
            var theirs = sessions().open(other.user(), "127.0.0.1", "test", true);
            assertThat(isWritten(new Person(service.baseUrl(), other.user(), theirs)))
                    .isTrue();
        } finally {
            held.forEach(Answer.Writing::close);
        }
        held.forEach(Answer.Writing::close); // twice is no error, and frees nobody else's
        assertThat(isWritten(person)).isTrue();
    }

    /// The result needs much memory before the first byte is written, so the limit applies to its preparation,
    /// too.
    @Test
    void the_result_of_a_file_is_made_in_its_place() {
        var person = person(Role.VIEWER);
        var result = "/dashboard/payouts/bulk/" + service.clocks().newId() + "/result";
        for (int i = 0; i < atOnce() + 4; i++) {
            assertThat(person.get(result).statusCode()).isEqualTo(404); // gives its place back
        }
        var held = new ArrayList<Answer.Writing>();
        for (int i = 0; i < ofOne(); i++) {
            held.add(Objects.requireNonNull(begun(person).writing()));
        }
        assertThat(person.get(result).statusCode()).isEqualTo(503);
        held.forEach(Answer.Writing::close);
        assertThat(person.get(result).statusCode()).isEqualTo(404);
    }

    private static int atOnce() {
        return (int) Math.max(4, Runtime.getRuntime().maxMemory() / (32L * 1024 * 1024));
    }

    /// Returns the limit per organization.
    private static int ofOne() {
        return Math.ceilDiv(atOnce(), 2);
    }

    private static boolean isWritten(Person person) {
        return person.get(FILE).statusCode() == 200;
    }

    /// Starts a response that the client does not read yet.
    private static Answer begun(Person person) {
        var route = service.routes().all().stream()
                .filter(each -> each.template().equals(FILE))
                .findFirst()
                .orElseThrow();
        var cookie = DashboardGuard.SESSION + "=" + person.token();
        return route.handler()
                .handle(new Request(
                        "held",
                        Method.GET,
                        FILE,
                        "",
                        new byte[0],
                        "127.0.0.1",
                        Map.of(),
                        name -> name.equalsIgnoreCase("Cookie") ? cookie : null));
    }

    /// Downloads the file completely, and reports whether it succeeded.
    private static boolean isRead(Person person, String method) {
        try (var socket = asked(person, method)) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .startsWith("HTTP/1.1 200");
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /// Requests the file, and disconnects before the response.
    private static void leave(Person person) {
        try {
            asked(person, "GET").close();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static Socket asked(Person person, String method) throws IOException {
        var uri = service.baseUrl();
        var socket = new Socket(uri.getHost(), uri.getPort());
        socket.getOutputStream()
                .write((method + " " + FILE + " HTTP/1.1\r\nHost: " + uri.getAuthority() + "\r\nCookie: "
                                + DashboardGuard.SESSION + "=" + person.token() + "\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }
}
