package dev.sluice.disbursement.lane;

import dev.sluice.disbursement.Disbursement;
import dev.sluice.money.Money;
import dev.sluice.rail.Outcome;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Check of the amounts that rails name. Another amount than the payout's settles nothing, and at most the payout's
/// amount comes back: otherwise, the outcome is unknown and nothing is booked.
final class OutcomeAmounts {
    private static final Logger LOG = LoggerFactory.getLogger(OutcomeAmounts.class);
    private static final Duration ASK_AFTER = Duration.ofMinutes(5);

    private OutcomeAmounts() {}

    static Outcome checked(Disbursement payout, Outcome outcome, Instant now) {
        return switch (outcome) {
            case Outcome.Settled settled when settled.amount() != null && !settled.amount().equals(payout.amount()) ->
                unknown(payout, "settled " + settled.amount(), now);
            case Outcome.Returned returned when !isPart(returned.amount(), payout.amount()) ->
                unknown(payout, "returned " + returned.amount(), now);
            case Outcome.Settled _,
                    Outcome.Returned _,
                    Outcome.Accepted _,
                    Outcome.Rejected _,
                    Outcome.Stopped _,
                    Outcome.Unknown _,
                    Outcome.NotSeen _ -> outcome;
        };
    }

    private static boolean isPart(Money returned, Money amount) {
        return returned.asset().equals(amount.asset()) && returned.isPositive() && returned.compareTo(amount) <= 0;
    }

    private static Outcome unknown(Disbursement payout, String words, Instant now) {
        var reason = "The rail " + words + " of " + payout.amount();
        LOG.error("rail {}, payout {}: {}", payout.progress().rail(), payout.id(), reason);
        return new Outcome.Unknown(reason, now.plus(ASK_AFTER), true);
    }
}
