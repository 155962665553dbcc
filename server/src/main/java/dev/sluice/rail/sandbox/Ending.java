package dev.sluice.rail.sandbox;

import com.google.errorprone.annotations.Immutable;
import dev.sluice.rail.FailureCode;
import java.time.Duration;
import java.util.List;

/// How a payment ends at the sandbox's bank, and what the bank says of it by itself.
@Immutable
sealed interface Ending {
    /// How long after it settled a payment comes back.
    Duration RETURN_AFTER = Duration.ofSeconds(3);

    /// The money reaches the payee; the bank says so when asked.
    record Settles() implements Ending {}

    /// The money reaches the payee, and the bank says so three times, once under another key.
    record SettlesNoisily() implements Ending {}

    /// The money does not move.
    record Rejects(FailureCode code) implements Ending {}

    /// The money reaches the payee and comes back, of which the bank sends a notice.
    record Bounces(FailureCode code) implements Ending {}

    /// The notices of this ending, in the order in which they are sent.
    default List<Notice> notices() {
        return switch (this) {
            case Settles _, Rejects _ -> List.of();
            case Bounces _ -> List.of(new Notice("returned", RETURN_AFTER));
            case SettlesNoisily _ ->
                List.of(
                        new Notice("settled-1", Duration.ZERO),
                        new Notice("settled-1", Duration.ofSeconds(2)),
                        new Notice("settled-2", Duration.ofSeconds(4)));
        };
    }

    /// A notice to send so long after the end. `key` makes, with the payout's id, the bank's id of the notice.
    record Notice(String key, Duration after) {}
}
