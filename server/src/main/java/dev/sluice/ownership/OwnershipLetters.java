package dev.sluice.ownership;

import dev.sluice.mail.Mail;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.User;
import dev.sluice.page.Texts;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/// Mails to owners about changes, in each language of the dashboard: nobody knows which one they read.
final class OwnershipLetters {
    private static final String PAGE = "/dashboard/ownership";
    private static final String BETWEEN = "\n--------\n\n";

    private final Organizations organizations;
    private final Supplier<Optional<URI>> baseUrl;

    OwnershipLetters(Organizations organizations, Supplier<Optional<URI>> baseUrl) {
        this.organizations = organizations;
        this.baseUrl = baseUrl;
    }

    Mail about(User to, OwnerChange change, Event event, Party by, String reason) {
        var subject = new StringBuilder();
        var text = new StringBuilder();
        for (var language : Texts.LANGUAGES_OF_EVERY_PAGE) {
            var texts = texts(language);
            subject.append(subject.isEmpty() ? "" : " / ").append(texts.get("subject." + event));
            text.append(text.isEmpty() ? "" : BETWEEN).append(text(texts, to, change, event, by, reason));
        }
        return new Mail(to.email(), subject.toString(), text.toString());
    }

    /// Mail to other owners where an operator takes an owner's access, which waits for nobody.
    Mail accessTaken(User to, User taken, String reason) {
        var subject = new StringBuilder();
        var text = new StringBuilder();
        for (var language : Texts.LANGUAGES_OF_EVERY_PAGE) {
            var texts = texts(language);
            subject.append(subject.isEmpty() ? "" : " / ").append(texts.get("subject.TAKEN"));
            text.append(text.isEmpty() ? "" : BETWEEN)
                    .append(texts.get(
                            "mail.TAKEN",
                            to.name(),
                            taken.email(),
                            organizations.get(to.organizationId()).name(),
                            ChangeWords.reason(texts, reason)));
        }
        return new Mail(to.email(), subject.toString(), text.toString());
    }

    private String text(Texts texts, User to, OwnerChange change, Event event, Party by, String reason) {
        var request = change.request();
        return texts.get(
                "mail." + event,
                to.name(),
                organizations.get(request.organizationId()).name(),
                ChangeWords.wish(texts, request.wish()),
                ChangeWords.name(texts, by),
                ChangeWords.reason(texts, reason),
                change.state() instanceof ChangeState.Waiting waiting ? time(texts, waiting.dueAt()) : "",
                baseUrl.get().map(url -> url + PAGE).orElse(PAGE));
    }

    private static Texts texts(Locale language) {
        return Texts.of(ChangeWords.BUNDLE, language.toLanguageTag(), Texts.LANGUAGES_OF_EVERY_PAGE);
    }

    private static String time(Texts texts, Instant at) {
        return DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM, FormatStyle.SHORT)
                        .withLocale(texts.locale())
                        .format(at.atOffset(ZoneOffset.UTC))
                        .replace('\u202f', ' ')
                + " UTC";
    }
}
