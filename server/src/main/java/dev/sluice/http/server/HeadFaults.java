package dev.sluice.http.server;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Rejects ambiguous request lines and headers that the web server accepts: two parsers could understand them
/// differently (request smuggling). The request is refused before its body is read.
final class HeadFaults {
    private static final String SCHEME_END = "://";
    private static final Map<String, String> DEFAULT_PORTS = Map.of("http", ":80", "https", ":443");

    /// Headers that must occur once because they decide about access or about how the body is read. The
    /// idempotency key has an error of its own.
    private static final List<String> SINGLE = List.of(
            "Authorization",
            "Content-Type",
            "Cookie",
            "Origin",
            "Sec-Fetch-Site",
            "X-Client-ID",
            "X-Form-Token",
            "X-Signature",
            "X-Timestamp");

    private HeadFaults() {}

    /// Returns the first fault of a request.
    ///
    /// @param method method as it was sent
    static Optional<Refused> of(ServerRequest in, String method) {
        var prologue = in.prologue();
        var known = prologue.method().text();
        if (!known.equals(method)) {
            return malformed("Methods are case-sensitive: write " + known + ", not " + method);
        }
        if (hasFragment(prologue)) {
            return malformed("The request target has a fragment: leave out # and what follows it");
        }
        if (!isOwn(
                prologue.uriPath().rawPath(), in.headers().get(HeaderNames.HOST).get())) {
            return malformed("The request target and the header Host name different hosts");
        }
        return SINGLE.stream()
                .filter(name -> values(in.headers(), name).size() > 1)
                .findFirst()
                .flatMap(name -> malformed("The header " + name + " is given more than once"))
                .or(() -> coded(in));
    }

    private static Optional<Refused> malformed(String cause) {
        return Optional.of(Refusal.MALFORMED_REQUEST.refused("request", cause));
    }

    private static boolean hasFragment(HttpPrologue prologue) {
        return Stream.of(prologue.uriPath().rawPath(), prologue.query().rawValue())
                        .anyMatch(text -> text.indexOf('#') >= 0)
                || prologue.fragment().hasValue();
    }

    /// Returns true if a target without its query is a path or an absolute URL of this host (RFC 9112, 3.2.2).
    private static boolean isOwn(String target, String host) {
        int authority = authority(target);
        if (authority < 0) {
            return true;
        }
        var scheme = target.substring(0, authority - SCHEME_END.length()).toLowerCase(Locale.ROOT);
        var port = DEFAULT_PORTS.get(scheme);
        int path = target.indexOf('/', authority);
        var named = path < 0 ? target.substring(authority) : target.substring(authority, path);
        return port != null && plain(named, port).equals(plain(host, port));
    }

    /// Returns host and port in lower case, without the scheme's default port (RFC 3986, 6.2.3).
    private static String plain(String authority, String port) {
        var lower = authority.toLowerCase(Locale.ROOT);
        return lower.endsWith(port) ? lower.substring(0, lower.length() - port.length()) : lower;
    }

    /// Returns the path of a request target. Proxies may send an absolute URL.
    static String path(String target) {
        int authority = authority(target);
        int path = authority < 0 ? 0 : target.indexOf('/', authority);
        return path < 0 ? "/" : target.substring(path);
    }

    /// Returns the index at which the authority of a target begins, negative without one.
    private static int authority(String target) {
        int end = target.startsWith("/") ? -1 : target.indexOf(SCHEME_END);
        return end < 0 ? -1 : end + SCHEME_END.length();
    }

    /// Refuses a body with a content coding and names the accepted one (RFC 9110, 12.5.3).
    private static Optional<Refused> coded(ServerRequest in) {
        boolean plain = !in.content().hasEntity()
                || values(in.headers(), "Content-Encoding").stream().allMatch(PlainBodies::isPlain);
        return plain
                ? Optional.empty()
                : Optional.of(Refusal.UNSUPPORTED_MEDIA_TYPE
                        .refused()
                        .withMessage("Send the body without a Content-Encoding")
                        .withHeader("Accept-Encoding", PlainBodies.CODING));
    }

    private static List<String> values(Headers headers, String name) {
        return headers.find(HeaderNames.create(name)).map(Header::allValues).orElse(List.of());
    }
}
