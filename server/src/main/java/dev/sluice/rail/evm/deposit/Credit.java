package dev.sluice.rail.evm.deposit;

import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.Payer;
import dev.sluice.rail.evm.EvmRail;
import java.math.BigInteger;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Payment to a deposit's address, in a final block. Its key consists of the transaction and the position in it, not
/// in the block: after a reorg, the same payment has the same key in another block. Coins that a contract forwarded
/// have no position: their key is the block at which the balance showed them.
///
/// @param transaction the hash of the transaction; for coins that a contract forwarded, the hash of the block
/// @param payer null for coins that a contract forwarded
public record Credit(
        String network,
        String key,
        Asset token,
        String address,
        UUID depositId,
        BigInteger units,
        String transaction,
        @Nullable String payer,
        long block,
        Instant paidAt) {

    /// Returns a credit at the same position under a separate key, for use if a different payment was reported
    /// from there.
    Credit apart() {
        return new Credit(
                network,
                String.join(":", key, token.code(), address, units.toString()),
                token,
                address,
                depositId,
                units,
                transaction,
                payer,
                block,
                paidAt);
    }

    IncomingPayment payment(Instant seenAt) {
        return new IncomingPayment(
                EvmRail.NAME,
                key,
                new Destination(token.code(), network, address),
                new Money(units, token),
                payer == null ? Payer.UNKNOWN : new Payer(transaction, null, null, null, payer, null),
                null,
                paidAt,
                seenAt);
    }
}
