package dev.sluice.rail.evm;

import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.evm.Transaction.Call;
import java.math.BigInteger;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A place among a wallet's transactions on a network, and the newest of the transactions that were signed for it.
///
/// @param payout whose it is; none for a filler, or for coins that another address needs for gas
/// @param movement what the newest moves: nothing, where it only fills the place
/// @param sentAt when somebody was told of it last; none where that is due at once
/// @param acknowledged whether a node ever said that it knows a transaction for this place
/// @param refusals how often in a row the newest was refused for good
/// @param missingSince since when the place is taken on the chain and none of ours is found there
/// @param block where it was mined, as far as is known
record Slot(
        String network,
        String sender,
        long nonce,
        @Nullable PayoutRef payout,
        Movement movement,
        BigInteger gasLimit,
        Fees fees,
        String hash,
        Instant signedAt,
        @Nullable Instant sentAt,
        boolean acknowledged,
        int refusals,
        @Nullable Instant missingSince,
        @Nullable Long block) {

    /// What a transaction is to move, and the call that does it.
    record Movement(String token, BigInteger units, Call call) {}

    /// The same place with another transaction, which nobody was told of yet.
    Slot with(Fees otherFees, String otherHash, Instant now) {
        return new Slot(
                network,
                sender,
                nonce,
                payout,
                movement,
                gasLimit,
                otherFees,
                otherHash,
                now,
                null,
                acknowledged,
                0,
                missingSince,
                block);
    }

    static Slot fresh(
            Transaction transaction,
            String network,
            String sender,
            @Nullable PayoutRef payout,
            Movement movement,
            String hash,
            Instant now) {
        return new Slot(
                network,
                sender,
                transaction.nonce(),
                payout,
                movement,
                transaction.gasLimit(),
                transaction.fees(),
                hash,
                now,
                null,
                false,
                0,
                null,
                null);
    }
}
