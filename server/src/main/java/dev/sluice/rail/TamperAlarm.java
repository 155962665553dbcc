package dev.sluice.rail;

import dev.sluice.db.Tx;
import dev.sluice.rail.Alerts.Alert;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reports payouts and other records that are held because their rows were changed outside of the service: each in the
/// log, in a counter, and to operators as an alert.
public final class TamperAlarm {
    static final String HELD = "sluice.payouts.tampered";
    static final String UNUSED = "sluice.records.tampered";

    private static final Logger LOG = LoggerFactory.getLogger(TamperAlarm.class);

    private static final Duration RECORDED_AGAIN_AFTER = Duration.ofMinutes(5);
    private static final int RECORDED_MAX = 10_000;
    private static final int NAME_MAX = 70;

    private final Alerts alerts;
    private final MeterRegistry meters;

    /// Time of the report of each recently reported record.
    private final Map<String, Instant> recorded = new ConcurrentHashMap<>();

    public TamperAlarm(Alerts alerts, MeterRegistry meters) {
        this.alerts = alerts;
        this.meters = meters;
    }

    /// Reason for holding a payout.
    public enum Reason {
        /// The instruction does not match its MAC.
        CHANGED("its instruction was changed in the database"),
        /// The payout was signed or stopped before, and is queued again.
        REPEATED("it was signed or stopped before and is queued again");

        private final String words;

        Reason(String words) {
            this.words = words;
        }
    }

    /// Registers the counters of some rails at the start, so that the first held payout counts as an increase.
    public static void expect(MeterRegistry meters, Stream<String> rails) {
        rails.forEach(rail -> {
            for (var reason : Reason.values()) {
                counter(meters, rail, reason);
            }
        });
    }

    /// Registers the counter of a kind of records at the start, likewise.
    ///
    /// @param kind name of the kind in lower case
    public void expect(String kind) {
        meters.counter(UNUSED, "kind", kind);
    }

    private static Counter counter(MeterRegistry meters, String rail, Reason reason) {
        return meters.counter(HELD, "rail", rail, "reason", reason.name().toLowerCase(Locale.ROOT));
    }

    /// Reports a payout, in the transaction that holds it.
    public void raise(Tx tx, String rail, PayoutRef payout, Reason reason) {
        LOG.error(
                "payout {} of {} on the rail {} is held: {}",
                payout.payoutId(),
                payout.organizationId(),
                rail,
                reason.words);
        var name = reason.name().toLowerCase(Locale.ROOT);
        counter(meters, rail, reason).increment();
        alerts.raise(
                tx,
                new Alert(
                        rail,
                        "tampered/" + name + "/" + payout.payoutId(),
                        "Held: payout " + payout.payoutId() + ": " + reason.words + ". See \"Held payouts\""));
    }

    /// Reports a record other than a payout that is not used because of its MAC. A record that is used repeatedly
    /// is reported every five minutes.
    ///
    /// @param kind name of the kind in lower case, such as `recipient`
    public void raise(Tx tx, String kind, UUID organizationId, UUID id) {
        reported(kind, organizationId, id).ifPresent(alert -> alerts.raise(tx, alert));
    }

    /// Reports a record in a separate transaction.
    public void raise(String kind, UUID organizationId, UUID id) {
        reported(kind, organizationId, id).ifPresent(alerts::raise);
    }

    /// Reports a record without an organization, likewise.
    ///
    /// @param id name of the record; characters that no valid name has are removed
    public void raise(Tx tx, String kind, String id) {
        reported(kind, shown(id), "").ifPresent(alert -> alerts.raise(tx, alert));
    }

    /// The author of the altered record may have written the name.
    private static String shown(String id) {
        var name = id.replaceAll("[^A-Za-z0-9:._/-]", "?");
        return name.substring(0, Math.min(name.length(), NAME_MAX));
    }

    private Optional<Alert> reported(String kind, UUID organizationId, UUID id) {
        return reported(kind, id.toString(), " of " + organizationId);
    }

    private Optional<Alert> reported(String kind, String id, String owner) {
        var now = alerts.now();
        recorded.values().removeIf(at -> !at.plus(RECORDED_AGAIN_AFTER).isAfter(now));
        if (recorded.size() >= RECORDED_MAX || recorded.putIfAbsent(kind + "/" + id, now) != null) {
            return Optional.empty();
        }
        LOG.error("{} {}{} was changed in the database: it is not used", kind, id, owner);
        meters.counter(UNUSED, "kind", kind).increment();
        return Optional.of(new Alert(
                kind,
                "tampered/" + id,
                "Not used: " + kind + " " + id + " was changed in the database. See \"Changed records\""));
    }
}
