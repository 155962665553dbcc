package dev.sluice.recipient;

import dev.sluice.db.Tx;
import dev.sluice.screening.Asked;
import dev.sluice.screening.CheckKind;
import dev.sluice.screening.CheckRef;
import dev.sluice.screening.Party;
import dev.sluice.screening.Screenings;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// Screening of stored recipients: a check when one is stored or renamed, and those that an operator rejected. Nothing
/// is asked where the deployment does not screen.
final class ScreenedRecipients {
    private final Screenings screenings;

    ScreenedRecipients(Screenings screenings) {
        this.screenings = screenings;
    }

    /// Asks for the checks of new recipients, in the transaction that stores them.
    void stored(Tx tx, List<Recipient> recipients) {
        if (screenings.isOn()) {
            screenings.ask(
                    tx, recipients.stream().map(ScreenedRecipients::asked).toList());
        }
    }

    /// Asks for the check of a recipient that has other names than before.
    void changed(Tx tx, Recipient before, Recipient after) {
        if (!party(before).equals(party(after))) {
            stored(tx, List.of(after));
        }
    }

    /// Drops the check of a recipient that is deleted; nobody has to decide on its hit any more.
    void deleted(Tx tx, Recipient recipient) {
        if (screenings.isOn()) {
            screenings.drop(tx, List.of(ref(recipient)));
        }
    }

    /// Recipients among some that an operator rejected.
    Set<RecipientStore.Key> rejected(Handle handle, List<Recipient> recipients) {
        return screenings
                .rejected(
                        handle, recipients.stream().map(ScreenedRecipients::ref).toList())
                .stream()
                .map(ref -> new RecipientStore.Key(ref.organizationId(), ref.subjectId()))
                .collect(Collectors.toSet());
    }

    private static Asked asked(Recipient recipient) {
        return new Asked(ref(recipient), CheckKind.RECIPIENT, party(recipient));
    }

    private static CheckRef ref(Recipient recipient) {
        return new CheckRef(recipient.organizationId(), recipient.id());
    }

    /// The party that a payout to this recipient is screened for, so that a cleared hit counts for both.
    private static Party party(Recipient recipient) {
        var verification = recipient.verification();
        return Party.named(
                recipient.country(),
                recipient.name(),
                recipient.accountName(),
                verification == null ? null : verification.bankName());
    }
}
