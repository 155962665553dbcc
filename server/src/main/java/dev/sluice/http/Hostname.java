package dev.sluice.http;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Validates the host of a URL and describes its fault in words. A host that different parsers could read as different
/// addresses is refused. Source: [WHATWG URL](https://url.spec.whatwg.org/#host-parsing), "ends in a number".
final class Hostname {
    private static final int LENGTH_MAX = 253;
    private static final int LABEL_LENGTH_MAX = 63;
    private static final char ASCII_MAX = 0x7f;

    private static final Pattern NUMBER = Pattern.compile("[0-9]+|0[xX][0-9a-fA-F]*");
    private static final String BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    private static final Pattern IPV4 = Pattern.compile(BYTE + "(\\." + BYTE + "){3}");
    /// Allows underscores, which the DNS permits and names in use have (RFC 2181, 11).
    private static final Pattern LABEL = Pattern.compile("[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?");

    static final String ASCII_ONLY = "must have an ASCII host: write other letters in punycode (xn--…)";

    private Hostname() {}

    /// Returns the fault of a host name or IP address (IPv6 in brackets); empty if it is valid.
    static Optional<String> problem(String host) {
        if (host.isEmpty()) {
            return Optional.of("must have a host");
        }
        if (host.startsWith("[")) {
            return host.indexOf('%') < 0
                    ? Optional.empty()
                    : Optional.of("must not have an IPv6 zone (%…), which is valid on one machine only");
        }
        if (host.chars().anyMatch(letter -> letter > ASCII_MAX) || host.indexOf('%') >= 0) {
            return Optional.of(ASCII_ONLY);
        }
        // A trailing full stop denotes the DNS root.
        var name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        var labels = name.toLowerCase(Locale.ROOT).split("\\.", -1);
        if (NUMBER.matcher(labels[labels.length - 1]).matches()) {
            return IPV4.matcher(host).matches()
                    ? Optional.empty()
                    : Optional.of("must have an IPv4 address as four decimal numbers up to 255, without leading zeros");
        }
        if (name.length() > LENGTH_MAX || Arrays.stream(labels).anyMatch(label -> label.length() > LABEL_LENGTH_MAX)) {
            return Optional.of("must have a host of at most " + LENGTH_MAX + " characters, and of at most "
                    + LABEL_LENGTH_MAX + " between full stops");
        }
        return Arrays.stream(labels).allMatch(label -> LABEL.matcher(label).matches())
                ? Optional.empty()
                : Optional.of("must have a host of letters, digits, hyphens and underscores between full stops; no "
                        + stranger(host));
    }

    /// Returns the first invalid character; if all are valid, a hyphen or full stop is misplaced.
    private static String stranger(String host) {
        return host.chars()
                .filter(each -> !Character.isLetterOrDigit(each) && "-_.".indexOf(each) < 0)
                .mapToObj(each -> "'" + (char) each + "'")
                .findFirst()
                .orElse("hyphen or full stop at the wrong place");
    }
}
