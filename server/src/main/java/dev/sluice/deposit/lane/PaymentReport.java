package dev.sluice.deposit.lane;

import dev.sluice.deposit.DepositPaymentStore.Reason;
import dev.sluice.deposit.DepositPaymentStore.RecordedPayment;
import dev.sluice.rail.IncomingPayments.Entry;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A payment as its rail reports it now, and as it was recorded before, if it was.
record PaymentReport(
        UUID organizationId, Entry entry, @Nullable RecordedPayment before) {
    /// Returns true if this revision of the payment, or a newer one, was recorded before.
    boolean isOld() {
        return before != null && before.revision() >= entry.revision();
    }

    /// Returns true if the recorded payment already is as the rail reports it.
    boolean changesNothing() {
        return before != null && before.reversed() == entry.reversed();
    }

    int transfers() {
        return before == null ? 0 : before.transfers();
    }

    /// Returns the reason why the house keeps the payment. A rejected payer stays rejected when the rail reports
    /// the payment again.
    Reason reasonOr(Reason otherwise) {
        return before != null && before.reason() == Reason.SCREENING ? Reason.SCREENING : otherwise;
    }
}
