package dev.sluice.config;

import dev.sluice.screening.ScreeningSettings;
import dev.sluice.screening.ScreeningSettings.LocalList;
import dev.sluice.screening.ScreeningSettings.None;
import dev.sluice.screening.ScreeningSettings.Vendor;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The settings of screening: `SLUICE_SCREENING` chooses the provider, others contain its address.
final class ScreeningValues {
    private static final String PROVIDER = "SLUICE_SCREENING";
    private static final String LIST = PROVIDER + "_LIST";
    private static final String LIST_AGE = PROVIDER + "_LIST_AGE";
    private static final String SCORE = PROVIDER + "_SCORE";
    static final String URL = PROVIDER + "_URL";
    private static final String TOKEN = PROVIDER + "_TOKEN";
    private static final String TIMEOUT = PROVIDER + "_TIMEOUT";

    static final List<String> KEYS = List.of(PROVIDER, LIST, LIST_AGE, SCORE, URL, TOKEN, TIMEOUT);

    private static final Duration AGE_MIN = Duration.ofHours(1);
    private static final Duration AGE_MAX = Duration.ofDays(365);
    private static final Duration TIMEOUT_MIN = Duration.ofSeconds(1);
    private static final Duration TIMEOUT_MAX = Duration.ofSeconds(30);
    private static final int SCORE_MIN = 35;
    private static final int SCORE_MAX = 100;

    private ScreeningValues() {}

    private enum Provider {
        NONE,
        LIST,
        VENDOR
    }

    static ScreeningSettings read(Settings settings) {
        var provider = settings.value(PROVIDER, "none", ScreeningValues::provider);
        var list = settings.optional(LIST, ConfigValues::path);
        var age = settings.value(LIST_AGE, "P3D", text -> ConfigValues.duration(text, AGE_MIN, AGE_MAX, "3d or P3D"));
        int score = settings.value(SCORE, "50", ScreeningValues::score);
        var url = settings.optional(URL, ConfigValues::baseUrl);
        var token = settings.optional(TOKEN, ScreeningValues::token);
        var timeout = settings.value(
                TIMEOUT, "PT10S", text -> ConfigValues.duration(text, TIMEOUT_MIN, TIMEOUT_MAX, "10s or PT10S"));
        return switch (provider) {
            case NONE -> new None();
            case LIST -> {
                settings.require(LIST, PROVIDER + "=list reads it");
                yield or(list.map(file -> new LocalList(file, age, score)));
            }
            case VENDOR -> {
                settings.require(URL, PROVIDER + "=vendor asks there");
                settings.require(TOKEN, PROVIDER + "=vendor sends it");
                yield or(url.flatMap(address -> token.map(secret -> new Vendor(address, secret, timeout))));
            }
        };
    }

    /// A missing value is already reported as a fault.
    private static ScreeningSettings or(Optional<? extends ScreeningSettings> found) {
        return found.<ScreeningSettings>map(each -> each).orElseGet(None::new);
    }

    private static Provider provider(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "none" -> Provider.NONE;
            case "list" -> Provider.LIST;
            case "vendor" -> Provider.VENDOR;
            default -> throw refused("must be none, list or vendor", text);
        };
    }

    private static int score(String text) {
        if (text.matches("\\d{1,3}")) {
            int score = Integer.parseInt(text);
            if (score >= SCORE_MIN && score <= SCORE_MAX) {
                return score;
            }
        }
        throw refused("must be a percentage from " + SCORE_MIN + " to " + SCORE_MAX + ", such as 50", text);
    }

    /// A token that a header can carry (RFC 6750, 2.1); the message does not repeat a secret.
    private static String token(String text) {
        if (!text.matches("[A-Za-z0-9._~+/-]{1,1000}=*")) {
            throw new IllegalArgumentException("must be a bearer token: letters, digits and . _ ~ + / -");
        }
        return text;
    }

    private static IllegalArgumentException refused(String rule, String text) {
        return new IllegalArgumentException(rule + ", not '" + text + "'");
    }
}
