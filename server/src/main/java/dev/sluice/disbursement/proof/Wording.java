package dev.sluice.disbursement.proof;

import dev.sluice.page.Phrases;
import dev.sluice.page.Texts;
import java.text.DecimalFormatSymbols;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// The words the PDF and the page have in common, in one language, so that the two read alike side by side.
final class Wording {
    private static final String BUNDLE = "proof";
    private static final String SAID = "wording";
    private static final Phrases PHRASES = Phrases.of(Texts.of(SAID, "", Texts.LANGUAGES_OF_EVERY_PAGE));

    private final Texts texts;
    private final Texts said;
    private final DateTimeFormatter times;

    private Wording(String wanted) {
        this.texts = Texts.of(BUNDLE, wanted, Texts.LANGUAGES_OF_EVERY_PAGE);
        this.said = Texts.of(SAID, wanted, Texts.LANGUAGES_OF_EVERY_PAGE);
        this.times = DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm:ss 'UTC'", texts.locale())
                .withZone(ZoneOffset.UTC);
    }

    /// The words in the best of our languages.
    ///
    /// @param wanted as a browser's `Accept-Language` says it
    static Wording of(String wanted) {
        return new Wording(wanted);
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

    /// An amount that was written as English does, with the marks of the language.
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

    /// The name of an ISO 3166-1 alpha-2 code; anything else as it stands.
    String country(String country) {
        var code = country.toUpperCase(Locale.ROOT);
        return Locale.getISOCountries(Locale.IsoCountryCode.PART1_ALPHA2).contains(code)
                ? Locale.of("", code).getDisplayCountry(texts.locale())
                : country;
    }

    /// How a transfer stands.
    String status(Proof.Status status) {
        return status(status.name().toLowerCase(Locale.ROOT));
    }

    /// How a step stands, by the wire's word for it.
    String status(String wire) {
        return texts.find("status." + wire).orElseGet(() -> sentence(wire));
    }

    /// What the service says of a step, which it keeps in English; what is not known stays as it is.
    String said(String english) {
        return PHRASES.find(english)
                .map(found -> said.get(found.key(), found.places().toArray()))
                .orElse(english);
    }

    /// A wire word as a reader would write it: `in_progress` is `In progress`.
    static String sentence(String wire) {
        var words = wire.replace('_', ' ');
        int first = words.codePointAt(0);
        return Character.toString(Character.toTitleCase(first)) + words.substring(Character.charCount(first));
    }
}
