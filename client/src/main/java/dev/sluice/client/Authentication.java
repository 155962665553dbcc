package dev.sluice.client;

import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// Authentication of a request: a signature, or an API key. The text form never contains its secret.
public sealed interface Authentication {
    /// Signs each request. The secret never travels.
    static Authentication signature(String clientId, String secret) {
        return new Signature(clientId, secret);
    }

    /// Sends an API key.
    static Authentication apiKey(String key) {
        return new ApiKey(key);
    }

    /// Returns the headers of one request. The signature covers the exact URI, so that it must be sent unchanged.
    Map<String, String> headers(Instant now, String method, URI uri, byte[] body);

    /// Signs. Source: `docs/signing.md`.
    record Signature(String clientId, String secret) implements Authentication {
        @Override
        public Map<String, String> headers(Instant now, String method, URI uri, byte[] body) {
            var timestamp = now.toString();
            var query = Optional.ofNullable(uri.getRawQuery()).orElse("");
            var text = RequestSigner.stringToSign(clientId, timestamp, method, uri.getRawPath(), query, body);
            return Map.of(
                    "X-Client-ID", clientId,
                    "X-Timestamp", timestamp,
                    "X-Signature", RequestSigner.signature(secret, text));
        }

        @Override
        public String toString() {
            return "Signature[clientId=" + clientId + "]";
        }
    }

    /// API key: its scopes are open to every holder.
    record ApiKey(String key) implements Authentication {
        @Override
        public Map<String, String> headers(Instant now, String method, URI uri, byte[] body) {
            return Map.of("Authorization", "Bearer " + key);
        }

        @Override
        public String toString() {
            return "ApiKey[]";
        }
    }
}
