package dev.sluice.rail.sandbox;

import dev.sluice.rail.Instruction;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.sandbox.Behaviour.SubmitBehaviour;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An instruction to be stored in the bank's books at a certain time.
record Submission(Instruction instruction, Magic magic, Instant acceptedAt, Instant endsAt) {
    static Submission of(Instruction instruction, Instant now) {
        var magic = Magic.of(instruction.account());
        var span = magic.behaviour().span();
        return new Submission(
                instruction, magic, now, span.endOf(instruction.payout().payoutId(), now));
    }

    PayoutRef payout() {
        return instruction.payout();
    }

    /// Returns true if the first request is lost before it reaches the bank.
    boolean isLostAtFirst() {
        return magic.behaviour().submit() == SubmitBehaviour.REQUEST_LOST;
    }

    /// Returns true if an answer to the first request reaches the caller.
    boolean isAnsweredAtFirst() {
        return magic.behaviour().submit() == SubmitBehaviour.ANSWERED;
    }

    Entry.Taken taken() {
        return new Entry.Taken(instruction.payout(), instruction.amount(), magic.behaviour(), endsAt);
    }

    /// Returns the due time of the first notice; null if there is none.
    @Nullable
    Instant noticeAt() {
        var notices = magic.behaviour().ending().notices();
        return notices.isEmpty() ? null : endsAt.plus(notices.getFirst().after());
    }
}
