package dev.sluice.rail.stellar;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// What an operator is to be woken up by: how much the hot account can spend, and how many payouts wait for something
/// of ours, such as its money.
final class Gauges {
    private final MeterRegistry meters;
    private final Map<String, AtomicLong> spendable = new ConcurrentHashMap<>();
    private final AtomicLong waiting;

    Gauges(MeterRegistry meters) {
        this.meters = meters;
        this.waiting = gauge("sluice.stellar.payouts.waiting", Tags.empty());
    }

    void hot(Conditions conditions, List<StellarToken> tokens) {
        for (var token : tokens) {
            spendable
                    .computeIfAbsent(
                            token.asset().code(),
                            id -> gauge("sluice.stellar.hot.spendable.stroops", Tags.of("token", id)))
                    .set(conditions.hot().spendable(token, conditions.ledger()));
        }
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
