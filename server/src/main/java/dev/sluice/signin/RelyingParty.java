package dev.sluice.signin;

import java.net.InetAddress;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/// Who passkeys are made for (WebAuthn's relying party): the host of the service's public address. Browsers take names
/// alone, so a service at a loopback address is `localhost` to them, and one at any other bare address is none.
///
/// @param id a host name
/// @param origin as browsers say it: scheme, host, and the port where it is not the scheme's own
public record RelyingParty(String id, String origin) {
    private static final String LOCALHOST = "localhost";

    static Optional<RelyingParty> of(URI baseUrl) {
        return name(baseUrl.getHost().toLowerCase(Locale.ROOT)).map(host -> {
            var scheme = baseUrl.getScheme().toLowerCase(Locale.ROOT);
            int usual = scheme.equals("https") ? 443 : 80;
            int port = baseUrl.getPort();
            return new RelyingParty(host, scheme + "://" + host + (port < 0 || port == usual ? "" : ":" + port));
        });
    }

    private static Optional<String> name(String host) {
        try {
            var literal = InetAddress.ofLiteral(host.replaceAll("^\\[|]$", ""));
            return literal.isLoopbackAddress() ? Optional.of(LOCALHOST) : Optional.empty();
        } catch (IllegalArgumentException name) {
            return Optional.of(host);
        }
    }
}
