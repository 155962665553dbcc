package dev.sluice.disbursement;

import dev.sluice.auth.Caller;
import dev.sluice.disbursement.Disbursement.Actor;
import dev.sluice.disbursement.DueStore.Claimed;
import dev.sluice.disbursement.Orders.Agreed;
import dev.sluice.http.Answer;
import dev.sluice.merchant.Users;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.replay.Claim;
import dev.sluice.screening.Check.Verdict;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What waits in the lane: everything that moves a payout's money.
sealed interface Command {
    UUID organizationId();

    /// How many payouts it writes.
    int weight();

    /// Create a group of payouts, all or none. The answer is rendered inside, so that it can be remembered.
    ///
    /// @param agreed what the caller, who is a person, said yes to a while ago: only while they still are
    ///     what they were when that was looked at
    record Create(
            Caller caller,
            List<Draft> drafts,
            boolean duplicateReferencesAllowed,
            @Nullable Agreed agreed,
            @Nullable Claim claim,
            Function<List<Disbursement>, Answer> render)
            implements Command {
        Create(
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
            return agreed != null;
        }

        /// Whether the item at a place waits whatever the rules say, since somebody was told so.
        boolean isSaidToWait(int at) {
            return agreed != null && agreed.waits().get(at);
        }

        /// Who else had a part in it, and approves it no more than its maker does.
        @Nullable
        UUID preparer() {
            return agreed == null ? caller.keyMaker() : agreed.preparer();
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

    /// Change one payout.
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
    /// @param byMerchant whether its merchant wants it, or else an operator, who may stop what sends money back
    ///     too
    record Cancel(
            PayoutRef ref, boolean byMerchant, @Nullable Claim claim, Function<Disbursement, Answer> render)
            implements Change {}

    /// Put a payout into any status, for the merchant of a sandbox.
    ///
    /// @param imagined what its chain would show of it, where one is played
    record Force(
            PayoutRef ref,
            Status status,
            Outcome.@Nullable Settled imagined,
            Claim claim,
            Function<Disbursement, Answer> render)
            implements Change {
        Force(PayoutRef ref, Status status, Claim claim, Function<Disbursement, Answer> render) {
            this(ref, status, null, claim, render);
        }

        Force with(Outcome.@Nullable Settled other) {
            return new Force(ref, status, other, claim, render);
        }
    }

    /// Say whether a payout that waits for it may go.
    ///
    /// @param reason why; never missing where it may not
    record Review(
            PayoutRef ref,
            Actor reviewer,
            boolean approved,
            @Nullable String reason) implements Change {
        Users.Ref decider() {
            return new Users.Ref(ref.organizationId(), reviewer.id());
        }
    }

    /// Apply what screening says of a payout that waits for it.
    record Screen(PayoutRef ref, Verdict verdict) implements Change {}

    /// Keep back a payout that a worker has taken up, and whose payee has not passed screening. It is void once
    /// the worker's claim is: another worker may have handed the payout over since.
    record Withhold(Claimed claim, Verdict verdict) implements Change {
        @Override
        public PayoutRef ref() {
            return claim.ref();
        }
    }

    /// Apply what a rail said.
    record Tell(PayoutRef ref, Outcome outcome) implements Change {}
}
