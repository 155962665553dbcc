package dev.sluice.rail.evm.wallet;

import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.evm.EvmNetwork;
import dev.sluice.rail.evm.rpc.Transaction;
import dev.sluice.rail.evm.wallet.NonceStore.Committed;
import dev.sluice.rail.evm.wallet.TransactionStore.StoredTransaction;
import dev.sluice.vault.Vault;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Check that a slot is authentic: the service signed and stored a transaction with its nonce, and it names that
/// transaction's hash. Others are foreign. They are reported and retired, and no payout follows from them (ADR 37).
/// Each transaction is checked once by each node.
public final class NonceSlotCheck {
    private static final Logger LOG = LoggerFactory.getLogger(NonceSlotCheck.class);
    private static final String RECORD = "evm_slot";
    private static final int PAGE = 500;
    private static final int CHECKED_MAX = 50_000;

    private final Database database;
    private final TamperAlarm alarm;
    private final TransactionMac macs;
    private final Map<Signing, Boolean> checked = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Signing, Boolean> eldest) {
            return size() > CHECKED_MAX;
        }
    });

    public NonceSlotCheck(Database database, TamperAlarm alarm, Vault vault) {
        this.database = database;
        this.macs = new TransactionMac(vault);
        this.alarm = alarm;
        alarm.expect(RECORD);
    }

    /// Transaction as a row of `rail_evm_transaction` names it. Its bytes never change, as rows are written once.
    private record Signing(String network, String sender, long nonce, String hash) {}

    /// Returns the authentic slots. A foreign one is retired; one whose hash was changed gets the hash of the
    /// newest that its sender signed.
    public List<NonceSlot> authentic(Tx tx, EvmNetwork network, List<NonceSlot> slots) {
        var unknown = slots.stream()
                .filter(each -> !checked.getOrDefault(signing(each), false))
                .collect(Collectors.groupingBy(NonceSlot::sender));
        if (unknown.isEmpty()) {
            return slots;
        }
        var stored = new HashMap<String, Map<Long, List<StoredTransaction>>>();
        unknown.forEach((sender, some) -> stored.put(sender, stored(tx, network, some)));
        return slots.stream()
                .map(each -> checked.getOrDefault(signing(each), false)
                        ? each
                        : restored(
                                tx,
                                each,
                                stored.getOrDefault(each.sender(), Map.of()).getOrDefault(each.nonce(), List.of())))
                .filter(Objects::nonNull)
                .map(NonceSlot.class::cast)
                .toList();
    }

    private @Nullable NonceSlot restored(Tx tx, NonceSlot slot, List<StoredTransaction> signed) {
        if (signed.stream().anyMatch(each -> each.hash().equals(slot.hash()))) {
            return slot;
        }
        alarm.raise(tx, RECORD, slot.network() + "/" + slot.nonce());
        if (!signed.isEmpty()) {
            var hash = signed.getFirst().hash();
            ForeignNonceStore.restore(tx, slot, hash);
            return slot.with(slot.fees(), hash, slot.signedAt());
        }
        var payout = slot.payout();
        if (ForeignNonceStore.retire(tx, slot) && payout != null) {
            LOG.error(
                    "a foreign row of nonce {} on {} names payout {}: it is not signed while the row exists",
                    slot.nonce(),
                    slot.network(),
                    payout.payoutId());
        }
        return null;
    }

    /// Returns the number of authentic open slots of each wallet.
    public Map<String, Long> open(EvmNetwork network) {
        var open = new HashMap<String, Long>();
        var sender = "";
        long nonce = Long.MIN_VALUE;
        while (true) {
            var lastSender = sender;
            var lastNonce = nonce;
            var page = database.inTx(tx -> ForeignNonceStore.open(tx, network.name(), lastSender, lastNonce, PAGE));
            if (page.isEmpty()) {
                return open;
            }
            database.inTx(tx -> authentic(tx, network, page)).forEach(each -> open.merge(each.sender(), 1L, Long::sum));
            if (page.size() < PAGE) {
                return open;
            }
            sender = page.getLast().sender();
            nonce = page.getLast().nonce();
        }
    }

    /// Returns the commitments of a wallet by its authentic slots.
    public Committed committed(Tx tx, HotWallet wallet, long fromNonce) {
        var units = new HashMap<String, BigInteger>();
        var gas = BigInteger.ZERO;
        long slots = 0;
        long from = fromNonce;
        while (true) {
            var page = ForeignNonceStore.committed(tx, wallet.network().name(), wallet.address(), from, PAGE);
            var ended = page.stream()
                    .filter(NonceStore.Ended::isFinal)
                    .map(each -> each.slot().nonce())
                    .collect(Collectors.toSet());
            for (var slot : authentic(
                    tx,
                    wallet.network(),
                    page.stream().map(NonceStore.Ended::slot).toList())) {
                units.merge(slot.movement().token(), slot.movement().units(), BigInteger::add);
                gas = gas.add(slot.gasLimit().multiply(slot.fees().max()));
                slots += ended.contains(slot.nonce()) ? 0 : 1;
            }
            if (page.size() < PAGE || page.getLast().slot().nonce() == Long.MAX_VALUE) {
                return new Committed(units, gas, slots);
            }
            from = page.getLast().slot().nonce() + 1;
        }
    }

    /// Returns the number of authentic fillers of a wallet that wait for a final block, or were signed since a
    /// time. Returns the maximum if foreign rows hide their number.
    long fillers(Tx tx, HotWallet wallet, Instant since) {
        var page = ForeignNonceStore.fillers(tx, wallet.network().name(), wallet.address(), since, PAGE);
        var ours = authentic(tx, wallet.network(), page);
        return page.size() == PAGE && ours.size() < page.size() ? GapFiller.FILLERS_MAX : ours.size();
    }

    /// Returns the authentic transactions of the slots of one wallet, by nonce, the newest first.
    public Map<Long, List<StoredTransaction>> stored(Tx tx, EvmNetwork network, List<NonceSlot> slots) {
        var found = new HashMap<Long, List<StoredTransaction>>();
        TransactionStore.of(tx, slots)
                .forEach((nonce, all) -> found.put(
                        nonce,
                        all.size() < TransactionStore.AT_ONCE
                                ? ours(network, all)
                                : everyOne(tx, network, all.getFirst())));
        return found;
    }

    /// Returns all authentic transactions of a nonce that has more rows than a wallet ever signs.
    private List<StoredTransaction> everyOne(Tx tx, EvmNetwork network, StoredTransaction some) {
        var all = new ArrayList<StoredTransaction>();
        var last = "";
        while (true) {
            var page = TransactionStore.page(tx, some, last);
            all.addAll(ours(network, page));
            if (page.size() < TransactionStore.AT_ONCE) {
                break;
            }
            last = page.getLast().hash();
        }
        return all.reversed();
    }

    private List<StoredTransaction> ours(EvmNetwork network, List<StoredTransaction> stored) {
        return stored.stream().filter(each -> isAuthentic(network, each)).toList();
    }

    /// Stores transactions that the service signed, before they are broadcast.
    public void store(Tx tx, List<StoredTransaction> signed, Instant now) {
        TransactionStore.insert(tx, macs, signed, now);
    }

    /// Returns the gas top-ups signed for some addresses, by address: from the signed bytes, not from the rows. A
    /// row that differs is reported.
    public Map<String, BigInteger> topUps(Tx tx, EvmNetwork network, List<String> addresses) {
        var found = authentic(tx, network, ForeignNonceStore.topUps(tx, network.name(), addresses)).stream()
                .collect(Collectors.groupingBy(NonceSlot::sender));
        var coins = new HashMap<String, BigInteger>();
        found.forEach((sender, slots) -> {
            var signed = stored(tx, network, slots);
            for (var slot : slots) {
                signed.getOrDefault(slot.nonce(), List.of()).stream()
                        .filter(each -> each.hash().equals(slot.hash()))
                        .findFirst()
                        .ifPresent(each -> add(tx, slot, each, coins));
            }
        });
        return coins;
    }

    private void add(Tx tx, NonceSlot slot, StoredTransaction signed, Map<String, BigInteger> coins) {
        if (isOf(slot, signed)) {
            coins.merge(slot.movement().call().to(), slot.movement().call().value(), BigInteger::add);
        } else {
            alarm.raise(tx, RECORD, slot.network() + "/" + slot.nonce());
        }
    }

    /// Reports whether a slot moves the same coins as the transaction signed for it.
    public static boolean isOf(NonceSlot slot, StoredTransaction signed) {
        var call = slot.movement().call();
        return Transaction.target(signed.raw()).equalsIgnoreCase(call.to())
                && Transaction.value(signed.raw()).equals(call.value());
    }

    /// Reports whether a transaction is one that the service signed for its nonce on the network.
    public boolean isAuthentic(EvmNetwork network, StoredTransaction stored) {
        var signing = new Signing(stored.network(), stored.sender(), stored.nonce(), stored.hash());
        var known = checked.get(signing);
        if (known != null) {
            return known;
        }
        boolean authentic = macs.isOf(stored)
                && Transaction.isOf(stored.raw(), stored.hash(), stored.sender(), network.chainId(), stored.nonce());
        checked.put(signing, authentic);
        return authentic;
    }

    private static Signing signing(NonceSlot slot) {
        return new Signing(slot.network(), slot.sender(), slot.nonce(), slot.hash());
    }
}
