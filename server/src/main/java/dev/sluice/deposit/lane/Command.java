package dev.sluice.deposit.lane;

import dev.sluice.auth.Caller;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositPaymentStore;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.Status;
import dev.sluice.deposit.create.Draft;
import dev.sluice.deposit.review.PaymentReviews;
import dev.sluice.http.Answer;
import dev.sluice.idempotency.Claim;
import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.IncomingPayments.Entry;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Command of the lane: anything that creates a deposit or moves its money.
public sealed interface Command {
    UUID organizationId();

    /// Returns the claim of the request behind it, if there is one.
    default @Nullable Claim claim() {
        return null;
    }

    /// Returns the number of deposits that it writes.
    default int weight() {
        return 1;
    }

    /// Create deposits, all or none. The answer is rendered inside, so that it can be remembered.
    ///
    /// @param bulkId id of deposits that were created together
    record Create(
            Caller caller,
            List<Draft> drafts,
            @Nullable UUID bulkId,
            boolean duplicateReferencesAllowed,
            @Nullable Claim claim,
            Function<List<Deposit>, Answer> render)
            implements Command {
        /// The deposits that have an id already, so that they may be there already.
        List<DepositRef> settled() {
            return drafts.stream()
                    .filter(Draft::isSettled)
                    .map(Draft::id)
                    .filter(Objects::nonNull)
                    .map(id -> new DepositRef(organizationId(), id.value()))
                    .toList();
        }

        @Override
        public UUID organizationId() {
            return caller.organizationId();
        }

        @Override
        public int weight() {
            return drafts.size();
        }
    }

    /// Changes one deposit.
    sealed interface Change extends Command {
        DepositRef ref();

        @Override
        default UUID organizationId() {
            return ref().organizationId();
        }
    }

    /// Take no money any more, for the merchant.
    record Cancel(DepositRef ref, Claim claim, Function<Deposit, Answer> render) implements Change {}

    /// Put a deposit into any status, for the merchant of a sandbox.
    record Force(DepositRef ref, Status status, Claim claim, Function<Deposit, Answer> render) implements Change {}

    /// Pay another way, for the payer: the instructions are cancelled, and others are made.
    ///
    /// @param seenEvents the events that it had when the payer was shown its instructions
    record ChangeMethod(DepositRef ref, Draft draft, int seenEvents) implements Change {}

    /// Expires a deposit after its time is over.
    record Expire(DepositRef ref) implements Change {}

    /// Collects the owed amount, as far as there is money.
    record Recover(DepositRef ref) implements Change {}

    /// Money came to its destination, or was undone.
    ///
    /// @param rejected true if an operator rejected its payer, so that it is credited to nobody
    record Receive(DepositRef ref, Entry entry, boolean rejected) implements Change {}

    /// A person credits a payment under review to it.
    ///
    /// @param destination destination that was paid to
    record Settle(
            DepositRef ref,
            UUID paymentId,
            DepositPaymentStore.Key key,
            Destination destination,
            PaymentReviews.Reviewer reviewer)
            implements Change {}

    /// A person moves a payment under review to another deposit, of any organization.
    ///
    /// @param source deposit that it was paid for, if there is one
    /// @param payment the rail's report of it
    /// @param returned failed payout that should have returned it to its payer
    record Move(
            DepositPaymentStore.Key key,
            @Nullable DepositRef source,
            DepositRef target,
            IncomingPayment payment,
            @Nullable UUID returned,
            PaymentReviews.Reviewer reviewer)
            implements Command {
        @Override
        public UUID organizationId() {
            return key.organizationId();
        }

        /// The deposits that it changes.
        List<DepositRef> refs() {
            return source == null ? List.of(target) : List.of(source, target);
        }
    }

    /// A rail's report of money that the house keeps.
    ///
    /// @param reason reason for keeping it, such as an unknown destination
    record HoldInSuspense(UUID organizationId, Entry entry, DepositPaymentStore.Reason reason) implements Command {}
}
