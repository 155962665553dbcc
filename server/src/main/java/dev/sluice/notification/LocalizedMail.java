package dev.sluice.notification;

import dev.sluice.db.Tx;
import dev.sluice.mail.Mail;
import dev.sluice.merchant.User;
import dev.sluice.page.Texts;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Mails in the language of the reader's last visit to the dashboard, or in all languages if it is unknown.
public final class LocalizedMail {
    private static final String BETWEEN = "\n--------\n\n";

    private LocalizedMail() {}

    /// @param bundle texts for the subject and the body
    public static Mail of(
            Tx tx, User reader, String bundle, Function<Texts, String> subject, Function<Texts, String> text) {
        var texts = languages(tx, reader).stream()
                .map(language -> Texts.of(bundle, language.toLanguageTag(), Texts.LANGUAGES_OF_EVERY_PAGE))
                .toList();
        return new Mail(
                reader.email(),
                texts.stream().map(subject).collect(Collectors.joining(" / ")),
                texts.stream().map(text).collect(Collectors.joining(BETWEEN)));
    }

    private static List<Locale> languages(Tx tx, User reader) {
        return ChoiceStore.find(tx.handle(), reader.organizationId(), reader.id())
                .flatMap(row -> Optional.ofNullable(row.language()))
                .map(language -> List.of(Locale.forLanguageTag(language)))
                .orElse(Texts.LANGUAGES_OF_EVERY_PAGE);
    }

    /// Returns a time in UTC, since the reader's time zone is unknown.
    public static String time(Texts texts, Instant at) {
        return DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM, FormatStyle.SHORT)
                        .withLocale(texts.locale())
                        .format(at.atOffset(ZoneOffset.UTC))
                        .replace('\u202f', ' ')
                + " UTC";
    }
}
