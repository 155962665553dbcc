package dev.sluice.rail.iso20022.payout;

import dev.sluice.db.Tx;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.iso20022.decision.BankDecision;
import dev.sluice.rail.iso20022.decision.DecisionEffect;
import dev.sluice.rail.iso20022.decision.DecisionRefused;
import dev.sluice.rail.iso20022.decision.DecisionRequest;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.function.Supplier;

/// Release of payouts over a limit of the profile: of one payout, or of all of a day. One person is
/// enough.
record LimitDecision(Supplier<Instant> now) implements DecisionEffect {
    /// Returns the subject of a release of one payout.
    static String subject(PayoutRef payout) {
        return payout.payoutId().toString();
    }

    /// Returns the subject of a release of all payouts of an account on a day.
    static String subject(LocalDate day) {
        return day.toString();
    }

    @Override
    public void check(Tx tx, DecisionRequest request) {
        PayoutDecisions.requireVerdict(request, "release");
        if (isDay(request.subject())) {
            return;
        }
        var order = PayoutDecisions.order(tx, request);
        if (order.state() != BankOrder.State.QUEUED) {
            throw DecisionRefused.notPossible("the payout " + request.subject() + " does not wait for a limit: it is "
                    + order.state().stored());
        }
    }

    private static boolean isDay(String subject) {
        try {
            LocalDate.parse(subject);
            return true;
        } catch (DateTimeParseException payout) {
            return false;
        }
    }

    @Override
    public boolean needsSecondPerson(Tx tx, DecisionRequest request) {
        return false;
    }

    /// The sealing finds the decision.
    @Override
    public void apply(Tx tx, BankDecision decision) {
        check(tx, decision.request());
        if (!isDay(decision.subject())) {
            HandStore.due(tx, PayoutDecisions.order(tx, decision.request()).endToEndId(), now.get());
        }
    }
}
