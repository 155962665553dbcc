package dev.sluice.bench.load;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Signed webhook messages (Standard Webhooks), each with its own id, and with a dummy body.
final class WebhookMessages implements Work {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    private final String host;
    private final byte[] body;
    private final Mac mac;
    private final String run;
    private long created;

    WebhookMessages(String host, int bytes) {
        this.host = host;
        this.body = ("\"" + "x".repeat(Math.max(0, bytes - 2)) + "\"").getBytes(StandardCharsets.US_ASCII);
        var random = new SecureRandom();
        this.run = HexFormat.of().toHexDigits(random.nextLong());
        var key = new byte[KEY_BYTES];
        random.nextBytes(key);
        try {
            this.mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, impossible);
        }
    }

    @Override
    public byte[] next() {
        var id = run + "-" + created++;
        long timestamp = Instant.now().getEpochSecond();
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.US_ASCII));
        var signature = Base64.getEncoder().encodeToString(mac.doFinal(body));
        var head = """
                POST /hooks HTTP/1.1\r
                Host: %s\r
                Content-Type: application/json\r
                Content-Length: %d\r
                webhook-id: %s\r
                webhook-timestamp: %d\r
                webhook-signature: v1,%s\r
                \r
                """.formatted(host, body.length, id, timestamp, signature).getBytes(StandardCharsets.US_ASCII);
        var request = new byte[head.length + body.length];
        System.arraycopy(head, 0, request, 0, head.length);
        System.arraycopy(body, 0, request, head.length, body.length);
        return request;
    }
}
