package dev.sluice.rail;

import dev.sluice.db.Tx;
import dev.sluice.rail.Alerts.Alert;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reports payouts that are held because the database does not say of them what the service wrote: in the log each,
/// in a counter, and to operators as an alert of the rail.
public final class TamperAlarm {
    static final String HELD = "sluice.payouts.tampered";

    private static final Logger LOG = LoggerFactory.getLogger(TamperAlarm.class);

    private final Alerts alerts;
    private final MeterRegistry meters;

    public TamperAlarm(Alerts alerts, MeterRegistry meters) {
        this.alerts = alerts;
        this.meters = meters;
    }

    /// Reason for which a payout is held.
    public enum Reason {
        /// The instruction is not the one that its MAC was made of.
        CHANGED("instruction was changed in the database"),
        /// The payout was signed or stopped before, and is queued again.
        REPEATED("was signed or stopped before and is queued again");

        private final String words;

        Reason(String words) {
            this.words = words;
        }
    }

    /// Reports a payout, in the transaction that holds it.
    public void raise(Tx tx, String rail, PayoutRef payout, Reason reason) {
        LOG.error(
                "payout {} of {} on {} {}: it is held", payout.payoutId(), payout.organizationId(), rail, reason.words);
        var name = reason.name().toLowerCase(Locale.ROOT);
        meters.counter(HELD, "rail", rail, "reason", name).increment();
        alerts.raise(
                tx,
                new Alert(
                        rail,
                        "tampered/" + name,
                        "Held: payout " + payout.payoutId() + " " + reason.words + ". See \"Held payouts\""));
    }
}
