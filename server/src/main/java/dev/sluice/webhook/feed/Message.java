package dev.sluice.webhook.feed;

import dev.sluice.client.WebhookSigner;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/// A message and its signature (Standard Webhooks).
public record Message(UUID id, byte[] body) {
    /// The headers at a moment: each secret signs, so that either proves the message.
    public Map<String, String> headers(Instant now, List<String> secrets) {
        var timestamp = Long.toString(now.getEpochSecond());
        var headers = new LinkedHashMap<String, String>();
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", "Sluice-Webhooks/1");
        headers.put("webhook-id", id.toString());
        headers.put("webhook-timestamp", timestamp);
        headers.put(
                "webhook-signature",
                secrets.stream()
                        .map(secret ->
                                WebhookSigner.signature(WebhookSigner.key(secret), id.toString(), timestamp, body))
                        .collect(Collectors.joining(" ")));
        return headers;
    }
}
