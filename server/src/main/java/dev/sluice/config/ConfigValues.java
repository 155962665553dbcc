package dev.sluice.config;

import dev.sluice.config.Config.Environment;
import dev.sluice.config.Config.RateLimit;
import dev.sluice.http.WebUrl;
import dev.sluice.net.IpRange;
import dev.sluice.ownership.OwnershipRules;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Parsers of the configuration values. A malformed value is an [IllegalArgumentException] with a message that
/// completes "SLUICE_… ".
final class ConfigValues {
    private static final int PORT_MAX = 65_535;
    private static final int RATE_MAX = 1_000_000;
    private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])";

    private static final Pattern SHORT_DURATION = Pattern.compile("(\\d{1,9})([smhd])");

    private ConfigValues() {}

    static int port(String text) {
        return number(text, 0, PORT_MAX).orElseThrow(() -> refused("must be a port number from 0 to 65535", text));
    }

    static String host(String text) {
        // Four numbers are an address and not a host name (RFC 3986, 3.2.2), so none of them may exceed 255.
        boolean outOfRange = text.matches("[0-9.]+") && !text.matches("(" + OCTET + "\\.){3}" + OCTET);
        if (outOfRange || !text.matches("[A-Za-z0-9.-]+|\\[?[0-9A-Fa-f:.]+(%\\w+)?]?")) {
            throw refused("must be a host name or an IP address", text);
        }
        return text.startsWith("[") ? text.substring(1, text.length() - 1) : text;
    }

    static URI baseUrl(String text) {
        return httpUrl(text)
                .orElseThrow(() -> refused("must be an http or https URL without a query or a slash at the end", text));
    }

    /// Parses the public address of this service: a host without a path, since its pages link to each other from
    /// the root.
    static URI publicUrl(String text) {
        return httpUrl(text.endsWith("/") ? text.substring(0, text.length() - 1) : text)
                .filter(url -> "".equals(url.getRawPath()))
                .orElseThrow(() -> refused(
                        "must be an http or https URL without a path or a query, such as https://pay.example.com",
                        text));
    }

    /// Parses a URL. Scheme and host are case-insensitive (RFC 3986, 6.2.2.1), and are converted to lower case
    /// here.
    private static Optional<URI> httpUrl(String text) {
        if (text.endsWith("/")) {
            return Optional.empty();
        }
        try {
            var url = WebUrl.toCall(text).uri();
            var bare = url.getRawQuery() == null && url.getRawFragment() == null && url.getRawUserInfo() == null;
            var place = (url.getScheme() + "://" + url.getRawAuthority()).toLowerCase(Locale.ROOT);
            return bare ? Optional.of(URI.create(place + url.getRawPath())) : Optional.empty();
        } catch (IllegalArgumentException malformed) {
            if (WebUrl.ABSOLUTE.equals(malformed.getMessage())) {
                return Optional.empty();
            }
            throw refused(String.valueOf(malformed.getMessage()), text);
        }
    }

    static List<URI> urls(String text) {
        return parts(text).map(ConfigValues::baseUrl).toList();
    }

    /// Splits a list at commas and white space.
    static Stream<String> parts(String text) {
        return Stream.of(text.split("[\\s,]+")).filter(part -> !part.isEmpty());
    }

    static Environment environment(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "sandbox" -> Environment.SANDBOX;
            case "live" -> Environment.LIVE;
            default -> throw refused("must be sandbox or live", text);
        };
    }

    static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("must be a path (" + e.getReason() + ")", e);
        }
    }

    static List<IpRange> proxies(String text) {
        return text.equalsIgnoreCase("none")
                ? List.of()
                : parts(text).map(IpRange::parse).toList();
    }

    static Optional<RateLimit> rateLimit(String text) {
        if (text.equalsIgnoreCase("off")) {
            return Optional.empty();
        }
        var parts = text.split("/", -1);
        if (parts.length == 2) {
            var perSecond = number(parts[0].strip(), 1, RATE_MAX);
            var burst = number(parts[1].strip(), 1, RATE_MAX);
            if (perSecond.isPresent() && burst.isPresent() && perSecond.get() <= burst.get()) {
                return Optional.of(new RateLimit(perSecond.get(), burst.get()));
            }
        }
        throw refused("must be PER_SECOND/BURST with a burst not below the rate, such as 100/200, or off", text);
    }

    /// Parses the port of another machine's server, which cannot be 0.
    static int remotePort(String text) {
        return number(text, 1, PORT_MAX).orElseThrow(() -> refused("must be a port number from 1 to 65535", text));
    }

    /// Parses a waiting time of permission changes.
    static Duration changeWait(String text) {
        return duration(text, OwnershipRules.WAIT_MIN, OwnershipRules.WAIT_MAX, "72h or PT72H");
    }

    /// Parses a duration: a number with `s`, `m`, `h` or `d`, or the form of ISO 8601.
    static Duration duration(String text, Duration least, Duration most, String example) {
        try {
            var brief = SHORT_DURATION.matcher(text);
            var iso = brief.matches() ? (brief.group(2).equals("d") ? "P" : "PT") + text : text;
            var duration = Duration.parse(iso);
            if (duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0) {
                return duration;
            }
        } catch (DateTimeException malformed) {
            // Rejected below, like a duration out of range.
        }
        throw refused(
                "must be a duration from " + written(least) + " to " + written(most) + ", such as " + example, text);
    }

    private static String written(Duration duration) {
        if (duration.toDays() > 1 && Duration.ofDays(duration.toDays()).equals(duration)) {
            return duration.toDays() + "d";
        }
        return duration.toString().replaceFirst("^PT", "").toLowerCase(Locale.ROOT);
    }

    static boolean onOff(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "on" -> true;
            case "off" -> false;
            default -> throw refused("must be on or off", text);
        };
    }

    static String logFormat(String text) {
        return switch (text) {
            case "auto", "text", "json" -> text;
            default -> throw refused("must be auto, text or json", text);
        };
    }

    private static Optional<Integer> number(String text, int min, int max) {
        return Optional.of(text)
                .filter(digits -> digits.matches("\\d{1,9}"))
                .map(Integer::valueOf)
                .filter(number -> number >= min && number <= max);
    }

    private static IllegalArgumentException refused(String rule, String text) {
        return new IllegalArgumentException(rule + ", not '" + text + "'");
    }
}
