package dev.sluice.rail.evm.wallet;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.evm.payout.PayoutStore;
import dev.sluice.rail.evm.rpc.Parallel;
import dev.sluice.rail.evm.rpc.RpcError;
import dev.sluice.rail.evm.rpc.RpcUnavailable;
import dev.sluice.rail.evm.wallet.NonceStore.Sent;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Broadcasts stored transactions to a network. Repeating a broadcast is safe: the bytes are the same, and a nonce is
/// used once.
public final class Broadcast {
    private static final Logger LOG = LoggerFactory.getLogger(Broadcast.class);
    /// Kept low, so that a node rarely receives a nonce before the one below it.
    private static final int AT_ONCE = 8;

    private final Database database;
    private final Clocks clocks;

    public Broadcast(Database database, Clocks clocks) {
        this.database = database;
        this.clocks = clocks;
    }

    /// Slot and the bytes of its newest transaction.
    public record SentSlot(NonceSlot slot, String raw) {}

    public void first(HotWallet wallet, List<SentSlot> all) {
        send(wallet, all, false);
    }

    /// Broadcasts to every endpoint again. Returns the slots whose transaction all endpoints refuse for its tip.
    public List<NonceSlot> again(HotWallet wallet, List<SentSlot> all) {
        return send(wallet, all, true);
    }

    private List<NonceSlot> send(HotWallet wallet, List<SentSlot> all, boolean again) {
        if (all.isEmpty()) {
            return List.of();
        }
        var sent = Parallel.map(all, AT_ONCE, each -> sendOne(wallet, each, again));
        note(again ? sent.stream().map(Sent::later).toList() : sent);
        return sent.stream().filter(Sent::low).map(Sent::slot).toList();
    }

    /// Broadcasts one transaction to all endpoints again. Returns true if it is permanently refused again.
    boolean isRefusedAgain(HotWallet wallet, SentSlot sentSlot) {
        var sent = sendOne(wallet, sentSlot, true);
        note(List.of(sent.later()));
        return sent.refused();
    }

    /// Marks slots whose transactions a node has, though no node acknowledged them when they were broadcast.
    void known(List<NonceSlot> slots) {
        if (!slots.isEmpty()) {
            note(slots.stream().map(slot -> new Sent(slot, true, false, false)).toList());
        }
    }

    private void note(List<Sent> sent) {
        database.run(tx -> {
            NonceStore.sent(tx, sent, clocks.instant());
            PayoutStore.acknowledge(
                    tx,
                    sent.stream()
                            .filter(Sent::taken)
                            .map(each -> each.slot().payout())
                            .filter(Objects::nonNull)
                            .map(PayoutRef.class::cast)
                            .toList());
        });
    }

    private static Sent sendOne(HotWallet wallet, SentSlot sent, boolean again) {
        var slot = sent.slot();
        try {
            if (again) {
                wallet.chain().sendAgain(sent.raw());
            } else {
                wallet.chain().send(sent.raw());
            }
            return new Sent(slot, true, false, false);
        } catch (RpcUnavailable unavailable) {
            LOG.warn(
                    "no endpoint confirms transaction {} on {}: {}",
                    slot.hash(),
                    slot.network(),
                    unavailable.getMessage());
            return new Sent(slot, false, false, false);
        } catch (RpcError no) {
            if (no.isKnown()) {
                return new Sent(slot, true, false, false);
            }
            boolean passing = no.isNonceUsed()
                    || no.isNonceAhead()
                    || no.isUnderpriced()
                    || no.isForLackOfCoins()
                    || no.isOfTheNode()
                    || no.isForTooManyRequests()
                    || no.isElsewhereUnclear();
            if (!no.isNonceUsed()) {
                LOG.warn("{} rejected transaction {}: {}", slot.network(), slot.hash(), no.getMessage());
            }
            return new Sent(
                    slot,
                    false,
                    !passing,
                    wallet.chain().isForTip(no, slot.fees().tip()));
        }
    }
}
