package dev.sluice.disbursement.proof;

import dev.sluice.page.Phrases;
import dev.sluice.page.Texts;
import java.text.DecimalFormatSymbols;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// Texts in one language that PDF and page share, so that the two can be compared side by side.
final class Wording {
    private static final String BUNDLE = "proof";
    private static final String SAID = "wording";
    private static final Phrases PHRASES = Phrases.of(Texts.of(SAID, "", Texts.LANGUAGES_OF_EVERY_PAGE));

    private final Texts texts;
    private final Texts text;
    private final DateTimeFormatter times;

    private Wording(String wanted) {
        this.texts = Texts.of(BUNDLE, wanted, Texts.LANGUAGES_OF_EVERY_PAGE);
        this.text = Texts.of(SAID, wanted, Texts.LANGUAGES_OF_EVERY_PAGE);
        this.times = DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm:ss 'UTC'", texts.locale())
                .withZone(ZoneOffset.UTC);
    }

    /// Returns the texts in the best supported language.
    ///
    /// @param wanted value of `Accept-Language`
    static Wording of(String wanted) {
        return new Wording(wanted);
    }

    Texts texts() {
        return texts;
    }

    String language() {
        return texts.language();
    }

    String get(String key, Object... values) {
        return texts.get(key, values);
    }

    String time(Instant at) {
        return times.format(at);
    }

    /// Converts an amount from English separators to those of the language.
    String amount(String printed) {
        var symbols = DecimalFormatSymbols.getInstance(texts.locale());
        var written = new StringBuilder(printed.length());
        for (int at = 0; at < printed.length(); at++) {
            char each = printed.charAt(at);
            written.append(
                    each == ',' ? symbols.getGroupingSeparator() : each == '.' ? symbols.getDecimalSeparator() : each);
        }
        return written.toString();
    }

    /// Returns the name of an ISO 3166-1 alpha-2 code; anything else unchanged.
    String country(String country) {
        var code = country.toUpperCase(Locale.ROOT);
        return Locale.getISOCountries(Locale.IsoCountryCode.PART1_ALPHA2).contains(code)
                ? Locale.of("", code).getDisplayCountry(texts.locale())
                : country;
    }

    /// Returns the name of a transfer's status.
    String status(TransferProof.Status status) {
        return status(status.name().toLowerCase(Locale.ROOT));
    }

    /// Returns the name of a step's status, given its API value.
    String status(String wire) {
        return texts.find("status." + wire).orElseGet(() -> sentence(wire));
    }

    /// Translates a text of an activity, which is stored in English; unknown texts stay unchanged.
    String text(String english) {
        return PHRASES.find(english)
                .map(match -> text.get(match.key(), match.places().toArray()))
                .orElse(english);
    }

    /// Converts an API value to a readable text: `in_progress` becomes `In progress`.
    static String sentence(String wire) {
        var words = wire.replace('_', ' ');
        int first = words.codePointAt(0);
        return Character.toString(Character.toTitleCase(first)) + words.substring(Character.charCount(first));
    }
}
