package dev.sluice.rail.sandbox;

import com.google.errorprone.annotations.Immutable;
import dev.sluice.rail.FailureCode;
import java.time.Duration;
import java.util.List;

/// Ending of a payment at the sandbox's bank, and the notices that the bank sends.
@Immutable
sealed interface Ending {
    /// Time from settlement to return of a returned payment.
    Duration RETURN_AFTER = Duration.ofSeconds(3);

    /// The money reaches the payee; the bank reports that only when asked.
    record Settles() implements Ending {}

    /// The money reaches the payee, and the bank sends three notices, one of them under another key.
    record SettlesNoisily() implements Ending {}

    /// The money does not move.
    record Rejects(FailureCode code) implements Ending {}

    /// The money reaches the payee and is returned; the bank sends a notice of the return.
    record Bounces(FailureCode code) implements Ending {}

    /// Returns the notices of this ending, in order.
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

    /// A notice to send at a delay after the end. The bank's id of the notice is the payout's id plus `key`.
    record Notice(String key, Duration after) {}
}
