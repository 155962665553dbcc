package dev.sluice.rail.sandbox.chain;

import dev.sluice.rail.Instruction;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.sandbox.chain.MagicWallet.SubmitBehaviour;
import dev.sluice.rail.sandbox.chain.PayoutStore.Row;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An instruction to be stored in the chain's books.
///
/// @param acceptedAt time of acceptance; null if the request was lost
/// @param nonce nonce of its transaction; null if none was sent
record Submission(
        Instruction instruction,
        SandboxNetwork network,
        MagicWallet magic,
        @Nullable Instant acceptedAt,
        @Nullable Long nonce) {
    /// Returns a submission that is not accepted.
    static Submission of(Instruction instruction, SandboxNetwork network) {
        var magic = MagicWallet.of(network, instruction.wallet());
        return new Submission(instruction, network, magic, null, null);
    }

    PayoutRef payout() {
        return instruction.payout();
    }

    /// Returns true if the first request is lost before anything is sent.
    boolean isLostAtFirst() {
        return magic.submit() == SubmitBehaviour.REQUEST_LOST;
    }

    /// Returns true if no answer to the first request reaches the caller.
    boolean isUnansweredAtFirst() {
        return switch (magic.submit()) {
            case ANSWERED, PREFLIGHT_FAILED -> false;
            case ANSWER_LOST, REQUEST_LOST -> true;
        };
    }

    /// Returns an accepted copy, with a nonce if a transaction is sent.
    Submission taken(Instant now, Nonces nonces) {
        var taken = magic.submit() == SubmitBehaviour.PREFLIGHT_FAILED ? null : nonces.take(network);
        return new Submission(instruction, network, magic, now, taken);
    }

    /// Returns the row of the books.
    Row row() {
        return new Row(
                payout(),
                network.name(),
                instruction.amount().asset().code(),
                magic.number(),
                network.confirmationsHere(),
                acceptedAt,
                nonce,
                null);
    }
}
