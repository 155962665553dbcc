package dev.sluice.http.server;

import io.helidon.http.Header;
import io.helidon.http.HeaderValues;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Public scheme by which clients reach the service. With TLS, terminated by a proxy, browsers receive HSTS and
/// cookies have the `__Host-` prefix: only this host can have set those (RFC 6265bis). The rest of the service uses
/// cookie names without the prefix.
public enum PublicScheme {
    PLAIN,
    TLS {
        @Override
        List<Header> headers() {
            return STRICT;
        }

        @Override
        String sent(String cookie) {
            var whole = PATH.matcher(cookie).replaceFirst("; Path=/");
            return PREFIX + whole + (whole.contains(SECURE) ? "" : SECURE);
        }

        @Override
        @Nullable
        String received(@Nullable String cookies) {
            return cookies == null
                    ? null
                    : Arrays.stream(cookies.split(";"))
                            .map(String::strip)
                            .filter(cookie -> cookie.startsWith(PREFIX))
                            .map(cookie -> cookie.substring(PREFIX.length()))
                            .collect(Collectors.joining("; "));
        }
    };

    private static final String PREFIX = "__Host-";
    private static final String SECURE = "; Secure";
    private static final Pattern PATH = Pattern.compile("; Path=[^;]*");

    private static final Header NO_STORE = HeaderValues.createCached("Cache-Control", "no-store");
    private static final Header NO_SNIFF = HeaderValues.createCached("X-Content-Type-Options", "nosniff");
    private static final Header TLS_ALONE =
            HeaderValues.createCached("Strict-Transport-Security", "max-age=31536000; includeSubDomains");

    /// Forbids caching and content sniffing.
    private static final List<Header> STANDING = List.of(NO_STORE, NO_SNIFF);

    private static final List<Header> STRICT = List.of(NO_STORE, NO_SNIFF, TLS_ALONE);

    /// Returns the default headers of every answer.
    List<Header> headers() {
        return STANDING;
    }

    /// Returns a cookie with the name and attributes for browsers.
    String sent(String cookie) {
        return cookie;
    }

    /// Returns the received cookies under the names that the service uses.
    @Nullable
    String received(@Nullable String cookies) {
        return cookies;
    }
}
