package dev.sluice.disbursement.create;

import dev.sluice.disbursement.PayeeDocument;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.recipient.Recipient;
import dev.sluice.recipient.Recipient.Revision;
import dev.sluice.refusal.Detail;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One valid item of a create request, before money is held for it. `path` is its place in the request; `newRecipient`
/// is set if the recipient was given with it and is stored along, and `payeeRevision` if a stored one is paid.
public record Draft(
        String path,
        Money amount,
        FeeSchedule schedule,
        PayeeDocument payee,
        String rail,
        @Nullable Recipient newRecipient,
        @Nullable Revision payeeRevision,
        @Nullable String reference,
        @Nullable String note) {
    public Draft with(@Nullable Recipient checked, PayeeDocument newPayee) {
        return new Draft(path, amount, schedule, newPayee, rail, checked, payeeRevision, reference, note);
    }

    /// Returns the time of the stored payee's last change.
    public @Nullable Instant payeeSince() {
        return payeeRevision == null ? null : payeeRevision.updatedAt();
    }

    /// Returns the number of a stored payee's revision; 0 if the payee is not stored.
    int payeeSequence() {
        return payeeRevision == null ? 0 : payeeRevision.sequence();
    }

    /// Returns the path of one of its fields.
    public String path(String field) {
        return path.isEmpty() ? field : path + "." + field;
    }

    /// Reports whether some findings are about it.
    boolean isNamedBy(List<Detail> details) {
        return details.stream().anyMatch(detail -> detail.field().startsWith(path + "."));
    }

    public Money fee() {
        return schedule.fee(amount);
    }

    /// Returns the amount to hold.
    public Money total() {
        return amount.plus(fee());
    }
}
