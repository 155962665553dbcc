package dev.sluice.cli;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;

/// Receiver of `listen`, as typed. A password in it is not printed.
final class Receivers {
    private static final int PORT_MAX = 65_535;

    private Receivers() {}

    /// Parses an address; `localhost:3000/hook` is valid.
    ///
    /// @throws IllegalArgumentException with the fault in one line
    static URI of(String text) {
        var full = text.contains("://") ? text.strip() : "http://" + text.strip();
        if (full.endsWith("://")) {
            throw wrong("the host is missing");
        }
        URI uri;
        try {
            uri = new URI(full);
        } catch (URISyntaxException malformed) {
            throw wrong("it is not a valid URL");
        }
        if (!List.of("http", "https").contains(uri.getScheme().toLowerCase(Locale.ROOT))) {
            throw wrong("the scheme is " + uri.getScheme() + "://; use http:// or https://");
        }
        if (uri.getRawAuthority() == null) {
            throw wrong("the host is missing");
        }
        if (uri.getRawAuthority().contains("@")) {
            throw wrong("user and password in the URL are not supported");
        }
        requireServer(uri);
        return uri;
    }

    private static void requireServer(URI uri) {
        var authority = uri.getRawAuthority();
        var port = authority.substring(authority.lastIndexOf(':') + 1);
        boolean hasPort = authority.contains(":") && !authority.endsWith("]") && !port.isEmpty();
        if (hasPort && (uri.getPort() == 0 || uri.getPort() > PORT_MAX || !port.matches("[0-9]{1,5}"))) {
            throw wrong("port " + port + " is outside 1 to " + PORT_MAX);
        }
        if (uri.getHost() == null) {
            throw wrong(authority + " is not a host name: use letters, digits, hyphens and dots");
        }
    }

    private static IllegalArgumentException wrong(String reason) {
        return new IllegalArgumentException("invalid --forward-to: " + reason + "; example: localhost:3000/webhook");
    }
}
