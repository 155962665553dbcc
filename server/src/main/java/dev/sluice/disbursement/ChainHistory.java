package dev.sluice.disbursement;

import dev.sluice.activity.Activity;
import dev.sluice.disbursement.DisbursementState.Cancelled;
import dev.sluice.disbursement.DisbursementState.Completed;
import dev.sluice.disbursement.DisbursementState.Failed;
import dev.sluice.disbursement.DisbursementState.Pending;
import dev.sluice.disbursement.DisbursementState.Reversed;
import java.time.Instant;
import java.util.List;

/// The steps of a payout to a wallet: the transaction is sent, and it is final.
final class ChainHistory {
    static final String SENT = "Sent to recipient wallet";
    static final String TO_BE_SENT = "Waiting to be sent";
    static final String RECEIVED = "Received by recipient";
    static final String RETURNED = "Returned by recipient";

    private ChainHistory() {}

    static History ofNew(Instant at) {
        return new History(
                List.of(new Activity(SENT, TO_BE_SENT, at), new Activity(RECEIVED, "Waiting to be received", at)));
    }

    /// The history once a state was reached by the ordinary way.
    static History reached(History history, DisbursementState state, Instant at) {
        return switch (state) {
            case Pending(var stage) ->
                switch (stage) {
                    case NEEDS_APPROVAL, SCREENING, QUEUED -> history;
                    case SUBMITTED -> sent(history, at);
                    case UNKNOWN -> history.describe(SENT, "Waiting for the outcome on the network", at);
                };
            case Completed _ -> received(history, at);
            case Failed(var _, var message, var _) ->
                history.settle(SENT, Activity.FAILED, message, at).settle(RECEIVED, Activity.FAILED, message, at);
            case Cancelled _ ->
                history.settle(SENT, Activity.CANCELLED, "Cancelled before it was sent", at)
                        .settle(RECEIVED, Activity.CANCELLED, "Cancelled before it was sent", at);
            case Reversed reversed ->
                received(history, at).plusOnce(new Activity(RETURNED, Activity.COMPLETED, reversed.message(), at));
        };
    }

    private static History sent(History history, Instant at) {
        return history.settle(SENT, Activity.COMPLETED, "Transaction sent to the network", at);
    }

    private static History received(History history, Instant at) {
        return sent(history, at).settle(RECEIVED, Activity.COMPLETED, "Transaction confirmed", at);
    }
}
