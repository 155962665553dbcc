package dev.sluice.rail.sandbox.chain;

import dev.sluice.rail.Instruction;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.sandbox.chain.MagicWallet.Handover;
import dev.sluice.rail.sandbox.chain.PayoutStore.Row;
import java.time.Instant;
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
        @Nullable Long nonce) {
    /// One that was not taken.
    static Submission of(Instruction instruction, SandboxNetwork network) {
        var magic = MagicWallet.of(network, instruction.wallet());
        return new Submission(instruction, network, magic, null, null);
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

    /// The same, taken, and with a nonce where it is sent.
    Submission taken(Instant now, Nonces nonces) {
        var taken = magic.handover() == Handover.TURNED_AWAY ? null : nonces.take(network);
        return new Submission(instruction, network, magic, now, taken);
    }

    /// As it stands in the books.
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
