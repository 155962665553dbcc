package dev.sluice.rail.evm;

import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.rail.Payer;
import dev.sluice.rail.Receipt;
import java.math.BigInteger;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A payment to a deposit's address, in a final block. Its key says the transaction and the place in it, not in the
/// block: should the chain be rewritten, the same payment has the same key in whichever block it is then. Coins that a
/// contract passed on have no place: their key says the block at which the balance showed them.
///
/// @param transaction the hash of the transaction; of coins that a contract passed on, that of the block
/// @param payer null of coins that a contract passed on
record Credit(
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

    /// The same place in its transaction, under a key of its own: what was reported from there was something else.
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

    Receipt receipt(Instant seenAt) {
        return new Receipt(
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
