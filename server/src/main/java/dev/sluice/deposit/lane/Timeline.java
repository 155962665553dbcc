package dev.sluice.deposit.lane;

import dev.sluice.activity.Activity;
import dev.sluice.activity.Forces;
import dev.sluice.deposit.Status;
import dev.sluice.disbursement.Disbursements;
import dev.sluice.money.Money;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Activities of a deposit: one step for the payment, and a line for any other change.
public final class Timeline {
    static final String PAID = "Paid by Payee";
    private static final String METHOD_CHANGED = "Payment method changed";
    private static final String TOO_MUCH = "Payment not counted";
    private static final String OWED = "Amount owed";
    private static final String REFUND = "Refund requested";
    private static final String BACK = " are being refunded to the payer";

    private Timeline() {}

    static List<Activity> ofNew(Instant at) {
        return List.of(new Activity(PAID, "waiting for payment", at));
    }

    static List<Activity> completed(List<Activity> before, boolean late, Instant at) {
        return settled(before, Activity.COMPLETED, late ? "payment received late" : "payment received", at);
    }

    static List<Activity> expired(List<Activity> before, Instant at) {
        return settled(before, Activity.EXPIRED, "not paid in time", at);
    }

    static List<Activity> cancelled(List<Activity> before, Instant at) {
        return settled(before, Activity.CANCELLED, "cancelled before payment", at);
    }

    /// The payer chose another way to pay.
    static List<Activity> methodChanged(List<Activity> before, String from, String to, Instant at) {
        return plus(
                before,
                new Activity(
                        METHOD_CHANGED,
                        Activity.COMPLETED,
                        "from " + from + " to " + to + "; money received by " + from + " still counts",
                        at));
    }

    /// The payer paid by instructions that they had before they chose another way.
    static List<Activity> paidByFormer(List<Activity> before, String method, Instant at) {
        return plus(
                before,
                new Activity(
                        METHOD_CHANGED,
                        Activity.COMPLETED,
                        "back to " + method + ", the method of the received money",
                        at));
    }

    /// Adds a line about an unmatched payment; the step stays as it is.
    static List<Activity> underReview(List<Activity> before, Money came, Money requested, Instant at) {
        var description = came.equals(requested)
                ? came + " received again; under review"
                : came + " received instead of " + requested + "; under review";
        return plus(before, new Activity("Payment under review", description, at));
    }

    /// A person decided that a payment under review counts.
    static List<Activity> accepted(List<Activity> before, Money came, Instant at) {
        return plus(before, new Activity("Payment accepted", Activity.COMPLETED, came + " counted after review", at));
    }

    /// A person found that a payment under review is another deposit's.
    ///
    /// @param to the deposit, if the reader may know of it
    static List<Activity> movedAway(List<Activity> before, Money came, @Nullable UUID to, Instant at) {
        var where = to == null ? "a deposit of another organization" : "deposit " + to;
        return plus(
                before,
                new Activity("Payment moved", Activity.COMPLETED, came + " moved to " + where + " after review", at));
    }

    /// Adds a line about a payment that was not paid for this deposit but belongs to it, as a person found.
    ///
    /// @param from deposit that it was paid for, if there is one and the reader may know of it
    static List<Activity> movedHere(List<Activity> before, Money came, @Nullable UUID from, Instant at) {
        var where = from == null ? "elsewhere" : "for deposit " + from;
        return plus(
                before,
                new Activity(
                        "Payment moved here",
                        Activity.COMPLETED,
                        came + " paid " + where + ", counted here after review",
                        at));
    }

    /// Adds a line about a total below or above the requested amount.
    static List<Activity> received(List<Activity> before, Money received, Money requested, Instant at) {
        return plus(
                before,
                new Activity("Payment received", Activity.COMPLETED, received + " of " + requested + " received", at));
    }

    /// The first payment that a deposit takes no more; it does not count, and the house keeps it.
    static List<Activity> tooMuch(List<Activity> before, Money came, Instant at) {
        return plus(
                before,
                new Activity(
                        TOO_MUCH,
                        Activity.COMPLETED,
                        came + " received after the deposit's maximum number of payments; an operator decides about it"
                                + " and later ones",
                        at));
    }

    static boolean hasTooMuch(List<Activity> activities) {
        return activities.stream().anyMatch(activity -> activity.name().equals(TOO_MUCH));
    }

    /// Adds a line about a payment that its network reversed, and the rest.
    static List<Activity> reversed(List<Activity> before, Money gone, Money received, Money requested, Instant at) {
        return plus(
                before,
                new Activity(
                        "Payment reversed",
                        Activity.COMPLETED,
                        gone + " reversed by the network; " + received + " of " + requested + " received",
                        at));
    }

    /// Adds a line about a reversed amount that had been spent.
    static List<Activity> owed(List<Activity> before, Money missing, Instant at) {
        return plus(
                before, new Activity(OWED, Activity.PENDING, missing + " of it were already spent and are owed", at));
    }

    /// Adds a line about the complete repayment of an owed amount.
    static List<Activity> recovered(List<Activity> before, Instant at) {
        return before.stream()
                .map(activity -> activity.name().equals(OWED) && activity.isPending()
                        ? activity.with(Activity.COMPLETED, activity.description(), at)
                        : activity)
                .toList();
    }

    public static List<Activity> refunded(List<Activity> before, Money amount, Instant at) {
        return plus(before, new Activity(REFUND, amount + BACK, at));
    }

    public static boolean isRefund(Activity step) {
        return step.name().equals(REFUND);
    }

    public static boolean hasRefund(List<Activity> activities) {
        return activities.stream().anyMatch(Timeline::isRefund);
    }

    /// Returns the step of a refund, with the status of its payout.
    public static Activity refund(Activity step, Disbursements.PayoutStatus payout) {
        var amount = step.description().replace(BACK, "");
        return switch (payout.status()) {
            case PENDING -> step;
            case COMPLETED -> step.with(Activity.COMPLETED, amount + " refunded to the payer", payout.updatedAt());
            case FAILED -> step.with(Activity.FAILED, amount + " could not be refunded", payout.updatedAt());
            case CANCELLED -> step.with(Activity.CANCELLED, amount + " not refunded", payout.updatedAt());
            case REVERSED -> step.with(Activity.FAILED, amount + " refunded, but returned", payout.updatedAt());
        };
    }

    /// Sets the step as if the deposit had reached its status in the ordinary way, and adds a line about the
    /// forced status.
    static List<Activity> forced(List<Activity> before, Status status, Instant at) {
        var step = switch (status) {
            case PENDING -> settled(before, Activity.PENDING, "waiting for payment", at);
            case COMPLETED -> completed(before, false, at);
            case EXPIRED -> expired(before, at);
            case CANCELLED -> cancelled(before, at);
        };
        return Forces.plus(step, status.wire(), at);
    }

    private static List<Activity> settled(List<Activity> before, String status, String description, Instant at) {
        return before.stream()
                .map(activity -> activity.name().equals(PAID) ? activity.with(status, description, at) : activity)
                .toList();
    }

    private static List<Activity> plus(List<Activity> before, Activity line) {
        var all = new ArrayList<>(before);
        all.add(line);
        return all;
    }
}
