package dev.sluice.rail.sandbox;

import dev.sluice.money.Money;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/// An entry in the books of the sandbox's bank. Every answer of the bank depends only on the entry and the time.
sealed interface Entry {
    PayoutRef payout();

    /// Returns the outcome that the bank reports.
    Outcome outcome(Instant now);

    /// Returns the bank's answer to a request to stop the payment.
    Cancellation cancellation(Instant now);

    /// A request that was lost on its way to the bank. The bank does not have the payment; the entry only records
    /// that the next request is not the first.
    record Lost(PayoutRef payout) implements Entry {
        @Override
        public Outcome outcome(Instant now) {
            return new Outcome.NotSeen();
        }

        @Override
        public Cancellation cancellation(Instant now) {
            return Cancellation.NOT_SEEN;
        }
    }

    /// A payment that was stopped in time.
    record Stopped(PayoutRef payout) implements Entry {
        @Override
        public Outcome outcome(Instant now) {
            return new Outcome.Stopped();
        }

        @Override
        public Cancellation cancellation(Instant now) {
            return Cancellation.CANCELLED;
        }
    }

    /// A payment that the bank accepted, and the time of its end.
    record Taken(PayoutRef payout, Money amount, Behaviour behaviour, Instant endsAt) implements Entry {
        private static final Duration SILENCE_ASK_AFTER = Duration.ofSeconds(5);

        @Override
        public Outcome outcome(Instant now) {
            return now.isBefore(endsAt) ? meanwhile(now) : ended(now);
        }

        @Override
        public Cancellation cancellation(Instant now) {
            if (!now.isBefore(endsAt)) {
                return Cancellation.REFUSED;
            }
            return switch (behaviour.interim()) {
                case UNDER_WAY -> Cancellation.REFUSED;
                case SILENT -> Cancellation.UNKNOWN;
                case STOPPABLE -> Cancellation.CANCELLED;
            };
        }

        /// Returns the bank's own reference: the random half of the payout's id, in a short form.
        String reference() {
            return "SBX"
                    + Long.toUnsignedString(payout.payoutId().getLeastSignificantBits(), Character.MAX_RADIX)
                            .toUpperCase(Locale.ROOT);
        }

        private Outcome meanwhile(Instant now) {
            return switch (behaviour.interim()) {
                case UNDER_WAY, STOPPABLE -> new Outcome.Accepted(reference(), endsAt);
                case SILENT -> {
                    var askAt = now.plus(SILENCE_ASK_AFTER);
                    yield new Outcome.Unknown(
                            "The bank does not know yet", askAt.isBefore(endsAt) ? askAt : endsAt, true);
                }
            };
        }

        private Outcome ended(Instant now) {
            return switch (behaviour.ending()) {
                case Ending.Settles _, Ending.SettlesNoisily _ -> settled();
                case Ending.Rejects(var code) -> new Outcome.Rejected(code, code.message());
                case Ending.Bounces(var code) -> {
                    var returnedAt = endsAt.plus(Ending.RETURN_AFTER);
                    yield now.isBefore(returnedAt)
                            ? settled()
                            : new Outcome.Returned(code, code.message(), returnedAt, amount);
                }
            };
        }

        private Outcome settled() {
            return new Outcome.Settled(reference(), endsAt);
        }
    }
}
