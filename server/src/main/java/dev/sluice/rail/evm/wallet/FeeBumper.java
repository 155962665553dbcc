package dev.sluice.rail.evm.wallet;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.evm.EvmRail;
import dev.sluice.rail.evm.payout.PayoutStore;
import dev.sluice.rail.evm.rpc.Chain.Block;
import dev.sluice.rail.evm.rpc.Fees;
import dev.sluice.rail.evm.rpc.RpcError;
import dev.sluice.rail.evm.rpc.RpcUnavailable;
import dev.sluice.rail.evm.rpc.TipFloor;
import dev.sluice.rail.evm.rpc.Transaction;
import dev.sluice.rail.evm.rpc.Transaction.Call;
import dev.sluice.rail.evm.wallet.Broadcast.SentSlot;
import dev.sluice.rail.evm.wallet.NonceSlot.Movement;
import dev.sluice.rail.evm.wallet.TransactionStore.StoredTransaction;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Fee bumps: replaces transactions at allocated nonces by the same payment with a higher fee, or, if no node would
/// ever accept that payment, by a transfer of nothing to ourselves that only uses the nonce. A payout's nonce never
/// changes,
/// so at most one of its transactions can be mined.
public final class FeeBumper {
    private static final Logger LOG = LoggerFactory.getLogger(FeeBumper.class);
    private static final int REFUSALS_MAX = 3;

    private final Database database;
    private final Clocks clocks;
    private final Broadcast broadcast;
    private final Alerts alerts;
    private final NonceSlotCheck check;

    public FeeBumper(Database database, Clocks clocks, Broadcast broadcast, Alerts alerts, NonceSlotCheck check) {
        this.database = database;
        this.clocks = clocks;
        this.broadcast = broadcast;
        this.alerts = alerts;
        this.check = check;
    }

    /// Reports whether nodes refused a slot's transaction for good several times in a row, and none ever
    /// acknowledged a transaction of the slot.
    public static boolean isUnwanted(NonceSlot slot) {
        return !slot.acknowledged() && slot.refusals() >= REFUSALS_MAX;
    }

    /// Replaces the transactions of some waiting slots with better ones.
    public void replace(HotWallet wallet, Block head, List<NonceSlot> stuck) {
        if (stuck.isEmpty()) {
            return;
        }
        var tip = wallet.chain().tip(head);
        var wanted = Fees.at(head.baseFee(), tip, wallet.feeCap());
        var stored = database.inTx(tx -> check.stored(tx, wallet.network(), stuck));
        var sent = new ArrayList<SentSlot>();
        for (var slot : withoutWanted(wallet, stuck, stored)) {
            boolean fills = isUnwanted(slot)
                    || stored.getOrDefault(slot.nonce(), List.of()).stream()
                            .anyMatch(each -> each.filler() && each.hash().equals(slot.hash()));
            if (!fills && slot.movement().equals(nothing(wallet))) {
                // The slot was reopened with a transaction other than the newest, whose movement is
                // not known here.
                sent.add(new SentSlot(slot, raw(slot, stored.getOrDefault(slot.nonce(), List.of()))));
                continue;
            }
            if (!fills && !isAsSigned(wallet, slot, stored.getOrDefault(slot.nonce(), List.of()))) {
                logChange(slot);
                continue;
            }
            var fees = fees(wallet, slot, wanted);
            if (fees.isEmpty()) {
                LOG.warn(
                        "transaction {} on {} is pending, and the gas price cap of {} allows no higher fee",
                        slot.hash(),
                        slot.network(),
                        wallet.feeCap());
                sent.add(new SentSlot(slot, raw(slot, stored.getOrDefault(slot.nonce(), List.of()))));
            } else {
                put(wallet, slot, fees.get(), fills, false).ifPresent(sent::add);
            }
        }
        broadcast.first(wallet, sent);
    }

    /// Signs transactions again that every node refuses for their tip, with the tip that the nodes require.
    public void reprice(HotWallet wallet, Block head, List<NonceSlot> low) {
        if (low.isEmpty()) {
            return;
        }
        var network = wallet.network().name();
        var tip = wallet.chain().tip(head);
        LOG.warn(
                "{} transactions on {} offer less than the tip of {} that its nodes require", low.size(), network, tip);
        if (wallet.allows(head, tip)) {
            replace(wallet, head, low);
        } else {
            TipFloor.alert(alerts, wallet.network().name());
        }
    }

    /// Returns the fees of a replacement. A transaction that no node has does not require higher fees: if the cap
    /// does not allow an eighth more, the usual fees suffice.
    private static Optional<Fees> fees(HotWallet wallet, NonceSlot slot, Optional<Fees> wanted) {
        if (isUnwanted(slot)) {
            return wanted;
        }
        var raised = slot.fees().raised(wanted.orElse(slot.fees()), wallet.feeCap());
        var tip = raised.map(Fees::tip).orElse(slot.fees().tip());
        return wanted.filter(fees -> !slot.acknowledged() && fees.tip().compareTo(tip) > 0)
                .or(() -> raised);
    }

    /// Leaves out refused transactions that a node has, or accepts now: a response may have been lost, another
    /// node may have forwarded it, or a lower nonce was missing. If no node answers for a slot, it is checked
    /// again in the next round.
    private List<NonceSlot> withoutWanted(
            HotWallet wallet, List<NonceSlot> stuck, Map<Long, List<StoredTransaction>> stored) {
        var rest = new ArrayList<NonceSlot>();
        var known = new ArrayList<NonceSlot>();
        for (var slot : stuck) {
            var signed = stored.getOrDefault(slot.nonce(), List.of());
            try {
                if (!isUnwanted(slot)) {
                    rest.add(slot);
                } else if (signed.stream().anyMatch(each -> wallet.chain().isKnown(each.hash()))) {
                    known.add(slot);
                } else if (broadcast.isRefusedAgain(wallet, new SentSlot(slot, raw(slot, signed)))) {
                    rest.add(slot);
                }
            } catch (RpcUnavailable | RpcError none) {
                LOG.warn(
                        "no endpoint reports the status of transaction {} on {}: {}",
                        slot.hash(),
                        slot.network(),
                        none.getMessage());
            }
        }
        broadcast.known(known);
        return rest;
    }

    /// Uses up only the nonces of final transactions that moved nothing and that the chain no longer has.
    public void fillNonces(HotWallet wallet, Block head, List<NonceSlot> lost) {
        if (lost.isEmpty()) {
            return;
        }
        var wanted = Fees.at(head.baseFee(), wallet.chain().tip(head), wallet.feeCap());
        var sent = new ArrayList<SentSlot>();
        for (var slot : lost) {
            // The previous transaction may be broadcast again by others, so it is outbid if the cap allows
            // it.
            wanted.map(fees -> slot.fees().raised(fees, wallet.feeCap()).orElse(fees))
                    .flatMap(fees -> put(wallet, slot, fees, true, true))
                    .ifPresent(sent::add);
        }
        broadcast.first(wallet, sent);
    }

    /// Reports whether the wallet has signed the movement of a slot before, for the same nonce. The books are not
    /// trusted: a slot that anyone else wrote or changed has no such signature.
    private static boolean isAsSigned(HotWallet wallet, NonceSlot slot, List<StoredTransaction> stored) {
        return stored.stream()
                .anyMatch(each -> Transaction.isSigned(
                        each.raw(),
                        wallet.address(),
                        wallet.network().chainId(),
                        slot.nonce(),
                        slot.movement().call()));
    }

    private void logChange(NonceSlot slot) {
        LOG.error(
                "nonce {} of {} on {}: the recorded transaction was not signed by the wallet: it is not replaced",
                slot.nonce(),
                slot.sender(),
                slot.network());
        alerts.raise(new Alert(
                EvmRail.NAME,
                slot.network() + "/tampered",
                slot.network() + ": the books of nonce " + slot.nonce()
                        + " were changed; it is not replaced. See \"Held payouts\""));
    }

    private static String raw(NonceSlot slot, List<StoredTransaction> stored) {
        return stored.stream()
                .filter(each -> each.hash().equals(slot.hash()))
                .map(StoredTransaction::raw)
                .findFirst()
                .orElseThrow();
    }

    /// @param reopens whether the slot is final
    private Optional<SentSlot> put(HotWallet wallet, NonceSlot slot, Fees fees, boolean fills, boolean reopens) {
        var now = clocks.instant();
        var movement = fills ? nothing(wallet) : slot.movement();
        var gasLimit = fills ? gasOfNothing(wallet) : slot.gasLimit();
        var transaction = new Transaction(wallet.network().chainId(), slot.nonce(), fees, gasLimit, movement.call());
        var signed = transaction.signed(wallet.signer());
        var fresh = NonceSlot.fresh(
                transaction, slot.network(), slot.sender(), slot.payout(), movement, signed.hash(), now);
        var stored =
                new StoredTransaction(slot.network(), slot.sender(), slot.nonce(), signed.hash(), signed.raw(), fills);
        boolean done = database.inTx(tx -> {
            if ((reopens && !NonceStore.reopen(tx, slot, now)) || !NonceStore.replace(tx, slot, fresh)) {
                return false;
            }
            check.store(tx, List.of(stored), now);
            if (slot.payout() != null) {
                PayoutStore.replace(tx, slot.payout(), signed.hash());
            }
            return true;
        });
        if (!done) {
            return Optional.empty();
        }
        LOG.info(
                "transaction {} on {} is replaced by {}{}",
                slot.hash(),
                slot.network(),
                signed.hash(),
                fills ? ", which only uses its nonce" : "");
        return Optional.of(new SentSlot(fresh, signed.raw()));
    }

    static Movement nothing(HotWallet wallet) {
        return new Movement(wallet.coin(), BigInteger.ZERO, new Call(wallet.address(), BigInteger.ZERO, "0x"));
    }

    static BigInteger gasOfNothing(HotWallet wallet) {
        return wallet.chain().estimatedGas(wallet.address(), nothing(wallet).call());
    }
}
