package dev.sluice.disbursement;

import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.recipient.Recipient;
import dev.sluice.recipient.Recipient.Revision;
import dev.sluice.refusal.Detail;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One item of a create request that was found valid, before money is held for it. `path` is where it stands in the
/// request; `newRecipient` is set where the recipient was given with it and is stored along, and
/// `payeeRevision` where a stored one is paid.
record Draft(
        String path,
        Money amount,
        FeeSchedule schedule,
        PayeeDocument payee,
        String rail,
        @Nullable Recipient newRecipient,
        @Nullable Revision payeeRevision,
        @Nullable String reference,
        @Nullable String note) {
    Draft with(@Nullable Recipient checked, PayeeDocument newPayee) {
        return new Draft(path, amount, schedule, newPayee, rail, checked, payeeRevision, reference, note);
    }

    /// The time from which a stored payee is as they are.
    @Nullable
    Instant payeeSince() {
        return payeeRevision == null ? null : payeeRevision.updatedAt();
    }

    /// The number of a stored payee's revision; 0 where no stored one is paid.
    int payeeSequence() {
        return payeeRevision == null ? 0 : payeeRevision.sequence();
    }

    /// The path of a field of it.
    String path(String field) {
        return path.isEmpty() ? field : path + "." + field;
    }

    /// Whether something was found wrong with it.
    boolean isNamedBy(List<Detail> found) {
        return found.stream().anyMatch(detail -> detail.field().startsWith(path + "."));
    }

    Money fee() {
        return schedule.fee(amount);
    }

    /// What is held for it.
    Money total() {
        return amount.plus(fee());
    }
}
