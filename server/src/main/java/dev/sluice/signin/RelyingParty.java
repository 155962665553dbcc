package dev.sluice.signin;

import dev.sluice.net.IpAddress;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/// WebAuthn relying party: the host of the service's public address. Browsers permit only names, so a loopback
/// address counts as `localhost`, and any other bare address supports no passkeys.
///
/// @param id a host name
/// @param origin as browsers write it: scheme, host, and the port unless it is the scheme's default
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
        if (IpAddress.parse(host).isEmpty()) {
            return Optional.of(host);
        }
        return IpAddress.isLoopback(host) ? Optional.of(LOCALHOST) : Optional.empty();
    }
}
