package dev.sluice.disbursement.lane;

import dev.sluice.auth.Caller;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.Disbursement.Actor;
import dev.sluice.disbursement.DueStore.Claimed;
import dev.sluice.disbursement.Status;
import dev.sluice.disbursement.create.Draft;
import dev.sluice.disbursement.create.PayoutPreparation.Confirmation;
import dev.sluice.http.Answer;
import dev.sluice.idempotency.Claim;
import dev.sluice.merchant.Users;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.screening.Check.Consequence;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Command of the lane: anything that moves a payout's money.
public sealed interface Command {
    UUID organizationId();

    /// Returns the number of payouts that it writes.
    int weight();

    /// Create a group of payouts, all or none. The answer is rendered inside, so that it can be remembered.
    ///
    /// @param confirmation terms that the caller, a person, confirmed earlier; they apply only while the caller
    /// still has the role of that time
    record Create(
            Caller caller,
            List<Draft> drafts,
            boolean duplicateReferencesAllowed,
            @Nullable Confirmation confirmation,
            @Nullable Claim claim,
            Function<List<Disbursement>, Answer> render)
            implements Command {
        public Create(
                Caller caller,
                List<Draft> drafts,
                boolean duplicateReferencesAllowed,
                @Nullable Claim claim,
                Function<List<Disbursement>, Answer> render) {
            this(caller, drafts, duplicateReferencesAllowed, null, claim, render);
        }

        Users.Ref maker() {
            return new Users.Ref(caller.organizationId(), caller.actorId());
        }

        boolean isConfirmed() {
            return confirmation != null;
        }

        /// Reports whether the item at an index waits regardless of the rules, because the confirmation said
        /// so.
        boolean waitsByConfirmation(int at) {
            return confirmation != null && confirmation.waits().get(at);
        }

        /// Returns the preparer, who cannot approve it, just like the maker.
        @Nullable
        UUID preparer() {
            return confirmation == null ? caller.keyMaker() : confirmation.preparer();
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

    /// Changes one payout.
    sealed interface Change extends Command {
        PayoutRef ref();

        @Override
        default UUID organizationId() {
            return ref().organizationId();
        }

        @Override
        default int weight() {
            return 1;
        }
    }

    /// Stop a payout that was not submitted yet.
    ///
    /// @param byMerchant true if its merchant asks for it; otherwise an operator does, and may also stop a payout
    ///     that returns money
    record Cancel(
            PayoutRef ref, boolean byMerchant, @Nullable Claim claim, Function<Disbursement, Answer> render)
            implements Change {}

    /// Put a payout into any status, for the merchant of a sandbox.
    ///
    /// @param imagined simulated data of its chain, if there is one
    record Force(
            PayoutRef ref,
            Status status,
            Outcome.@Nullable Settled imagined,
            Claim claim,
            Function<Disbursement, Answer> render)
            implements Change {
        public Force(PayoutRef ref, Status status, Claim claim, Function<Disbursement, Answer> render) {
            this(ref, status, null, claim, render);
        }

        public Force with(Outcome.@Nullable Settled other) {
            return new Force(ref, status, other, claim, render);
        }
    }

    /// Say whether a payout that waits for it may go.
    ///
    /// @param reason reason of the decision; always present if it is required
    record Review(
            PayoutRef ref,
            Actor reviewer,
            boolean approved,
            @Nullable String reason) implements Change {
        Users.Ref decider() {
            return new Users.Ref(ref.organizationId(), reviewer.id());
        }
    }

    /// Apply a screening result to a payout that waits for it.
    record Screen(PayoutRef ref, Consequence consequence) implements Change {}

    /// Withholds a payout that a worker has claimed, because its payee has not passed screening. The command has
    /// no effect after the worker's claim ends: another worker may have submitted the payout since.
    record Withhold(Claimed claim, Consequence consequence) implements Change {
        @Override
        public PayoutRef ref() {
            return claim.ref();
        }
    }

    /// Apply a rail's report.
    record ApplyOutcome(PayoutRef ref, Outcome outcome) implements Change {}
}
