package dev.sluice.rail.stellar.payout;

import dev.sluice.rail.HotBalance;
import dev.sluice.rail.stellar.StellarToken;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// Metrics for alerts: the spendable balance of the hot account, and the number of payouts that wait, for example for
/// money.
final class Gauges {
    private static final String NETWORK = "stellar";

    private final MeterRegistry meters;
    private final Map<String, AtomicLong> spendable = new ConcurrentHashMap<>();
    private final Map<String, HotBalance> balances = new ConcurrentHashMap<>();
    private final AtomicLong waiting;

    Gauges(MeterRegistry meters) {
        this.meters = meters;
        this.waiting = gauge("sluice.stellar.payouts.waiting", Tags.empty());
    }

    void hot(NetworkSnapshot snapshot, List<StellarToken> tokens) {
        expect(tokens);
        for (var token : tokens) {
            long stroops = snapshot.hot().spendable(token, snapshot.ledger());
            spendable
                    .computeIfAbsent(
                            token.asset().code(),
                            id -> gauge("sluice.stellar.hot.spendable.stroops", Tags.of("token", id)))
                    .set(stroops);
            balance(token).set(BigInteger.valueOf(stroops));
        }
    }

    /// Registers the balance gauges before the first snapshot.
    void expect(List<StellarToken> tokens) {
        tokens.forEach(this::balance);
    }

    private HotBalance balance(StellarToken token) {
        return balances.computeIfAbsent(token.asset().code(), _ -> new HotBalance(meters, NETWORK, token.asset()));
    }

    void waiting(long payouts) {
        waiting.set(payouts);
    }

    private AtomicLong gauge(String name, Tags tags) {
        var value = new AtomicLong();
        meters.gauge(name, tags, value);
        return value;
    }
}
