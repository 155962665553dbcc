package dev.sluice.rail.iso20022.profile;

import dev.sluice.http.Decimals;
import dev.sluice.iso20022.Amount;
import dev.sluice.rail.iso20022.profile.BankProfile.Promises.Days;
import dev.sluice.rail.iso20022.profile.BankProfile.Promises.Deadline;
import dev.sluice.rail.iso20022.profile.BankProfile.Windows.Window;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Grammars of the values of a profile.
final class Grammars {
    static final Grammar<String> ID = pattern(
            "must be 1 to 40 lower-case letters, digits and hyphens, such as eur-main",
            Pattern.compile("[a-z0-9-]{1,40}"));

    static final Grammar<String> CURRENCY = text("must be a currency of ISO 4217, such as EUR", Amount::isCurrency);

    static final Grammar<ZoneId> ZONE = new Grammar<>(
            "must be a time zone such as Europe/Berlin",
            text -> ZoneId.getAvailableZoneIds().contains(text) ? Optional.of(ZoneId.of(text)) : Optional.empty());

    static final Grammar<LocalDate> DATE =
            new Grammar<>("must be a date such as 2026-12-25", text -> time(text, LocalDate::parse));

    static final Grammar<Days> DAYS =
            new Grammar<>("must be 0 to 30 days, such as 2bd (business days) or 2d", Grammars::days);

    static final Grammar<Deadline> DEADLINE = new Grammar<>(
            "must be a time of a later day, such as 09:00 next bd (business day), 09:00 next d or 09:00 2bd",
            Grammars::deadline);

    static final Grammar<Window> WINDOW =
            new Grammar<>("must be a time of the day such as 07:00-15:30, or 00:00-24:00", Grammars::window);

    static final Grammar<BigDecimal> PERCENTAGE = new Grammar<>(
            "must be a percentage below 100 with at most 4 decimals, such as 0.5",
            text -> Decimals.unsigned(text)
                    .filter(each -> each.compareTo(new BigDecimal(100)) < 0)
                    .filter(each -> each.stripTrailingZeros().scale() <= 4));

    private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());

    /// Kosovo has IBANs and no code of ISO 3166.
    static final Grammar<String> COUNTRY =
            text("must be a country of ISO 3166, such as DE", text -> COUNTRIES.contains(text) || text.equals("XK"));

    private static final Pattern DAY_COUNT = Pattern.compile("([0-9]{1,2})(bd|d)");
    private static final Pattern SHORT_DAYS = Pattern.compile("[0-9]{1,4}d");
    private static final Pattern TIME = Pattern.compile("([01][0-9]|2[0-3]):[0-5][0-9]");
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
    private static final String END_OF_DAY = "24:00";
    private static final int DAYS_MAX = 30;

    private Grammars() {}

    static Grammar<String> text(String rule, Predicate<String> rules) {
        return new Grammar<>(rule, text -> Optional.of(text).filter(rules));
    }

    static Grammar<String> pattern(String rule, Pattern pattern) {
        return text(rule, pattern.asMatchPredicate());
    }

    /// A text of one line. Control characters are refused.
    static Grammar<String> line(int max) {
        return text(
                "must be a text of 1 to " + max + " characters",
                text -> !text.isEmpty()
                        && text.codePointCount(0, text.length()) <= max
                        && !CONTROL.matcher(text).find());
    }

    static Grammar<Integer> number(int min, int max) {
        return new Grammar<>(
                "must be a number from " + min + " to " + max,
                text -> Optional.of(text)
                        .filter(digits -> digits.matches("[0-9]{1,9}"))
                        .map(Integer::valueOf)
                        .filter(number -> number >= min && number <= max));
    }

    /// An amount of a currency, exact.
    static Grammar<BigDecimal> amount(String currency, boolean zero) {
        int decimals = decimals(currency);
        var rule = "must be an amount of " + currency + (zero ? "" : " above zero")
                + (decimals == 0 ? " without decimals" : " with at most " + decimals + " decimals")
                + " and without thousands separators";
        return new Grammar<>(
                rule,
                text -> Decimals.unsigned(text)
                        .filter(each -> zero || each.signum() > 0)
                        .filter(each -> each.stripTrailingZeros().scale() <= decimals));
    }

    static int decimals(String currency) {
        return Math.max(0, Currency.getInstance(currency).getDefaultFractionDigits());
    }

    static Grammar<Duration> duration(Duration min, Duration max, String example) {
        return new Grammar<>(
                "must be a duration from " + written(min) + " to " + written(max) + ", such as " + example,
                text -> time(SHORT_DAYS.matcher(text).matches() ? "P" + text : text, Duration::parse)
                        .filter(each -> each.compareTo(min) >= 0 && each.compareTo(max) <= 0));
    }

    private static String written(Duration duration) {
        return duration.toDays() > 1 ? "P" + duration.toDays() + "D" : duration.toString();
    }

    /// A word in lower case with hyphens for each constant, such as `sepa-ct` for `SEPA_CT`.
    static <E extends Enum<E>> Grammar<E> words(E[] values) {
        return Grammar.choice(List.of(values), Grammars::word);
    }

    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Optional<Days> days(String text) {
        var match = DAY_COUNT.matcher(text);
        if (!match.matches() || Integer.parseInt(match.group(1)) > DAYS_MAX) {
            return Optional.empty();
        }
        return Optional.of(
                new Days(Integer.parseInt(match.group(1)), match.group(2).equals("bd")));
    }

    private static Optional<Deadline> deadline(String text) {
        var parts = text.split(" ", 2);
        if (parts.length < 2 || !TIME.matcher(parts[0]).matches()) {
            return Optional.empty();
        }
        var after = switch (parts[1]) {
            case "next bd" -> "1bd";
            case "next d" -> "1d";
            default -> parts[1];
        };
        return days(after).filter(each -> each.count() > 0).map(each -> new Deadline(LocalTime.parse(parts[0]), each));
    }

    private static Optional<Window> window(String text) {
        var parts = text.split("-", -1);
        if (parts.length != 2
                || !TIME.matcher(parts[0]).matches()
                || !(parts[1].equals(END_OF_DAY) || TIME.matcher(parts[1]).matches())) {
            return Optional.empty();
        }
        var from = LocalTime.parse(parts[0]);
        var until = parts[1].equals(END_OF_DAY) ? LocalTime.MAX : LocalTime.parse(parts[1]);
        if (!from.isBefore(until)) {
            throw new IllegalArgumentException("must end after its begin, not '" + text + "'");
        }
        return Optional.of(new Window(from, until));
    }

    private static <T> Optional<T> time(String text, Function<String, T> parser) {
        try {
            return Optional.of(parser.apply(text));
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }
}
