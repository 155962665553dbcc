package dev.sluice.rail.evm.payout;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.evm.rpc.Chain.Block;
import dev.sluice.rail.evm.rpc.Chain.Receipt;
import dev.sluice.rail.evm.rpc.Parallel;
import dev.sluice.rail.evm.wallet.Broadcast;
import dev.sluice.rail.evm.wallet.Broadcast.SentSlot;
import dev.sluice.rail.evm.wallet.FeeBumper;
import dev.sluice.rail.evm.wallet.GapFiller;
import dev.sluice.rail.evm.wallet.HotWallet;
import dev.sluice.rail.evm.wallet.NonceSlot;
import dev.sluice.rail.evm.wallet.NonceSlotCheck;
import dev.sluice.rail.evm.wallet.NonceStore;
import dev.sluice.rail.evm.wallet.TransactionStore.StoredTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tracks signed transactions to their end. The chain alone decides whether a nonce is used, and by which of the
/// transactions signed for it. Its answer is final once the block is deep enough.
public final class TransactionTracker {
    private static final Logger LOG = LoggerFactory.getLogger(TransactionTracker.class);
    private static final int SLOTS_MAX = 500;
    private static final int AT_ONCE = 16;
    private static final Duration TOLD_EVERY = Duration.ofMinutes(1);

    private final Database database;
    private final Clocks clocks;
    private final FeeBumper feeBumper;
    private final GapFiller filler;
    private final NonceSlotCheck check;
    private final Broadcast broadcast;
    private final ReceiptResult result;
    private final ReorgRecheck recheck;
    private final Map<String, Instant> strangersTold = new ConcurrentHashMap<>();

    public TransactionTracker(
            Database database,
            Clocks clocks,
            Broadcast broadcast,
            GapFiller filler,
            Alerts alerts,
            NonceSlotCheck check,
            PayoutStatusReports reports) {
        this.database = database;
        this.clocks = clocks;
        this.broadcast = broadcast;
        this.filler = filler;
        this.check = check;
        this.feeBumper = new FeeBumper(database, clocks, broadcast, alerts, check);
        this.result = new ReceiptResult(clocks, reports);
        this.recheck = new ReorgRecheck(database, clocks, result, check);
    }

    /// Transaction of a slot that is in a block, and the block's time.
    record Mined(NonceSlot slot, StoredTransaction transaction, Receipt receipt, Instant at) {}

    /// Tracks the open transactions on a wallet's network, including those of former hot wallets. Returns true if
    /// there may be more to do at once.
    boolean step(HotWallet wallet) {
        recheck.step(wallet);
        var open = check.open(wallet.network());
        if (open.isEmpty()) {
            return false;
        }
        var head = wallet.chain().head();
        boolean more = false;
        // The hot wallet comes last: its gaps may not be filled before every endpoint answers.
        for (var each : open.entrySet().stream()
                .sorted(Comparator.comparing(each -> each.getKey().equals(wallet.address())))
                .toList()) {
            if (!each.getKey().equals(wallet.address())) {
                logForeignNonce(wallet, each.getKey(), each.getValue());
            }
            more |= track(wallet, each.getKey(), head);
        }
        return more;
    }

    /// Tracking a transaction of another wallet needs no key, but raising its fee does.
    private void logForeignNonce(HotWallet wallet, String sender, long open) {
        var now = clocks.instant();
        var network = wallet.network().name();
        var last = strangersTold.get(network + sender);
        if (last == null || last.plus(TOLD_EVERY).isBefore(now)) {
            strangersTold.put(network + sender, now);
            LOG.error(
                    "{} transactions of {} on {} are pending, but the hot wallet is now {}: they are tracked, but a"
                            + " stuck one needs the former key",
                    open,
                    sender,
                    network,
                    wallet.address());
        }
    }

    private boolean track(HotWallet wallet, String sender, Block head) {
        var network = wallet.network().name();
        long mined = wallet.chain().nonceAt(sender, head.number());
        displace(network, sender, mined);
        reopen(wallet, sender, head, mined);
        var unseen = database.inTx(
                tx -> check.authentic(tx, wallet.network(), NonceStore.unseen(tx, network, sender, SLOTS_MAX)));
        locate(wallet, unseen.stream().filter(each -> each.nonce() < mined).toList());
        // Before signing: an obstacle to signing delays no payout that is paid.
        boolean more = finish(wallet, sender, head);
        keepAlive(
                wallet,
                head,
                mined,
                unseen.stream().filter(each -> each.nonce() >= mined).toList());
        if (sender.equals(wallet.address())) {
            filler.fill(wallet, head, mined);
        }
        return more;
    }

    /// Marks transactions as unmined that were in a block and whose nonce is free again: a reorg removed their
    /// block.
    private void displace(String network, String sender, long mined) {
        int displaced = database.inTx(tx -> NonceStore.displace(tx, network, sender, mined));
        if (displaced > 0) {
            LOG.warn("{} was reorganized: {} transactions are no longer in a block", network, displaced);
        }
    }

    /// Reopens final transactions whose nonce is free again after a reorg, since every higher nonce would wait for
    /// good. The same transaction takes the nonce again, so that the reported outcome stays true. If the reported
    /// outcome is that nothing moved, the nonce is only used up: the same transaction could move something this
    /// time.
    private void reopen(HotWallet wallet, String sender, Block head, long mined) {
        var network = wallet.network().name();
        var lost = database.inTx(tx -> check.authentic(
                tx, wallet.network(), NonceStore.lost(tx, network, sender, mined, head.number(), SLOTS_MAX)));
        if (lost.isEmpty()) {
            return;
        }
        LOG.error(
                "{} was reorganized deeper than its {} confirmations: {} final transactions of {} are no longer in a"
                        + " block, from nonce {} on: successful payments are sent again, and the remaining nonces"
                        + " are filled",
                network,
                wallet.network().confirmations(),
                lost.size(),
                sender,
                lost.getFirst().nonce());
        var refs = lost.stream().map(NonceSlot::payout).filter(Objects::nonNull).toList();
        var payouts = database.inTx(tx -> PayoutStore.read(tx, refs));
        var moved = new ArrayList<NonceSlot>();
        var unmoved = new ArrayList<NonceSlot>();
        for (var slot : lost) {
            var payout = slot.payout() == null ? null : payouts.get(slot.payout());
            (payout != null && payout.state() instanceof Payout.State.Rejected ? unmoved : moved).add(slot);
        }
        database.run(tx -> moved.forEach(slot -> NonceStore.reopen(tx, slot, clocks.instant())));
        if (sender.equals(wallet.address())) {
            feeBumper.fillNonces(wallet, head, unmoved);
        }
    }

    /// Finds the blocks of transactions whose nonce is used.
    private void locate(HotWallet wallet, List<NonceSlot> used) {
        for (var tracked : receipts(wallet, used)) {
            database.run(tx -> tracked.receipt()
                    .ifPresentOrElse(
                            receipt -> NonceStore.place(tx, tracked.slot(), receipt.block()),
                            () -> miss(wallet, tracked.slot(), tx)));
        }
    }

    private void miss(HotWallet wallet, NonceSlot slot, Tx tx) {
        var now = clocks.instant();
        if (slot.missingSince() == null) {
            NonceStore.miss(tx, slot, now);
        } else if (slot.missingSince().plus(wallet.network().stuckAfter()).isBefore(now)) {
            LOG.error(
                    "nonce {} of {} on {} is used, but by none of our transactions: someone else has the key, or the"
                            + " nodes lack receipts; its payout stays open",
                    slot.nonce(),
                    slot.sender(),
                    slot.network());
            NonceStore.miss(tx, slot, now);
        }
    }

    /// Broadcasts transactions again that nodes may have dropped, and raises the fee of those that wait too long.
    private void keepAlive(HotWallet wallet, Block head, long mined, List<NonceSlot> waiting) {
        var now = clocks.instant();
        var stuck = new ArrayList<NonceSlot>();
        var forgotten = new ArrayList<NonceSlot>();
        for (var slot : waiting) {
            boolean isOurs = slot.sender().equals(wallet.address());
            boolean isNext = slot.nonce() == mined;
            boolean isLong = slot.signedAt().plus(wallet.network().stuckAfter()).isBefore(now);
            boolean isLow = slot.fees().max().compareTo(head.baseFee()) < 0;
            boolean isUnwanted = FeeBumper.isUnwanted(slot);
            // A node may refuse a nonce that is not next because a lower one is missing, with any error
            // text.
            if (isOurs && (isNext ? isUnwanted || isLong : isLong && isLow && !isUnwanted)) {
                stuck.add(slot);
            } else if (slot.sentAt() == null
                    || slot.sentAt().plus(wallet.network().resendAfter()).isBefore(now)) {
                forgotten.add(slot);
            }
        }
        feeBumper.replace(wallet, head, stuck);
        if (!forgotten.isEmpty()) {
            var stored = database.inTx(tx -> check.stored(tx, wallet.network(), forgotten));
            var low = broadcast.again(
                    wallet,
                    forgotten.stream()
                            .map(each -> new SentSlot(each, newest(each, stored).raw()))
                            .toList());
            feeBumper.reprice(
                    wallet,
                    head,
                    low.stream()
                            .filter(each -> each.sender().equals(wallet.address()))
                            .toList());
        }
    }

    /// Ends slots whose transactions are in final blocks.
    private boolean finish(HotWallet wallet, String sender, Block head) {
        long finalBlock = wallet.network().finalAt(head.number());
        var due = database.inTx(tx -> check.authentic(
                tx, wallet.network(), NonceStore.mined(tx, wallet.network().name(), sender, finalBlock, SLOTS_MAX)));
        if (due.isEmpty()) {
            return false;
        }
        var ended = new ArrayList<Mined>();
        for (var tracked : receipts(wallet, due)) {
            var receipt = tracked.receipt();
            if (receipt.isEmpty()) {
                database.run(tx -> NonceStore.miss(tx, tracked.slot(), clocks.instant()));
            } else if (receipt.get().block() > finalBlock) {
                database.run(
                        tx -> NonceStore.place(tx, tracked.slot(), receipt.get().block()));
            } else {
                wallet.chain()
                        .block(receipt.get().block())
                        .filter(block -> block.hash().equals(receipt.get().blockHash()))
                        .ifPresent(block -> ended.add(
                                new Mined(tracked.slot(), tracked.transaction(), receipt.get(), block.time())));
            }
        }
        database.run(tx -> result.end(tx, wallet, ended));
        return due.size() == SLOTS_MAX;
    }

    /// Slot with the receipt of the transaction that took it, if there is one.
    record TrackedSlot(NonceSlot slot, StoredTransaction transaction, Optional<Receipt> receipt) {}

    private List<TrackedSlot> receipts(HotWallet wallet, List<NonceSlot> slots) {
        return receipts(database, check, wallet, slots);
    }

    /// Reads the receipts of the transactions in one wallet's slots.
    static List<TrackedSlot> receipts(
            Database database, NonceSlotCheck check, HotWallet wallet, List<NonceSlot> slots) {
        var stored = database.inTx(tx -> check.stored(tx, wallet.network(), slots));
        var ours = slots.stream()
                .filter(each -> !stored.getOrDefault(each.nonce(), List.of()).isEmpty())
                .toList();
        return Parallel.map(ours, AT_ONCE, slot -> {
            for (var transaction : stored.getOrDefault(slot.nonce(), List.of())) {
                var receipt = wallet.chain().receipt(transaction.hash());
                if (receipt.isPresent()) {
                    return new TrackedSlot(slot, transaction, receipt);
                }
            }
            return new TrackedSlot(slot, newest(slot, stored), Optional.empty());
        });
    }

    private static StoredTransaction newest(NonceSlot slot, Map<Long, List<StoredTransaction>> stored) {
        return stored.getOrDefault(slot.nonce(), List.of()).stream()
                .filter(each -> each.hash().equals(slot.hash()))
                .findFirst()
                .orElseGet(() -> stored.getOrDefault(slot.nonce(), List.of()).getFirst());
    }
}
