package dev.sluice.rail.sandbox.chain;

import dev.sluice.rail.Instruction;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.sandbox.chain.MagicWallet.Handover;
import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// An instruction on its way into the chain's books.
///
/// @param acceptedAt when it was taken; null where the request was lost
/// @param nonce that of its transaction, where one was sent
record Submission(
        Instruction instruction,
        SandboxNetwork network,
        MagicWallet magic,
        @Nullable Instant acceptedAt,
        OptionalLong nonce) {
    /// One that was not taken.
    static Submission of(Instruction instruction, SandboxNetwork network) {
        var magic = MagicWallet.of(network, instruction.wallet());
        return new Submission(instruction, network, magic, null, OptionalLong.empty());
    }

    PayoutRef payout() {
        return instruction.payout();
    }

    /// Whether the first request is lost before anything is sent.
    boolean isLostAtFirst() {
        return magic.handover() == Handover.REQUEST_LOST;
    }

    /// Whether no answer to the first request reaches the payer.
    boolean isUnansweredAtFirst() {
        return switch (magic.handover()) {
            case ANSWERED, TURNED_AWAY -> false;
            case ANSWER_LOST, REQUEST_LOST -> true;
        };
    }

    Submission taken(Instant now, OptionalLong withNonce) {
        return new Submission(instruction, network, magic, now, withNonce);
    }

    String asset() {
        return instruction.amount().asset().code();
    }
}
