package dev.sluice.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WorkTest {
    private static final Pattern PAYEE = Pattern.compile("\"recipientId\":\"(\\w+)\"");
    private static final Pattern UNIQUE = Pattern.compile("Idempotency-Key: (\\S+)|\"reference\":\"([^\"]+)\"");

    private static Work work(int items, Plan.Merchant... merchants) {
        return Work.of(new Plan(
                "127.0.0.1", 80, 1, Duration.ZERO, Duration.ZERO, 0, items, List.of(merchants), List.of(), 0, false));
    }

    private static String text(Work work) {
        return new String(work.next(), StandardCharsets.US_ASCII);
    }

    private static List<String> payees(Work work, int requests) {
        return Stream.generate(() -> text(work))
                .limit(requests)
                .flatMap(text -> PAYEE.matcher(text).results().map(match -> match.group(1)))
                .toList();
    }

    @Test
    void merchants_take_turns_and_so_do_the_payees_of_each() {
        var work = work(
                1,
                new Plan.Merchant("one", "secret", List.of("a", "b")),
                new Plan.Merchant("other", "secret", List.of("x")));
        assertThat(payees(work, 6)).containsExactly("a", "x", "b", "x", "a", "x");
    }

    @Test
    void the_items_of_a_request_go_to_different_payees() {
        var work = work(3, new Plan.Merchant("one", "secret", List.of("a", "b", "c", "d")));
        assertThat(payees(work, 2)).containsExactly("a", "b", "c", "d", "a", "b");
    }

    @Test
    void no_reference_and_no_key_comes_twice() {
        var seen = new HashSet<String>();
        var merchant = new Plan.Merchant("one", "secret", List.of("a"));
        for (var work : List.of(work(10, merchant), work(10, merchant))) {
            for (int i = 0; i < 100; i++) {
                UNIQUE.matcher(text(work))
                        .results()
                        .forEach(match -> assertThat(seen.add(match.group())).isTrue());
            }
        }
        assertThat(seen).hasSize(2 * 100 * 11);
    }

    @Test
    void the_length_that_is_told_is_that_of_the_body() {
        var text = text(work(2, new Plan.Merchant("one", "secret", List.of("a"))));
        var body = text.substring(text.indexOf("\r\n\r\n") + 4);
        assertThat(text).contains("Content-Length: " + body.length() + "\r\n").contains("X-Signature: v1=");
    }
}
