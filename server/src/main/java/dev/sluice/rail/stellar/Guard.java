package dev.sluice.rail.stellar;

import dev.sluice.db.Tx;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.TamperAlarm.Reason;
import java.time.Duration;
import java.time.Instant;

/// Keeps payments from being signed that are not what the rail was told.
record Guard(PaymentMac macs, TamperAlarm alarm) {
    private static final Duration LOOKED_AT_AGAIN_AFTER = Duration.ofMinutes(5);
    private static final String WAITS_FOR = "its stored data was changed; an operator has to look at it";

    /// Holds a queued payment, in the transaction that found what is wrong with it.
    void hold(Tx tx, PayoutRef payout, Reason reason, Instant now) {
        alarm.raise(tx, StellarRail.NAME, payout, reason);
        PaymentStore.postpone(tx, payout, now.plus(LOOKED_AT_AGAIN_AFTER), WAITS_FOR);
    }
}
