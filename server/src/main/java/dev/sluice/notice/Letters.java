package dev.sluice.notice;

import dev.sluice.mail.Mail;
import dev.sluice.merchant.User;
import dev.sluice.page.Texts;
import dev.sluice.text.OutsideText;
import java.math.BigDecimal;
import java.net.URI;
import java.text.NumberFormat;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What notices say, at the dashboard and in a mail.
public final class Letters {
    /// The bundle of their texts.
    public static final String BUNDLE = "dashboard.notice";

    private static final int DECIMALS_MAX = 30;
    private static final int ID_END = 24;

    private final Supplier<String> baseUrl;

    /// @param baseUrl the public address, without a slash at its end
    Letters(Supplier<String> baseUrl) {
        this.baseUrl = baseUrl;
    }

    /// What operators know this deployment by: the name of its host.
    String deployment() {
        var host = URI.create(baseUrl.get()).getHost();
        return host == null ? baseUrl.get() : host;
    }

    /// @param whose an organization, or this deployment
    Mail mail(Notice notice, User to, String whose, String language) {
        var texts = Texts.of(BUNDLE, language, Texts.LANGUAGES_OF_EVERY_PAGE);
        var lines = notice.subjects().stream()
                .map(subject -> "- " + line(texts, notice.kind(), subject) + "\n  " + baseUrl.get()
                        + notice.kind().path(subject))
                .collect(Collectors.joining("\n"));
        var others = notice.others() > 0 ? "\n" + texts.get("mailOthers", notice.others()) : "";
        return new Mail(
                to.email(),
                plain(texts.get("mailSubject", title(texts, notice), whose)),
                texts.get(
                        "mailText",
                        to.name(),
                        texts.get("mailHint." + notice.kind(), notice.count(), whose),
                        lines + others,
                        baseUrl.get() + "/dashboard/notices",
                        baseUrl.get() + "/dashboard/notices/settings"));
    }

    /// What happened, in one line.
    public static String title(Texts texts, Notice notice) {
        return texts.get("title." + notice.kind(), notice.count());
    }

    /// One subject, in one line.
    public static String line(Texts texts, Kind kind, Subject subject) {
        var amount = amount(texts, subject.amount(), subject.unit());
        var note = subject.note();
        return switch (kind) {
            case BALANCE_LOW ->
                texts.get(
                        "line.BALANCE_LOW",
                        amount,
                        note == null ? "" : amount(texts, new BigDecimal(note), subject.unit()));
            case PAYOUT_FAILED, APPROVAL_WAITING, PAYOUT_REJECTED ->
                (amount.isEmpty() ? "" : amount + " · ")
                        + (note == null ? shortened(subject.id()) : OutsideText.isolated(note));
            case ENDPOINT_DISABLED -> note == null ? subject.id() : OutsideText.isolated(note);
            case MONEY_UNMATCHED, RAIL_CONTRADICTION -> amount + " · " + texts.get("why." + kind + "." + note);
            case MONEY_MISSING, PAYOUT_STUCK -> amount + " · " + OutsideText.isolated(String.valueOf(note));
            case RAIL_STOPPED, RAIL_ALERT -> subject.id() + " · " + plain(note == null ? "" : note);
        };
    }

    private static String shortened(String id) {
        return id.length() > ID_END ? "…" + id.substring(ID_END) : id;
    }

    private static String amount(Texts texts, @Nullable BigDecimal amount, @Nullable String unit) {
        if (amount == null) {
            return "";
        }
        var format = NumberFormat.getNumberInstance(texts.locale());
        format.setMaximumFractionDigits(DECIMALS_MAX);
        return format.format(amount) + (unit == null ? "" : "\u00a0" + unit);
    }

    /// What is one line stays one, such as the subject of a mail.
    private static String plain(String line) {
        return line.chars()
                .map(each -> Character.isISOControl(each) ? ' ' : each)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
