package dev.sluice.rail.evm.payout;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.evm.payout.TransactionTracker.Mined;
import dev.sluice.rail.evm.rpc.Chain.Block;
import dev.sluice.rail.evm.wallet.HotWallet;
import dev.sluice.rail.evm.wallet.NonceSlot;
import dev.sluice.rail.evm.wallet.NonceSlotCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// Rechecks payouts that failed in a final block, for a day. After a deep reorg, a node may put the same transaction
/// into another block, and it can pay this time, though the wallet has nothing pending. Only final results are
/// reported; nothing is signed or sent.
final class ReorgRecheck {
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration EVERY = Duration.ofMinutes(1);
    private static final int REJECTED_MAX = 100;

    private final Database database;
    private final Clocks clocks;
    private final ReceiptResult result;
    private final NonceSlotCheck check;
    private final Map<String, Instant> looked = new ConcurrentHashMap<>();
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    ReorgRecheck(Database database, Clocks clocks, ReceiptResult result, NonceSlotCheck check) {
        this.database = database;
        this.clocks = clocks;
        this.result = result;
        this.check = check;
    }

    void step(HotWallet wallet) {
        var network = wallet.network().name();
        var now = clocks.instant();
        var last = looked.get(network);
        if (last != null && last.plus(EVERY).isAfter(now)) {
            return;
        }
        looked.put(network, now);
        var rejected = database.inTx(tx -> PayoutStore.rejectedSince(tx, network, now.minus(DAY), REJECTED_MAX));
        if (rejected.isEmpty()) {
            return;
        }
        var head = wallet.chain().head();
        rejected.stream()
                .collect(Collectors.groupingBy(NonceSlot::sender))
                .values()
                .forEach(slots -> recheck(wallet, head, slots));
    }

    /// @param slots of one sender
    private void recheck(HotWallet wallet, Block head, List<NonceSlot> slots) {
        for (var tracked : TransactionTracker.receipts(database, check, wallet, slots)) {
            tracked.receipt()
                    .filter(receipt ->
                            receipt.succeeded() && !tracked.transaction().filler())
                    .filter(receipt -> receipt.block() <= wallet.network().finalAt(head.number()))
                    .ifPresent(receipt -> wallet.chain()
                            .block(receipt.block())
                            .filter(block -> block.hash().equals(receipt.blockHash())
                                    && !told.contains(block.hash() + receipt.transaction()))
                            .ifPresent(block -> {
                                var mined = new Mined(tracked.slot(), tracked.transaction(), receipt, block.time());
                                database.run(tx -> result.reconsider(tx, wallet, mined));
                                told.add(block.hash() + receipt.transaction());
                            }));
        }
    }
}
