package dev.sluice.http;

import java.util.List;
import java.util.Optional;

/// Reason phrases of the status codes in use (RFC 9110). Error bodies and status lines share them. The web server does
/// not know them all, and its status line repeats the number of a code without a phrase.
public final class ReasonPhrases {
    private static final List<String> KNOWN = List.of(
            "400 Bad Request",
            "401 Unauthorized",
            "403 Forbidden",
            "404 Not Found",
            "405 Method Not Allowed",
            "409 Conflict",
            "412 Precondition Failed",
            "413 Content Too Large",
            "414 URI Too Long",
            "415 Unsupported Media Type",
            "422 Unprocessable Content",
            "429 Too Many Requests",
            "431 Request Header Fields Too Large",
            "500 Internal Server Error",
            "501 Not Implemented",
            "503 Service Unavailable",
            "505 HTTP Version Not Supported");

    private static final int FIRST_ERROR = 400;

    private ReasonPhrases() {}

    static String of(int status) {
        return find(status).orElseThrow(() -> new IllegalStateException("no reason phrase for " + status));
    }

    public static Optional<String> find(int status) {
        if (status < FIRST_ERROR) {
            return Optional.empty();
        }
        var prefix = status + " ";
        return KNOWN.stream()
                .filter(phrase -> phrase.startsWith(prefix))
                .findFirst()
                .map(phrase -> phrase.substring(prefix.length()));
    }
}
