package dev.sluice.rail.evm.wallet;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.evm.EvmRail;
import dev.sluice.rail.evm.rpc.Chain.Block;
import dev.sluice.rail.evm.rpc.Fees;
import dev.sluice.rail.evm.rpc.Transaction;
import dev.sluice.rail.evm.wallet.Broadcast.SentSlot;
import dev.sluice.rail.evm.wallet.NextNonceStore.Gap;
import dev.sluice.rail.evm.wallet.TransactionStore.StoredTransaction;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Uses up nonces that belong to no transaction, since all above them would wait forever. A filler transfers nothing
/// to the wallet itself and costs gas, so that their number is limited. Nonces of foreign rows do not count: no more
/// of them than the limit are ahead of the chain.
public final class GapFiller {
    /// Maximum number of fillers that are outstanding or were signed within a day.
    static final int FILLERS_MAX = 64;

    private static final Logger LOG = LoggerFactory.getLogger(GapFiller.class);
    private static final String FILLERS = "sluice.evm.fillers";
    private static final int AT_ONCE = 16;
    private static final Duration DAY = Duration.ofDays(1);

    private final Database database;
    private final Clocks clocks;
    private final Broadcast broadcast;
    private final Alerts alerts;
    private final NonceSlotCheck check;
    private final MeterRegistry meters;
    private final Map<String, AtomicLong> gauges = new ConcurrentHashMap<>();

    public GapFiller(
            Database database,
            Clocks clocks,
            Broadcast broadcast,
            Alerts alerts,
            NonceSlotCheck check,
            MeterRegistry meters) {
        this.database = database;
        this.clocks = clocks;
        this.broadcast = broadcast;
        this.alerts = alerts;
        this.check = check;
        this.meters = meters;
    }

    /// Fills the lowest gaps of the hot wallet above its mined transactions.
    public void fill(HotWallet wallet, Block head, long mined) {
        var network = wallet.network().name();
        var since = clocks.instant().minus(DAY);
        long fillers = database.inTx(tx -> check.fillers(tx, wallet, since));
        gauge(network).set(fillers);
        var gaps = database.inTx(tx -> NextNonceStore.gaps(tx, network, wallet.address(), mined, AT_ONCE));
        if (gaps.isEmpty()) {
            return;
        }
        long capacity = Math.max(0, FILLERS_MAX - fillers);
        var unused = gaps.stream().filter(each -> !each.retired()).toList();
        if (capacity == 0 && !unused.isEmpty()) {
            logLimit(wallet, unused.getFirst().nonce());
        }
        var due = Stream.concat(
                        unused.stream().limit(capacity),
                        gaps.stream().filter(each -> each.retired() && each.nonce() < mined + FILLERS_MAX))
                .sorted(Comparator.comparingLong(Gap::nonce))
                .toList();
        if (due.isEmpty()) {
            return;
        }
        var fees = Fees.at(head.baseFee(), wallet.chain().tip(head), wallet.feeCap());
        if (fees.isPresent() && isConfirmed(wallet, head, mined)) {
            sign(wallet, fees.get(), mined, due);
        }
    }

    /// Reports whether every endpoint confirms a count: one that is too low would fill used nonces.
    private static boolean isConfirmed(HotWallet wallet, Block head, long mined) {
        return wallet.chain().everyNonceAt(wallet.address(), head.number()).stream()
                .allMatch(each -> each == mined);
    }

    private void sign(HotWallet wallet, Fees fees, long mined, List<Gap> gaps) {
        var network = wallet.network().name();
        LOG.warn(
                "unused nonces {} of {} on {} are filled",
                gaps.stream().map(Gap::nonce).toList(),
                wallet.address(),
                network);
        var gasLimit = FeeBumper.gasOfNothing(wallet);
        var since = clocks.instant().minus(DAY);
        var sent = database.inTx(tx -> {
            NextNonceStore.lock(tx, network, wallet.address(), mined);
            long fillers = check.fillers(tx, wallet, since);
            var filled = new ArrayList<SentSlot>();
            for (var gap : gaps) {
                if (gap.retired()) {
                    ForeignNonceStore.retired(tx, network, wallet.address(), gap.nonce())
                            .flatMap(foreign -> sign(tx, wallet, foreign.nonce(), foreign, fees, gasLimit))
                            .ifPresent(filled::add);
                } else if (fillers + filled.size() < FILLERS_MAX
                        && NonceStore.find(tx, network, wallet.address(), gap.nonce())
                                .isEmpty()) {
                    sign(tx, wallet, gap.nonce(), null, fees, gasLimit).ifPresent(filled::add);
                }
            }
            return filled;
        });
        broadcast.first(wallet, sent);
    }

    /// @param foreign the retired row that has the nonce
    private Optional<SentSlot> sign(
            Tx tx, HotWallet wallet, long nonce, @Nullable NonceSlot foreign, Fees fees, BigInteger gasLimit) {
        var now = clocks.instant();
        var movement = FeeBumper.nothing(wallet);
        var transaction = new Transaction(wallet.network().chainId(), nonce, fees, gasLimit, movement.call());
        var signed = transaction.signed(wallet.signer());
        var slot = NonceSlot.fresh(
                transaction, wallet.network().name(), wallet.address(), null, movement, signed.hash(), now);
        if (foreign == null) {
            NonceStore.insert(tx, List.of(slot));
        } else if (!ForeignNonceStore.takeOver(tx, foreign, slot)) {
            return Optional.empty();
        }
        check.store(
                tx,
                List.of(new StoredTransaction(slot.network(), slot.sender(), nonce, signed.hash(), signed.raw(), true)),
                now);
        return Optional.of(new SentSlot(slot, signed.raw()));
    }

    private void logLimit(HotWallet wallet, long nonce) {
        var network = wallet.network().name();
        LOG.warn(
                "nonce {} of {} on {} is unused, and {} fillers were signed within a day: higher nonces are waiting",
                nonce,
                wallet.address(),
                network,
                FILLERS_MAX);
        alerts.raise(new Alert(
                EvmRail.NAME,
                network + "/fillers",
                network + ": " + FILLERS_MAX + " fillers in one day; payouts above nonce " + nonce
                        + " wait. Check rail_evm_wallet.next_nonce"));
    }

    private AtomicLong gauge(String network) {
        return gauges.computeIfAbsent(
                network,
                name -> Optional.ofNullable(meters.gauge(FILLERS, Tags.of("network", name), new AtomicLong()))
                        .orElseGet(AtomicLong::new));
    }
}
