package dev.sluice.rail.evm.wallet;

import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.evm.rpc.Fees;
import dev.sluice.rail.evm.rpc.Transaction;
import dev.sluice.rail.evm.rpc.Transaction.Call;
import java.math.BigInteger;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Nonce of a wallet on a network, and the newest transaction signed for it.
///
/// @param payout owner of the slot; none for a filler or a gas top-up
/// @param movement effect of the newest transaction: zero for a filler
/// @param sentAt time of the last broadcast; none if one is due at once
/// @param acknowledged whether a node ever confirmed that it knows a transaction of this slot
/// @param refusals number of permanent refusals of the newest transaction in a row
/// @param missingSince time since which the chain has used the nonce and none of our transactions is found there
/// @param block block of the transaction, as far as is known
public record NonceSlot(
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

    /// Intended movement of a transaction, and the call that does it.
    public record Movement(String token, BigInteger units, Call call) {}

    /// Returns the slot with another transaction, not broadcast yet.
    NonceSlot with(Fees otherFees, String otherHash, Instant now) {
        return new NonceSlot(
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

    public static NonceSlot fresh(
            Transaction transaction,
            String network,
            String sender,
            @Nullable PayoutRef payout,
            Movement movement,
            String hash,
            Instant now) {
        return new NonceSlot(
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
