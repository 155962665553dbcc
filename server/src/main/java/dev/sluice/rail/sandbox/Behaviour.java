package dev.sluice.rail.sandbox;

import com.google.errorprone.annotations.Immutable;
import dev.sluice.rail.FailureCode;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/// Behaviour of the sandbox's bank for a payment: the cancellation window before its submission, the handling of the
/// first request, the duration, the interim status, and the ending.
@Immutable
record Behaviour(Duration window, SubmitBehaviour submit, Span span, InterimStatus interim, Ending ending) {
    private static final Duration WINDOW = Duration.ofSeconds(1);
    private static final Behaviour ORDINARY = new Behaviour(
            WINDOW, SubmitBehaviour.ANSWERED, new Span.Second(), InterimStatus.UNDER_WAY, new Ending.Settles());

    static Behaviour settles() {
        return ORDINARY;
    }

    static Behaviour rejects(FailureCode code) {
        return ORDINARY.with(new Ending.Rejects(code));
    }

    static Behaviour bounces(FailureCode code) {
        return ORDINARY.with(new Ending.Bounces(code));
    }

    Behaviour with(Ending other) {
        return new Behaviour(window, submit, span, interim, other);
    }

    Behaviour after(Duration other, InterimStatus interim) {
        return new Behaviour(window, submit, new Span.Exactly(other), interim, ending);
    }

    Behaviour with(SubmitBehaviour other) {
        return new Behaviour(window, other, span, interim, ending);
    }

    Behaviour waiting(Duration other) {
        return new Behaviour(other, submit, span, interim, ending);
    }

    /// Handling of the first request that submits a payment. The two losses look the same to the caller.
    enum SubmitBehaviour {
        ANSWERED,
        /// The bank accepts the payment, and its answer is lost.
        ANSWER_LOST,
        /// The request is lost before it reaches the bank.
        REQUEST_LOST
    }

    /// Status that the bank reports before the end of a payment.
    enum InterimStatus {
        UNDER_WAY,
        /// The bank answers that the status is not known yet.
        SILENT,
        /// The payment is in progress and can still be stopped.
        STOPPABLE
    }

    /// Time from a payment's submission to its end.
    @Immutable
    sealed interface Span {
        /// About a second. The exact time depends on the payout's id, so that payments submitted together end
        /// one by one.
        record Second() implements Span {
            private static final int MILLIS_MIN = 800;
            private static final int MILLIS_SPREAD = 400;
        }

        record Exactly(Duration duration) implements Span {}

        default Instant endOf(UUID payoutId, Instant acceptedAt) {
            return switch (this) {
                case Second _ ->
                    acceptedAt.plusMillis(Second.MILLIS_MIN + Math.floorMod(payoutId.hashCode(), Second.MILLIS_SPREAD));
                case Exactly(var duration) -> acceptedAt.plus(duration);
            };
        }
    }
}
