package dev.sluice.rail.stellar.payout;

import dev.sluice.db.Tx;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.TamperAlarm.Reason;
import dev.sluice.rail.stellar.StellarRail;
import java.time.Duration;
import java.time.Instant;

/// Prevents the signing of payments whose stored data differs from the rail's instructions.
record Guard(PaymentMac macs, TamperAlarm alarm) {
    private static final Duration LOOKED_AT_AGAIN_AFTER = Duration.ofMinutes(5);
    private static final String WAITS_FOR = "its stored data was changed; an operator must check it";

    /// Postpones a queued payment and raises an alarm, in the transaction that detected the manipulation.
    void hold(Tx tx, PayoutRef payout, Reason reason, Instant now) {
        alarm.raise(tx, StellarRail.NAME, payout, reason);
        StellarPaymentStore.postpone(tx, payout, now.plus(LOOKED_AT_AGAIN_AFTER), WAITS_FOR);
    }
}
