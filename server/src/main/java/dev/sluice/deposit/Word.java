package dev.sluice.deposit;

import dev.sluice.deposit.PaymentStore.Known;
import dev.sluice.deposit.PaymentStore.Reason;
import dev.sluice.rail.Receipts.Entry;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A payment as a rail tells of it now, and as it was known before, if it was.
record Word(UUID organizationId, Entry entry, @Nullable Known before) {
    /// Whether it was told of this before, or of something newer.
    boolean isOld() {
        return before != null && before.revision() >= entry.revision();
    }

    /// Whether the payment is known to be as the rail says.
    boolean changesNothing() {
        return before != null && before.reversed() == entry.reversed();
    }

    int transfers() {
        return before == null ? 0 : before.transfers();
    }

    /// Why the house keeps it: a payer who was rejected stays so when the rail tells of the payment again.
    Reason reasonOr(Reason otherwise) {
        return before != null && before.reason() == Reason.SCREENING ? Reason.SCREENING : otherwise;
    }
}
