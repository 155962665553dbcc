package dev.sluice.rail.evm.sweep;

import dev.sluice.db.Tx;
import dev.sluice.rail.evm.rpc.Fees;
import dev.sluice.rail.evm.rpc.Transaction;
import dev.sluice.rail.evm.rpc.Transaction.Call;
import dev.sluice.rail.evm.wallet.Broadcast.SentSlot;
import dev.sluice.rail.evm.wallet.HotWallet;
import dev.sluice.rail.evm.wallet.NextNonceStore;
import dev.sluice.rail.evm.wallet.NonceSlot;
import dev.sluice.rail.evm.wallet.NonceSlot.Movement;
import dev.sluice.rail.evm.wallet.NonceSlotCheck;
import dev.sluice.rail.evm.wallet.NonceStore;
import dev.sluice.rail.evm.wallet.NonceStore.Committed;
import dev.sluice.rail.evm.wallet.TransactionStore.StoredTransaction;
import dev.sluice.rail.evm.wallet.WalletSnapshot;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Gas top-up: coins that the hot wallet sends to an address that has tokens and no coins for the gas to move them.
///
/// @param lowest the lowest nonce that the transaction may have
/// @param gasLimit the gas of the top-up itself
/// @param dataFee the maximum first-layer fee besides
/// @param slotCheck check of the wallet's slots
record GasTopUp(
        HotWallet wallet,
        WalletSnapshot snapshot,
        long lowest,
        Fees fees,
        String to,
        BigInteger coins,
        BigInteger gasLimit,
        BigInteger dataFee,
        NonceSlotCheck slotCheck) {
    /// Payouts have priority: with so many transactions of the wallet pending, a sweep waits as well. Otherwise a
    /// payer of tiny amounts to many addresses would fill the slots of payouts with gas top-ups.
    private static final int IN_FLIGHT_MAX = HotWallet.IN_FLIGHT_MAX / 4;

    /// Signs the top-up in a transaction that also records its purpose. Empty if the wallet has too few coins or
    /// too many pending transactions.
    Optional<SentSlot> sign(Tx tx, Instant now) {
        var network = wallet.network().name();
        long next = NextNonceStore.lock(tx, network, wallet.address(), lowest);
        var committed = slotCheck.committed(tx, wallet, snapshot.mined());
        if (committed.slots() >= IN_FLIGHT_MAX
                || left(committed)
                                .compareTo(
                                        coins.add(gasLimit.multiply(fees.max())).add(dataFee))
                        < 0) {
            return Optional.empty();
        }
        long nonce = NextNonceStore.free(tx, network, wallet.address(), next, 1).getFirst();
        var movement = new Movement(wallet.coin(), coins, new Call(to, coins, "0x"));
        var transaction = new Transaction(wallet.network().chainId(), nonce, fees, gasLimit, movement.call());
        var signed = transaction.signed(wallet.signer());
        var slot = NonceSlot.fresh(transaction, network, wallet.address(), null, movement, signed.hash(), now);
        NextNonceStore.advance(tx, network, wallet.address(), nonce + 1);
        NonceStore.insert(tx, List.of(slot));
        slotCheck.store(
                tx,
                List.of(new StoredTransaction(network, slot.sender(), nonce, signed.hash(), signed.raw(), false)),
                now);
        return Optional.of(new SentSlot(slot, signed.raw()));
    }

    private BigInteger left(Committed committed) {
        return snapshot.coins()
                .subtract(committed.gas())
                .subtract(dataFee.multiply(BigInteger.valueOf(committed.slots())))
                .subtract(committed.unitsByToken().getOrDefault(wallet.coin(), BigInteger.ZERO));
    }
}
