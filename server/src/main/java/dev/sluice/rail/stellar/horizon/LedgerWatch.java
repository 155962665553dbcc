package dev.sluice.rail.stellar.horizon;

import dev.sluice.rail.Alerts;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.RailHealth;
import dev.sluice.rail.stellar.StellarRail;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Polls every Horizon for its latest ledger, including those without other requests. A stalled Horizon is then
/// skipped while another one advances, and operators are alerted.
public final class LedgerWatch {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerWatch.class);
    private static final String AGE = "sluice.stellar.ledger.age";
    /// Fifty ledgers: a Horizon that merely restarts has caught up by then.
    private static final Duration OLD_AFTER = Duration.ofMinutes(5);

    private static final Duration TOLD_EVERY = Duration.ofMinutes(10);

    private final List<Endpoint> endpoints;
    private final LatestLedgers latest;
    private final InstantSource time;
    private final RailHealth.Line line;
    private final Alerts alerts;
    private final Instant startedAt;
    private final Map<Endpoint, Instant> told = new ConcurrentHashMap<>();

    /// @param time real time, in which ledgers close
    public LedgerWatch(Horizon horizon, InstantSource time, RailHealth.Line line, Alerts alerts, MeterRegistry meters) {
        this.endpoints = horizon.endpoints();
        this.latest = horizon.latest();
        this.time = time;
        this.line = line;
        this.alerts = alerts;
        this.startedAt = time.instant();
        for (var endpoint : endpoints) {
            Gauge.builder(
                            AGE,
                            () -> closedAt(endpoint)
                                    .map(at -> age(at).toSeconds())
                                    .orElse(null))
                    .description("age of the latest ledger of a Horizon")
                    .baseUnit("seconds")
                    .tag("horizon", endpoint.toString())
                    .strongReference(true)
                    .register(meters);
        }
    }

    /// Polls all Horizons once; always returns false.
    public boolean step() {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            endpoints.forEach(endpoint -> threads.execute(() -> poll(endpoint)));
        }
        endpoints.forEach(this::check);
        return false;
    }

    private static void poll(Endpoint endpoint) {
        try {
            endpoint.check();
        } catch (HorizonUnavailable unavailable) {
            LOG.debug("{}", unavailable.getMessage());
        }
    }

    private void check(Endpoint endpoint) {
        var now = time.instant();
        var last = told.get(endpoint);
        if (!isOld(closedAt(endpoint).orElse(startedAt))) {
            if (last != null) {
                told.remove(endpoint);
                LOG.info("endpoint {} advances again", endpoint);
            }
        } else if (last == null || !now.isBefore(last.plus(TOLD_EVERY))) {
            told.put(endpoint, now);
            warn(endpoint);
        }
    }

    private Optional<Instant> closedAt(Endpoint endpoint) {
        return latest.of(endpoint).map(LatestLedgers.Latest::closedAt);
    }

    private Duration age(Instant closedAt) {
        var age = Duration.between(closedAt, time.instant());
        return age.isNegative() ? Duration.ZERO : age;
    }

    private boolean isOld(Instant closedAt) {
        return age(closedAt).compareTo(OLD_AFTER) > 0;
    }

    private void warn(Endpoint endpoint) {
        boolean alone = endpoints.stream()
                .noneMatch(other -> closedAt(other).filter(at -> !isOld(at)).isPresent());
        var reason = closedAt(endpoint)
                .map(at -> "the latest ledger is " + age(at).toMinutes() + " minutes old")
                .orElseGet(() -> "no ledger received for " + age(startedAt).toMinutes() + " minutes");
        var message = endpoint + ": " + reason
                + (alone ? ". Deposits are not detected and payouts do not complete" : ". Other Horizons are used");
        LOG.warn("{}", message);
        line.failed(endpoint + ": " + reason);
        alerts.raise(new Alert(StellarRail.NAME, "horizon/" + endpoint, message));
    }
}
