package dev.sluice.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// What is sent, and how it is signed (Standard Webhooks).
record Message(UUID id, byte[] body) {
    private static final String ALGORITHM = "HmacSHA256";

    /// The headers at a moment: each secret signs, so that either proves the message.
    Map<String, String> headers(Instant now, List<String> secrets) {
        long timestamp = now.getEpochSecond();
        var headers = new LinkedHashMap<String, String>();
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", "Sluice-Webhooks/1");
        headers.put("webhook-id", id.toString());
        headers.put("webhook-timestamp", Long.toString(timestamp));
        headers.put(
                "webhook-signature",
                secrets.stream()
                        .map(secret -> "v1," + signature(Secrets.key(secret), timestamp))
                        .collect(Collectors.joining(" ")));
        return headers;
    }

    private String signature(byte[] key, long timestamp) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, impossible);
        }
    }
}
