package dev.sluice.bench.load;

import dev.sluice.client.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Builds the bytes of a request, signed or with a session cookie.
final class Signer {
    private final String host;

    Signer(String host, int port) {
        this.host = host + ":" + port;
    }

    byte[] get(Plan.Merchant merchant, String target) {
        int query = target.indexOf('?');
        var path = query < 0 ? target : target.substring(0, query);
        var rawQuery = query < 0 ? "" : target.substring(query + 1);
        return bytes(head(merchant, "GET", target, path, rawQuery, "").append("\r\n"), "");
    }

    /// Returns the request of a browser for a page.
    byte[] page(String session, String target) {
        return bytes(
                new StringBuilder(512)
                        .append("GET ")
                        .append(target)
                        .append(" HTTP/1.1\r\nHost: ")
                        .append(host)
                        .append("\r\nAccept: text/html\r\nCookie: ")
                        .append(session)
                        .append("\r\n\r\n"),
                "");
    }

    byte[] post(Plan.Merchant merchant, String path, String body, String idempotencyKey) {
        var head = head(merchant, "POST", path, path, "", body)
                .append("Content-Type: application/json\r\nContent-Length: ")
                .append(body.length())
                .append("\r\nIdempotency-Key: ")
                .append(idempotencyKey)
                .append("\r\n\r\n");
        return bytes(head, body);
    }

    private StringBuilder head(
            Plan.Merchant merchant, String method, String target, String path, String rawQuery, String body) {
        var timestamp = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
        var toSign = RequestSigner.stringToSign(
                merchant.clientId(), timestamp, method, path, rawQuery, body.getBytes(StandardCharsets.US_ASCII));
        return new StringBuilder(512)
                .append(method)
                .append(' ')
                .append(target)
                .append(" HTTP/1.1\r\nHost: ")
                .append(host)
                .append("\r\nX-Client-ID: ")
                .append(merchant.clientId())
                .append("\r\nX-Timestamp: ")
                .append(timestamp)
                .append("\r\nX-Signature: ")
                .append(RequestSigner.signature(merchant.secret(), toSign))
                .append("\r\n");
    }

    private static byte[] bytes(StringBuilder head, String body) {
        return head.append(body).toString().getBytes(StandardCharsets.US_ASCII);
    }
}
