package dev.sluice.ownership;

import dev.sluice.db.Tx;
import dev.sluice.mail.Mail;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.User;
import dev.sluice.notification.LocalizedMail;
import dev.sluice.page.Texts;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;

/// Mails to owners about changes.
final class OwnerChangeMails {
    private static final String PAGE = "/dashboard/ownership";

    private final Organizations organizations;
    private final Supplier<Optional<URI>> baseUrl;

    OwnerChangeMails(Organizations organizations, Supplier<Optional<URI>> baseUrl) {
        this.organizations = organizations;
        this.baseUrl = baseUrl;
    }

    Mail about(Tx tx, User to, OwnerChange change, OwnerChangeEvent event, Participant by, String reason) {
        return LocalizedMail.of(
                tx,
                to,
                OwnerChangeTexts.BUNDLE,
                texts -> texts.get("subject." + event),
                texts -> text(texts, to, change, event, by, reason));
    }

    /// Returns the mail to other owners after an operator ended an owner's access, which has no waiting time.
    Mail accessTaken(Tx tx, User to, User taken, String reason) {
        var organization = organizations.get(to.organizationId()).name();
        return LocalizedMail.of(
                tx,
                to,
                OwnerChangeTexts.BUNDLE,
                texts -> texts.get("subject.TAKEN"),
                texts -> texts.get(
                        "mail.TAKEN", to.name(), taken.email(), organization, OwnerChangeTexts.reason(texts, reason)));
    }

    private String text(
            Texts texts, User to, OwnerChange change, OwnerChangeEvent event, Participant by, String reason) {
        var request = change.request();
        return texts.get(
                "mail." + event,
                to.name(),
                organizations.get(request.organizationId()).name(),
                OwnerChangeTexts.proposed(texts, request.proposed()),
                OwnerChangeTexts.name(texts, by),
                OwnerChangeTexts.reason(texts, reason),
                change.state() instanceof OwnerChangeState.Waiting waiting
                        ? LocalizedMail.time(texts, waiting.dueAt())
                        : "",
                baseUrl.get().map(url -> url + PAGE).orElse(PAGE));
    }
}
