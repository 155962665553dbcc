package dev.sluice.rail.sandbox;

import com.google.errorprone.annotations.Immutable;
import dev.sluice.rail.FailureCode;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/// What the sandbox's bank does with a payment: how long it can wait before it is submitted, what becomes of the first
/// request, how long it takes, what the bank says meanwhile, and how it ends.
@Immutable
record Behaviour(Duration window, Handover handover, Span span, Meanwhile meanwhile, Ending ending) {
    private static final Duration WINDOW = Duration.ofSeconds(1);
    private static final Behaviour ORDINARY =
            new Behaviour(WINDOW, Handover.ANSWERED, new Span.Second(), Meanwhile.UNDER_WAY, new Ending.Settles());

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
        return new Behaviour(window, handover, span, meanwhile, other);
    }

    Behaviour after(Duration other, Meanwhile said) {
        return new Behaviour(window, handover, new Span.Exactly(other), said, ending);
    }

    Behaviour with(Handover other) {
        return new Behaviour(window, other, span, meanwhile, ending);
    }

    Behaviour waiting(Duration other) {
        return new Behaviour(other, handover, span, meanwhile, ending);
    }

    /// What becomes of the first request that hands a payment over. To the payer the two losses look the same.
    enum Handover {
        ANSWERED,
        /// The bank takes the payment, and its answer is lost.
        ANSWER_LOST,
        /// The request is lost before the bank sees it.
        REQUEST_LOST
    }

    /// What the bank says of a payment before its end.
    enum Meanwhile {
        UNDER_WAY,
        /// Nothing of it: asked, the bank answers that it cannot tell yet.
        SILENT,
        /// That it is under way, and it can still be stopped.
        STOPPABLE
    }

    /// How long a payment takes from its submission to its end.
    @Immutable
    sealed interface Span {
        /// A second, more or less: spread by the payout's id, so that payments submitted together end one by one.
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
