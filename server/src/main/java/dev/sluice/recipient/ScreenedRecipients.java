package dev.sluice.recipient;

import dev.sluice.db.Tx;
import dev.sluice.screening.CheckKind;
import dev.sluice.screening.CheckRef;
import dev.sluice.screening.Party;
import dev.sluice.screening.ScreeningRequest;
import dev.sluice.screening.Screenings;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// Screening of stored recipients: requests a check when one is stored or renamed, and finds those that an operator
/// rejected. Does nothing if the deployment does not screen.
final class ScreenedRecipients {
    private final Screenings screenings;

    ScreenedRecipients(Screenings screenings) {
        this.screenings = screenings;
    }

    /// Requests checks of new recipients, in the transaction that stores them.
    void stored(Tx tx, List<Recipient> recipients) {
        if (screenings.isOn()) {
            screenings.request(
                    tx, recipients.stream().map(ScreenedRecipients::request).toList());
        }
    }

    /// Requests a check of a recipient whose names have changed.
    void changed(Tx tx, Recipient before, Recipient after) {
        if (!party(before).equals(party(after))) {
            stored(tx, List.of(after));
        }
    }

    /// Drops the check of a deleted recipient, so that its hit needs no decision any more.
    void deleted(Tx tx, Recipient recipient) {
        if (screenings.isOn()) {
            screenings.drop(tx, List.of(ref(recipient)));
        }
    }

    /// Returns the recipients that an operator rejected.
    Set<RecipientStore.Key> rejected(Handle handle, List<Recipient> recipients) {
        return screenings
                .rejected(
                        handle, recipients.stream().map(ScreenedRecipients::ref).toList())
                .stream()
                .map(ref -> new RecipientStore.Key(ref.organizationId(), ref.subjectId()))
                .collect(Collectors.toSet());
    }

    private static ScreeningRequest request(Recipient recipient) {
        return new ScreeningRequest(ref(recipient), CheckKind.RECIPIENT, party(recipient));
    }

    private static CheckRef ref(Recipient recipient) {
        return new CheckRef(recipient.organizationId(), recipient.id());
    }

    /// Returns the party for which a payout to this recipient is screened, so that a cleared hit counts for both.
    private static Party party(Recipient recipient) {
        var verification = recipient.verification();
        return Party.named(
                recipient.country(),
                recipient.name(),
                recipient.accountName(),
                verification == null ? null : verification.bankName());
    }
}
