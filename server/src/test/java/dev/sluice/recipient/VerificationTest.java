package dev.sluice.recipient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.recipient.Verification.Outcome;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class VerificationTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    @Test
    void an_answer_is_compared() {
        assertThat(Verification.of("Budi Santoso", "SANTOSO BUDI", "sandbox", NOW))
                .isEqualTo(new Verification(Outcome.MATCH, "Budi Santoso", "SANTOSO BUDI", "sandbox", NOW));
    }

    @Test
    void no_answer_and_a_blank_answer_are_unavailable() {
        var none = new Verification(Outcome.UNAVAILABLE, "Budi Santoso", null, "sandbox", NOW);
        assertThat(Verification.of("Budi Santoso", null, "sandbox", NOW)).isEqualTo(none);
        assertThat(Verification.of("Budi Santoso", " ", "sandbox", NOW)).isEqualTo(none);
    }

    @Test
    void an_outcome_without_the_name_it_was_reached_with_is_refused() {
        assertThatThrownBy(() -> new Verification(Outcome.MATCH, "Budi", null, "sandbox", NOW))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void every_outcome_has_a_word_and_is_found_by_it() {
        assertThat(Outcome.values())
                .extracting(Outcome::wire)
                .containsExactly("match", "close_match", "no_match", "unavailable");
        for (var outcome : Outcome.values()) {
            assertThat(Outcome.ofWire(outcome.wire())).isEqualTo(outcome);
        }
        assertThatThrownBy(() -> Outcome.ofWire("MATCH")).isInstanceOf(IllegalArgumentException.class);
    }
}
