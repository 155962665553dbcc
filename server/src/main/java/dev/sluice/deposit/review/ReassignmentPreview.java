package dev.sluice.deposit.review;

import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.DepositState.Completed;
import dev.sluice.deposit.Label;
import dev.sluice.deposit.Payment;
import dev.sluice.deposit.lane.Credits;
import dev.sluice.rail.IncomingPayment;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Result of moving a payment under review to a deposit.
///
/// @param obstacle reason why it cannot be moved
/// @param waits true if the deposit then waits for the rest
/// @param labels labels of the deposit if it is completed
public record ReassignmentPreview(Optional<Obstacle> obstacle, boolean waits, Set<Label> labels) {
    /// Reason why a deposit cannot take a payment that was not made for it.
    public enum Obstacle {
        /// The payment was made for this deposit: there is nothing to move.
        SAME("is the deposit that it was paid for"),
        /// The deposit asks for another currency, or another token.
        CURRENCY("asks for another currency"),
        /// The deposit is paid by another rail, with its own statement.
        RAIL("is paid by another rail"),
        /// The deposit is paid.
        COMPLETED("is already completed"),
        /// The deposit's status was forced in the sandbox: money does not change it any more.
        FORCED("was forced into its status");

        private final String wire;

        Obstacle(String words) {
            this.wire = words;
        }

        public String wire() {
            return wire;
        }
    }

    static ReassignmentPreview of(IncomingPayment payment, @Nullable DepositRef source, Deposit target) {
        var obstacle = obstacle(payment, source, target);
        if (obstacle.isPresent()) {
            return new ReassignmentPreview(obstacle, false, Set.of());
        }
        var paid = target.withPayment(new Payment(
                target.id(),
                payment.amount(),
                Payment.PaymentStatus.RECEIVED,
                payment.payer(),
                payment.note(),
                payment.paidAt(),
                BigDecimal.ONE));
        return Credits.waits(paid, payment.paidAt())
                ? new ReassignmentPreview(obstacle, true, Set.of())
                : new ReassignmentPreview(
                        obstacle, false, Credits.labels(paid, Credits.received(paid), payment.paidAt()));
    }

    public static Optional<Obstacle> obstacle(IncomingPayment payment, @Nullable DepositRef source, Deposit target) {
        if (target.ref().equals(source)) {
            return Optional.of(Obstacle.SAME);
        }
        if (!target.requested().priced().input().asset().equals(payment.amount().asset())) {
            return Optional.of(Obstacle.CURRENCY);
        }
        if (!target.instructions().rail().equals(payment.rail())) {
            return Optional.of(Obstacle.RAIL);
        }
        if (target.state() instanceof Completed) {
            return Optional.of(Obstacle.COMPLETED);
        }
        return target.progress().detached() ? Optional.of(Obstacle.FORCED) : Optional.empty();
    }
}
