package dev.sluice.disbursement.proof;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// The words the PDF and the page have in common, so that the two read alike when laid side by side.
final class Wording {
    static final String TITLE = "Transfer proof";
    static final String SANDBOX = "SANDBOX — not a real transfer";

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "d MMM uuuu, HH:mm:ss 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private Wording() {}

    static String time(Instant at) {
        return TIME.format(at);
    }

    /// The English name of an ISO 3166-1 alpha-2 code; anything else as it stands.
    static String country(String country) {
        var code = country.toUpperCase(Locale.ROOT);
        return Locale.getISOCountries(Locale.IsoCountryCode.PART1_ALPHA2).contains(code)
                ? Locale.of("", code).getDisplayCountry(Locale.ENGLISH)
                : country;
    }

    /// A wire word as a reader would write it: `in_progress` is `In progress`.
    static String sentence(String wire) {
        var words = wire.replace('_', ' ');
        int first = words.codePointAt(0);
        return Character.toString(Character.toTitleCase(first)) + words.substring(Character.charCount(first));
    }
}
