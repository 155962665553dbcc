package dev.sluice.bench.load;

import dev.sluice.client.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Turns a request into the bytes that go over the wire, signed.
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
