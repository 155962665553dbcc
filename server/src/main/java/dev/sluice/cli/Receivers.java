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
            throw wrong("it names no host");
        }
        URI uri;
        try {
            uri = new URI(full);
        } catch (URISyntaxException malformed) {
            throw wrong("it is no URL");
        }
        if (!List.of("http", "https").contains(uri.getScheme().toLowerCase(Locale.ROOT))) {
            throw wrong("it begins with " + uri.getScheme() + "://, and can begin with http:// or https:// only");
        }
        if (uri.getRawAuthority() == null) {
            throw wrong("it names no host");
        }
        if (uri.getRawAuthority().contains("@")) {
            throw wrong("a user or a password in it would not be sent");
        }
        requireServer(uri);
        return uri;
    }

    private static void requireServer(URI uri) {
        var authority = uri.getRawAuthority();
        var port = authority.substring(authority.lastIndexOf(':') + 1);
        boolean hasPort = authority.contains(":") && !authority.endsWith("]") && !port.isEmpty();
        if (hasPort && (uri.getPort() == 0 || uri.getPort() > PORT_MAX || !port.matches("[0-9]{1,5}"))) {
            throw wrong("its port is " + port + ", and can be 1 to " + PORT_MAX);
        }
        if (uri.getHost() == null) {
            throw wrong(authority + " is no host name: such names have letters, digits, hyphens and full stops");
        }
    }

    private static IllegalArgumentException wrong(String why) {
        return new IllegalArgumentException(
                "--forward-to is not an address that can be forwarded to: " + why + "; try localhost:3000/webhook");
    }
}
