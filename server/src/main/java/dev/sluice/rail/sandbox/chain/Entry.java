package dev.sluice.rail.sandbox.chain;

import dev.sluice.rail.Cancellation;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import java.time.Duration;
import java.time.Instant;

/// An entry in the chain's books of payouts. The visible state depends only on the entry and the time.
sealed interface Entry {
    PayoutRef payout();

    /// Returns the outcome that the rail reports.
    Outcome outcome(Instant now);

    /// Returns the rail's answer to a request to stop the payout.
    Cancellation cancellation(Instant now);

    /// A request that was lost on its way. Nothing was sent; the entry only records that the next request is not
    /// the first.
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

    /// A payout that would fail, so that nothing was sent.
    record NotSent(PayoutRef payout) implements Entry {
        @Override
        public Outcome outcome(Instant now) {
            return rejected(FailureCode.ADDRESS_CANNOT_RECEIVE);
        }

        @Override
        public Cancellation cancellation(Instant now) {
            return Cancellation.REFUSED;
        }
    }

    /// A payout on a network that is not simulated now, so that its outcome is unknown.
    record NotSimulated(PayoutRef payout) implements Entry {
        private static final Duration ASK_AGAIN_AFTER = Duration.ofMinutes(1);

        @Override
        public Outcome outcome(Instant now) {
            return new Outcome.Unknown("The sandbox network is not simulated now", now.plus(ASK_AGAIN_AFTER), true);
        }

        @Override
        public Cancellation cancellation(Instant now) {
            return Cancellation.UNKNOWN;
        }
    }

    /// A transaction that was replaced in time by an empty one.
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

    /// A transaction on the chain.
    record Sent(PayoutRef payout, TxTimeline timeline, Gas gas) implements Entry {
        private static final Duration ASK_AGAIN_AFTER = Duration.ofSeconds(5);

        @Override
        public Outcome outcome(Instant now) {
            return switch (timeline.at(now)) {
                case TxState.Pooled(var hash) -> new Outcome.Accepted(hash, next(now), gas.pooled());
                case TxState.Mined(var hash, var block) -> new Outcome.Accepted(hash, next(now), gas.mined(block));
                case TxState.Final(var hash, var block, var since) ->
                    new Outcome.Settled(hash, since, gas.mined(block));
                case TxState.Dropped _ ->
                    new Outcome.Unknown("The transaction is no longer in a pool", soon(now), true);
                case TxState.Silence _ -> new Outcome.Unknown("The network does not answer", soon(now));
                case TxState.Failed(var code) -> rejected(code);
            };
        }

        @Override
        public Cancellation cancellation(Instant now) {
            return switch (timeline.at(now)) {
                case TxState.Pooled _ -> gas.scenario().isStoppable() ? Cancellation.CANCELLED : Cancellation.REFUSED;
                case TxState.Mined _, TxState.Final _, TxState.Dropped _, TxState.Failed _ -> Cancellation.REFUSED;
                case TxState.Silence _ -> Cancellation.UNKNOWN;
            };
        }

        private Instant next(Instant now) {
            return timeline.nextAfter(now).orElse(now);
        }

        private Instant soon(Instant now) {
            var askAt = now.plus(ASK_AGAIN_AFTER);
            var next = next(now);
            return askAt.isBefore(next) ? askAt : next;
        }
    }

    private static Outcome.Rejected rejected(FailureCode code) {
        return new Outcome.Rejected(code, code.message());
    }
}
