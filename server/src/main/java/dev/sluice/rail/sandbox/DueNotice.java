package dev.sluice.rail.sandbox;

import dev.sluice.rail.PayoutStatusReport;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A notice that the bank has to send.
///
/// @param sent number of notices sent before
/// @param dueAt time at which this notice is due
record DueNotice(Entry.Taken payment, int sent, Instant dueAt) {
    PayoutStatusReport report(Instant now) {
        var notice = payment.behaviour().ending().notices().get(sent);
        var key = payment.payout().payoutId() + ":" + notice.key();
        return new PayoutStatusReport(SandboxRail.NAME, key, payment.payout(), payment.outcome(dueAt), now);
    }

    /// Returns the due time of the next notice; null if this is the last.
    @Nullable
    Instant nextAt() {
        var notices = payment.behaviour().ending().notices();
        int next = sent + 1;
        return next < notices.size() ? payment.endsAt().plus(notices.get(next).after()) : null;
    }
}
