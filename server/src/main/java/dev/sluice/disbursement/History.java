package dev.sluice.disbursement;

import dev.sluice.activity.Activity;
import dev.sluice.activity.Forces;
import dev.sluice.disbursement.DisbursementState.Cancelled;
import dev.sluice.disbursement.DisbursementState.Completed;
import dev.sluice.disbursement.DisbursementState.Failed;
import dev.sluice.disbursement.DisbursementState.Pending;
import dev.sluice.disbursement.DisbursementState.Reversed;
import dev.sluice.disbursement.DisbursementState.Stage;
import dev.sluice.disbursement.lane.Command.Review;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// Activity history of a payout: three steps from the start that follow its state, and a line for any other event.
///
/// @param activities activities as stored, the steps first
public record History(List<Activity> activities) {
    private static final String REQUESTED = "Disburse requested";
    private static final String APPROVAL = "Approval";
    static final String VALIDATED = "Recipient validated";
    static final String SENT = "Sent to recipient account";
    private static final String RETURNED = "Returned by recipient bank";
    private static final String DOUBTED = "Reported as paid";
    private static final String CONFIRMING = "Bank confirmation is under process";
    private static final String TRANSFERRING = "Transfer is under process";
    private static final String SCREENED = "Compliance check is under process";
    private static final String WAITING = "Waiting for approval";

    public History {
        activities = List.copyOf(activities);
    }

    /// An activity, and its permanent number.
    public record Line(int number, Activity activity) {}

    /// Returns the activities in logical order: an approval precedes the steps that are not taken without it.
    public List<Line> inOrder() {
        return IntStream.range(0, activities.size())
                .mapToObj(at -> new Line(at + 1, activities.get(at)))
                .sorted(Comparator.comparingInt(line -> switch (line.activity().name()) {
                    case REQUESTED -> 0;
                    case APPROVAL -> 1;
                    default -> 2;
                }))
                .toList();
    }

    public static History ofNew(Instant at) {
        return new History(List.of(
                new Activity(REQUESTED, "System validation is under process", at),
                new Activity(VALIDATED, CONFIRMING, at),
                new Activity(SENT, TRANSFERRING, at)));
    }

    /// The history once a state was reached by the ordinary way.
    public History reached(DisbursementState state, Instant at) {
        return switch (state) {
            case Pending(var stage) when stage == Stage.QUEUED || stage.isBeforeQueue() -> this;
            case Pending(var stage) -> accepted(at).unknown(stage, at);
            case Completed _ -> accepted(at).settle(SENT, Activity.COMPLETED, "Transfer completed", at);
            case Failed failed -> failed(failed, at);
            case Cancelled _ -> cancelled(at);
            case Reversed reversed ->
                accepted(at)
                        .settle(SENT, Activity.COMPLETED, "Transfer completed", at)
                        .plusOnce(
                                new Activity(RETURNED, Activity.COMPLETED, reversed.message(), at));
        };
    }

    /// Returns the history with the amount in the line of a return, if less than the payout came back.
    History returned(Reversed reversed, Money amount, Instant at) {
        if (reversed.returned().equals(amount)) {
            return this;
        }
        var part = ": " + reversed.returned().decimal() + " of " + amount.decimal() + " "
                + amount.asset().code() + " came back";
        return map(activity -> activity.name().equals(RETURNED) || activity.name().equals(ChainHistory.RETURNED)
                ? activity.with(Activity.COMPLETED, reversed.message() + part, at)
                : activity);
    }

    /// Returns the history with the steps of a state as if it had been reached in the ordinary way, and a line
    /// that says that it was forced.
    History forced(History before, DisbursementState state, Instant at) {
        return new History(
                Forces.plus(keeping(before).activities, state.status().wire(), at));
    }

    /// Returns the history of a payout that failed by its rail's earlier report and was paid by the current one.
    public History doubted(Instant at) {
        return plus(new Activity(
                DOUBTED, Activity.COMPLETED, "May have been paid: do not pay it again before this is resolved", at));
    }

    public boolean isDoubted() {
        return activities.stream().anyMatch(activity -> activity.name().equals(DOUBTED));
    }

    /// Returns the history with new steps. The steps are the first lines; other events follow them.
    History startedAnew(History steps) {
        var all = new ArrayList<>(steps.activities);
        all.addAll(activities.subList(all.size(), activities.size()));
        return new History(all);
    }

    /// Returns the history with each line left as it was if its status did not change.
    private History keeping(History before) {
        var all = new ArrayList<>(activities);
        for (int i = 0; i < before.activities.size(); i++) {
            if (before.activities.get(i).status().equals(all.get(i).status())) {
                all.set(i, before.activities.get(i));
            }
        }
        return new History(all);
    }

    private History accepted(Instant at) {
        return settle(REQUESTED, Activity.COMPLETED, "System validation completed", at)
                .settle(VALIDATED, Activity.COMPLETED, "Bank confirmation completed", at);
    }

    private History unknown(Stage stage, Instant at) {
        return stage == Stage.UNKNOWN ? describe(SENT, "Waiting for the bank to confirm the outcome", at) : this;
    }

    /// Returns the history of a payout that waits for an approval.
    History awaitingApproval(Instant at) {
        return describe(VALIDATED, WAITING, at)
                .describe(SENT, WAITING, at)
                .plus(new Activity(APPROVAL, "Waiting for an approver", at));
    }

    /// Returns the history of a payout whose payee is being screened.
    public History awaitingScreening(Asset.Kind kind, Instant at) {
        return describe(firstStep(kind), SCREENED, at);
    }

    /// Returns the history after the payee has passed.
    public History screened(Asset.Kind kind, Instant at) {
        return describe(firstStep(kind), kind == Asset.Kind.CRYPTO ? ChainHistory.TO_BE_SENT : CONFIRMING, at);
    }

    /// Returns the history after the payee was refused: no bank or chain was asked.
    public History refused(Asset.Kind kind, String message, Instant at) {
        return settle(firstStep(kind), Activity.FAILED, message, at);
    }

    private static String firstStep(Asset.Kind kind) {
        return switch (kind) {
            case FIAT -> VALIDATED;
            case CRYPTO -> ChainHistory.SENT;
        };
    }

    /// Returns the history after a reviewer has decided.
    public History reviewed(Review review, Instant at) {
        var reason = review.reason() == null ? "" : ": " + review.reason();
        var status = review.approved() ? Activity.COMPLETED : Activity.FAILED;
        var description = (review.approved() ? "Approved by " : "Rejected by ")
                + review.reviewer().name()
                + reason;
        return describe(VALIDATED, CONFIRMING, at)
                .describe(SENT, TRANSFERRING, at)
                .map(activity -> activity.name().equals(APPROVAL) ? activity.with(status, description, at) : activity);
    }

    /// Returns the history after the approval is no longer needed.
    public History unreviewed(Instant at) {
        return settle(APPROVAL, Activity.CANCELLED, "Approval no longer required", at);
    }

    /// A step that is still pending, in other words.
    History describe(String name, String description, Instant at) {
        return settle(name, Activity.PENDING, description, at);
    }

    private History failed(Failed failed, Instant at) {
        var step = switch (failed.code()) {
            case ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED, ACCOUNT_BLOCKED, ACCOUNT_INVALID, NAME_MISMATCH -> VALIDATED;
            case CURRENCY_NOT_ACCEPTED,
                    AMOUNT_LIMIT_EXCEEDED,
                    COMPLIANCE_REJECTED,
                    BANK_REJECTED,
                    BANK_UNAVAILABLE,
                    ADDRESS_CANNOT_RECEIVE,
                    TRANSACTION_FAILED,
                    NETWORK_UNAVAILABLE,
                    RETURNED_BY_PAYEE -> SENT;
        };
        var before = settle(REQUESTED, Activity.COMPLETED, "System validation completed", at);
        if (step.equals(SENT)) {
            before = before.settle(VALIDATED, Activity.COMPLETED, "Bank confirmation completed", at);
        }
        return before.settle(VALIDATED, Activity.FAILED, failed.message(), at)
                .settle(SENT, Activity.FAILED, failed.message(), at);
    }

    private History cancelled(Instant at) {
        return map(activity ->
                activity.isPending() ? activity.with(Activity.CANCELLED, "Cancelled before submission", at) : activity);
    }

    History settle(String name, String status, String description, Instant at) {
        return map(activity -> activity.name().equals(name) && activity.isPending()
                ? activity.with(status, description, at)
                : activity);
    }

    History plus(Activity activity) {
        var all = new ArrayList<>(activities);
        all.add(activity);
        return new History(all);
    }

    /// Returns the history with a line that occurs at most once: a payout is returned once, but in the sandbox it
    /// can be forced any number of times, and each event has the whole history.
    History plusOnce(Activity activity) {
        return activities.stream().anyMatch(each -> each.name().equals(activity.name()))
                ? map(each -> each.name().equals(activity.name()) ? activity : each)
                : plus(activity);
    }

    private History map(java.util.function.UnaryOperator<Activity> change) {
        return new History(activities.stream().map(change).toList());
    }
}
