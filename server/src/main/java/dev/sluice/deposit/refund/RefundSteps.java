package dev.sluice.deposit.refund;

import dev.sluice.activity.Activity;
import dev.sluice.db.Database;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.Payment;
import dev.sluice.deposit.lane.Timeline;
import dev.sluice.deposit.review.ResolutionStore;
import dev.sluice.disbursement.Disbursements;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Refund steps of deposits, with the current status of the refunds. A refund ends with its payout, without another
/// write of the deposit.
public final class RefundSteps {
    private final Database database;
    private final Disbursements disbursements;

    public RefundSteps(Database database, Disbursements disbursements) {
        this.database = database;
        this.disbursements = disbursements;
    }

    public Deposit now(Deposit deposit) {
        return now(List.of(deposit)).getFirst();
    }

    /// Deposits of one organization, in the same order.
    public List<Deposit> now(List<Deposit> deposits) {
        var payouts = new HashMap<UUID, Map<Instant, UUID>>();
        for (var deposit : deposits) {
            if (Timeline.hasRefund(deposit.progress().activities())) {
                payouts.put(deposit.id(), payouts(deposit));
            }
        }
        if (payouts.isEmpty()) {
            return deposits;
        }
        var ids = new HashSet<UUID>();
        payouts.values().forEach(each -> ids.addAll(each.values()));
        var standings = disbursements.currentStatuses(deposits.getFirst().organizationId(), ids);
        return deposits.stream()
                .map(deposit -> payouts.containsKey(deposit.id())
                        ? deposit.withActivities(
                                steps(deposit, payouts.getOrDefault(deposit.id(), Map.of()), standings))
                        : deposit)
                .toList();
    }

    /// Returns the payouts that send a deposit's money back, by the time of their step: the merchant's refunds,
    /// and payments under review that an operator sends back.
    private Map<Instant, UUID> payouts(Deposit deposit) {
        var byTime = new HashMap<Instant, UUID>();
        deposit.progress().refunds().forEach(each -> byTime.put(time(each.createdAt()), each.disbursementId()));
        var returned = deposit.progress().payments().stream()
                .filter(payment -> payment.status() == Payment.PaymentStatus.REFUNDED)
                .map(Payment::id)
                .toList();
        if (!returned.isEmpty()) {
            database.browse(handle -> ResolutionStore.some(handle, deposit.organizationId(), returned, returned.size()))
                    .forEach(each -> {
                        var resolution = each.resolution();
                        if (resolution != null && resolution.refundId() != null) {
                            byTime.put(time(resolution.at()), resolution.refundId());
                        }
                    });
        }
        return byTime;
    }

    private static List<Activity> steps(
            Deposit deposit, Map<Instant, UUID> payouts, Map<UUID, Disbursements.PayoutStatus> standings) {
        var steps = new ArrayList<Activity>();
        for (var step : deposit.progress().activities()) {
            var payout = Timeline.isRefund(step) ? payouts.get(time(step.updatedAt())) : null;
            var status = payout == null ? null : standings.get(payout);
            steps.add(status == null ? step : Timeline.refund(step, status));
        }
        return steps;
    }

    /// Truncates a time to milliseconds, as in stored steps.
    private static Instant time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS);
    }
}
