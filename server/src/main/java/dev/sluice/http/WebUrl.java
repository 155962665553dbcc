package dev.sluice.http;

import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// An absolute `http` or `https` URL that a person entered, with its host in ASCII. The host is parsed here:
/// `java.net.URI` returns none for names with underscores, which are in use.
///
/// @param uri URL as entered, but with a non-ASCII host in punycode
/// @param host a name, an IPv4 address, or an IPv6 address in brackets
public record WebUrl(URI uri, String host) {
    /// Error message for a text that is no absolute URL.
    public static final String ABSOLUTE = "must be an absolute http or https URL";

    private static final Pattern FORM =
            Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://([^/?#\\\\]*)(.*)", Pattern.DOTALL);
    private static final List<String> SCHEMES = List.of("http", "https");
    private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");
    private static final int PORT_MAX = 65_535;
    /// Letters that browsers keep but the older rules of `java.net.IDN` map to others, which would name another
    /// host.
    private static final Pattern READ_DIFFERENTLY = Pattern.compile("[\u00df\u1e9e\u03c2\u200c\u200d]");

    private static final char ASCII_MAX = 0x7f;

    /// Parses a URL.
    ///
    /// @throws IllegalArgumentException with the rule that the text breaks
    public static WebUrl of(String text) {
        var form = FORM.matcher(text);
        if (!form.matches() || !SCHEMES.contains(form.group(1).toLowerCase(Locale.ROOT))) {
            throw noUrl();
        }
        var authority = Authority.of(form.group(2));
        var host = ascii(authority.host());
        Hostname.problem(host).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
        if (!isPort(authority.port())) {
            throw new IllegalArgumentException("must have a port from 1 to " + PORT_MAX);
        }
        var place = authority.user() + host + authority.colonAndPort();
        try {
            return new WebUrl(new URI(form.group(1) + "://" + place + form.group(3)), host);
        } catch (URISyntaxException malformed) {
            throw noUrl();
        }
    }

    /// Parses a URL for the service to call. Its HTTP client accepts only hosts that `java.net.URI` can parse.
    ///
    /// @throws IllegalArgumentException with the rule that the text breaks
    public static WebUrl toCall(String text) {
        var url = of(text);
        if (url.uri.getHost() == null) {
            throw new IllegalArgumentException("must have a host of letters, digits and hyphens: " + url.host
                    + " cannot be called by the service; use another host name");
        }
        return url;
    }

    /// Returns the host of a URL; empty without one.
    public static String hostOf(URI uri) {
        return uri.getRawAuthority() == null
                ? ""
                : Authority.of(uri.getRawAuthority()).host();
    }

    /// Returns the port of a URL; negative without one.
    public static int portOf(URI uri) {
        var port = uri.getRawAuthority() == null
                ? ""
                : Authority.of(uri.getRawAuthority()).port();
        return port.isEmpty() ? -1 : Integer.parseInt(port);
    }

    /// Accepts a colon without a port, which means the default port.
    private static boolean isPort(String text) {
        return text.isEmpty()
                || (PORT.matcher(text).matches() && Integer.parseInt(text) >= 1 && Integer.parseInt(text) <= PORT_MAX);
    }

    private static String ascii(String host) {
        if (host.chars().allMatch(letter -> letter <= ASCII_MAX)) {
            return host;
        }
        try {
            if (!READ_DIFFERENTLY.matcher(host).find()) {
                return IDN.toASCII(host);
            }
        } catch (IllegalArgumentException unknown) {
            // Falls through to the message below: that of IDN speaks of code points.
        }
        throw new IllegalArgumentException(Hostname.ASCII_ONLY);
    }

    private static IllegalArgumentException noUrl() {
        return new IllegalArgumentException(ABSOLUTE);
    }

    /// The part of a URL between the slashes and the path.
    ///
    /// @param user user information with its `@`; empty without one
    /// @param colonAndPort empty without a port
    private record Authority(String user, String host, String colonAndPort) {
        static Authority of(String text) {
            int at = text.lastIndexOf('@') + 1;
            int colon = text.indexOf(':', Math.max(at, text.lastIndexOf(']') + 1));
            int end = colon < 0 ? text.length() : colon;
            return new Authority(text.substring(0, at), text.substring(at, end), text.substring(end));
        }

        String port() {
            return colonAndPort.isEmpty() ? "" : colonAndPort.substring(1);
        }
    }
}
