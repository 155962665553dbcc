package dev.sluice.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IdempotencyKeyTest {
    @Test
    void quoted_and_bare_are_the_same_key() {
        assertThat(IdempotencyKey.parse("\"order 7\"")).isEqualTo(IdempotencyKey.parse("order 7"));
        assertThat(IdempotencyKey.parse("\"a\\\"b\\\\c\"")).isEqualTo("a\"b\\c");
    }

    @Test
    void the_longest_key_has_255_characters() {
        assertThat(IdempotencyKey.parse("k".repeat(255))).hasSize(255);
        assertThat(IdempotencyKey.parse("\"" + "k".repeat(255) + "\"")).hasSize(255);
        assertRefused("k".repeat(256));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "\"\"", "\"", "\"open", "\"a\"b\"", "\"a\\\"", "\"a\\n\"", "tab\there", "naïve"})
    void what_is_empty_unprintable_or_badly_quoted_is_refused(String header) {
        assertRefused(header);
    }

    @Test
    void the_keys_of_files_are_nobody_elses() {
        var file = "0197a3c4-5b6d-7e8f-9a0b-1c2d3e4f5a6b";
        assertRefused("bulk/" + file + "/1");
        assertRefused("\"deposit-file/" + file + "/2001\"");
        for (var alike : List.of("bulk/7/1", "bulk/" + file, "my-bulk/" + file + "/1", "bulk/" + file + "/1a")) {
            assertThat(IdempotencyKey.parse(alike)).isEqualTo(alike);
        }
    }

    private static void assertRefused(String header) {
        assertThatThrownBy(() -> IdempotencyKey.parse(header))
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.refusal()).isEqualTo(Refusal.IDEMPOTENCY_KEY_INVALID));
    }
}
