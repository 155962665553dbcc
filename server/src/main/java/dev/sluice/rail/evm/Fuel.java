package dev.sluice.rail.evm;

import dev.sluice.db.Tx;
import dev.sluice.rail.evm.Broadcast.Told;
import dev.sluice.rail.evm.Slot.Movement;
import dev.sluice.rail.evm.SlotStore.Committed;
import dev.sluice.rail.evm.Transaction.Call;
import dev.sluice.rail.evm.TransactionStore.Kept;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Coins for gas that the hot wallet sends to an address which has tokens and nothing to pay for moving them.
///
/// @param lowest the lowest nonce that the transaction may have
/// @param gasLimit what sending them takes itself
/// @param dataFee what a first layer may charge for it besides
/// @param slots check of the wallet's slots
record Fuel(
        HotWallet wallet,
        Sight sight,
        long lowest,
        Fees fees,
        String to,
        BigInteger coins,
        BigInteger gasLimit,
        BigInteger dataFee,
        SlotCheck slots) {
    /// Payouts go first: where so many transactions of the wallet wait for a block, a sweep waits as well. Whoever
    /// pays trifles to many addresses would have gas take the places of payouts.
    private static final int IN_FLIGHT_MAX = Dispatch.IN_FLIGHT_MAX / 4;

    /// Signs it, in a transaction that also says what it is for; nothing where the wallet has too little, or
    /// has too much under way.
    Optional<Told> sign(Tx tx, Instant now) {
        var network = wallet.network().name();
        long next = WalletStore.lock(tx, network, wallet.address(), lowest);
        var committed = slots.committed(tx, wallet, sight.mined());
        if (committed.slots() >= IN_FLIGHT_MAX
                || left(committed)
                                .compareTo(
                                        coins.add(gasLimit.multiply(fees.max())).add(dataFee))
                        < 0) {
            return Optional.empty();
        }
        long nonce = WalletStore.free(tx, network, wallet.address(), next, 1).getFirst();
        var movement = new Movement(wallet.coin(), coins, new Call(to, coins, "0x"));
        var transaction = new Transaction(wallet.network().chainId(), nonce, fees, gasLimit, movement.call());
        var signed = transaction.signed(wallet.signer());
        var slot = Slot.fresh(transaction, network, wallet.address(), null, movement, signed.hash(), now);
        WalletStore.advance(tx, network, wallet.address(), nonce + 1);
        SlotStore.insert(tx, List.of(slot));
        slots.keep(tx, List.of(new Kept(network, slot.sender(), nonce, signed.hash(), signed.raw(), false)), now);
        return Optional.of(new Told(slot, signed.raw()));
    }

    private BigInteger left(Committed committed) {
        return sight.coins()
                .subtract(committed.gas())
                .subtract(dataFee.multiply(BigInteger.valueOf(committed.slots())))
                .subtract(committed.unitsByToken().getOrDefault(wallet.coin(), BigInteger.ZERO));
    }
}
