package dev.sluice.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderValues;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// How clients reach the service. By TLS, which ends at a proxy, browsers are told to come by TLS alone from then on,
/// and keep cookies under names that begin with `__Host-`: nobody but this very host can have set those (RFC 6265bis).
/// The rest of the service does not know of that.
public enum Outside {
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

    /// Answers are nobody's to keep, and are what they say they are.
    private static final List<Header> STANDING = List.of(NO_STORE, NO_SNIFF);

    private static final List<Header> STRICT = List.of(NO_STORE, NO_SNIFF, TLS_ALONE);

    /// What every answer says, unless it says otherwise.
    List<Header> headers() {
        return STANDING;
    }

    /// A cookie as browsers are to keep it.
    String sent(String cookie) {
        return cookie;
    }

    /// The cookies that browsers sent, under the names that the service knows.
    @Nullable
    String received(@Nullable String cookies) {
        return cookies;
    }
}
