package dev.sluice.notification;

import dev.sluice.mail.Mail;
import dev.sluice.merchant.User;
import dev.sluice.page.Texts;
import dev.sluice.text.OutsideText;
import java.math.BigDecimal;
import java.net.URI;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Texts of notices, at the dashboard and in mails.
public final class NotificationTexts {
    /// The bundle of their texts.
    public static final String BUNDLE = "dashboard.notification";

    private static final int ID_END = 24;

    /// The bundle with the words for failure codes.
    private static final String WORDING = "wording";

    private final Supplier<String> baseUrl;
    private final Function<String, Sums> sums;

    /// @param baseUrl the public address, without a slash at its end
    /// @param sums by the tag of a language
    NotificationTexts(Supplier<String> baseUrl, Function<String, Sums> sums) {
        this.baseUrl = baseUrl;
        this.sums = sums;
    }

    /// Returns the name of this deployment for operators: its host name.
    String deployment() {
        var host = URI.create(baseUrl.get()).getHost();
        return host == null ? baseUrl.get() : host;
    }

    /// @param whose name of an organization, or of this deployment
    Mail mail(Notification notification, User to, String whose, String language) {
        var texts = Texts.of(BUNDLE, language, Texts.LANGUAGES_OF_EVERY_PAGE);
        var lines = notification.subjects().stream()
                .map(subject -> "- " + line(texts, sums.apply(language), notification.kind(), subject) + "\n  "
                        + baseUrl.get() + notification.kind().path(subject))
                .collect(Collectors.joining("\n"));
        var others = notification.others() > 0 ? "\n" + texts.get("mailOthers", notification.others()) : "";
        return new Mail(
                to.email(),
                plain(texts.get("mailSubject", title(texts, notification), whose)),
                texts.get(
                        "mailText",
                        to.name(),
                        texts.get("mailHint." + notification.kind(), notification.count(), whose),
                        lines + others,
                        baseUrl.get() + "/dashboard/notifications",
                        baseUrl.get() + "/dashboard/notifications/settings"));
    }

    /// Returns the notice in one line.
    public static String title(Texts texts, Notification notification) {
        return texts.get("title." + notification.kind(), notification.count());
    }

    /// Returns one subject in one line.
    public static String line(Texts texts, Sums sums, Kind kind, Subject subject) {
        var amount = amount(sums, subject.amount(), subject.unit());
        var note = subject.note();
        return switch (kind) {
            case BALANCE_LOW ->
                texts.get(
                        "line.BALANCE_LOW",
                        amount,
                        note == null ? "" : amount(sums, new BigDecimal(note), subject.unit()));
            case PAYOUT_FAILED, APPROVAL_WAITING, PAYOUT_REJECTED ->
                Stream.of(
                                amount,
                                note == null ? shortened(subject.id()) : OutsideText.isolated(note),
                                reason(texts, subject.reason()))
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining(" · "));
            case CHANGE_WAITING, ENDPOINT_DISABLED -> note == null ? subject.id() : OutsideText.isolated(note);
            case MONEY_UNMATCHED, RAIL_CONTRADICTION -> amount + " · " + texts.get("why." + kind + "." + note);
            case MONEY_MISSING, PAYOUT_STUCK -> amount + " · " + OutsideText.isolated(String.valueOf(note));
            case AUDIT_FAULT, OWNER_CHANGE -> ofOrganization(texts, kind, subject);
            case SCREENING_HIT -> OutsideText.isolated(plain(String.valueOf(note)));
            case RAIL_STOPPED, RAIL_ALERT, SCREENING_UNAVAILABLE ->
                subject.id() + " · " + plain(note == null ? "" : note);
        };
    }

    /// Returns the line of an organization as a subject: its name, missing in older notices, and the event.
    private static String ofOrganization(Texts texts, Kind kind, Subject subject) {
        var note = String.valueOf(subject.note());
        var event = subject.reason() == null ? note : subject.reason();
        return (subject.reason() == null ? subject.id() : OutsideText.isolated(note))
                + " · "
                + texts.find("why." + kind + "." + event).orElse(plain(event));
    }

    private static String shortened(String id) {
        return id.length() > ID_END ? "…" + id.substring(ID_END) : id;
    }

    private static String amount(Sums sums, @Nullable BigDecimal amount, @Nullable String unit) {
        return amount == null || unit == null ? "" : sums.money(amount, unit);
    }

    /// Returns a failure code in words; an unknown code stays unchanged.
    private static String reason(Texts texts, @Nullable String code) {
        return code == null
                ? ""
                : Texts.of(WORDING, texts.locale().toLanguageTag(), Texts.LANGUAGES_OF_EVERY_PAGE)
                        .find("failure." + code)
                        .orElse(code);
    }

    /// Removes line breaks from a single line, such as the subject of a mail.
    private static String plain(String line) {
        return line.chars()
                .map(each -> Character.isISOControl(each) ? ' ' : each)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
