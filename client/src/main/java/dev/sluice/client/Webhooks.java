package dev.sluice.client;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// Verifies and reads webhooks: [Standard Webhooks](https://www.standardwebhooks.com), that is HMAC-SHA256 over id,
/// time and body. The body is not read before the verification. Safe for any number of threads.
public final class Webhooks {
    /// Maximum difference between the time of a webhook and this machine's, in either direction.
    public static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final int SIGNATURES_MAX = 20;

    private final List<byte[]> keys;
    private final Duration tolerance;
    private final InstantSource clock;

    private Webhooks(List<byte[]> keys, Duration tolerance, InstantSource clock) {
        this.keys = keys;
        this.tolerance = tolerance;
        this.clock = clock;
    }

    /// Returns a verifier for the secret of an endpoint (`whsec_…`), or for several during a rotation.
    ///
    /// @throws IllegalArgumentException if one of them is malformed
    public static Webhooks of(String... secrets) {
        if (secrets.length == 0) {
            throw new IllegalArgumentException("a secret is needed");
        }
        return new Webhooks(Arrays.stream(secrets).map(WebhookSigner::key).toList(), TOLERANCE, InstantSource.system());
    }

    public Webhooks withTolerance(Duration otherTolerance) {
        return new Webhooks(keys, otherTolerance, clock);
    }

    public Webhooks withClock(InstantSource otherClock) {
        return new Webhooks(keys, tolerance, otherClock);
    }

    /// Returns the event, from the web framework's look-up of headers, such as `request::getHeader`, and the raw
    /// bytes of the body.
    ///
    /// @throws WebhookException if it is not from the service
    public WebhookEvent verify(Function<String, @Nullable String> headers, byte[] body) {
        return verify(
                present(headers, "webhook-id"),
                present(headers, "webhook-timestamp"),
                present(headers, "webhook-signature"),
                body);
    }

    /// Returns the event, from headers in any case; the first value of each name counts.
    ///
    /// @throws WebhookException if it is not from the service
    public WebhookEvent verify(Map<String, List<String>> headers, byte[] body) {
        return verify(
                name -> headers.entrySet().stream()
                        .filter(each -> name.equalsIgnoreCase(each.getKey()))
                        .flatMap(each -> each.getValue().stream())
                        .findFirst()
                        .orElse(null),
                body);
    }

    /// Returns the event, from the three headers. The signatures are separated by spaces, and one of them must be
    /// valid.
    ///
    /// @throws WebhookException if it is not from the service
    public WebhookEvent verify(String id, String timestamp, String signatures, byte[] body) {
        checkTime(timestamp);
        if (!isSigned(id, timestamp, signatures, body)) {
            throw new WebhookException("no signature matches");
        }
        return event(body);
    }

    private static WebhookEvent event(byte[] body) {
        WebhookEvent event;
        try {
            event = Wire.value(body, WebhookEvent.class);
        } catch (JacksonException unreadable) {
            throw new WebhookException("the body is no event", unreadable);
        }
        if (event == null) {
            throw new WebhookException("the body is no event");
        }
        return event;
    }

    private void checkTime(String timestamp) {
        if (!timestamp.matches("[0-9]{1,12}")) {
            throw new WebhookException("webhook-timestamp is not a number of seconds");
        }
        var off = Duration.between(Instant.ofEpochSecond(Long.parseLong(timestamp)), clock.instant())
                .abs();
        if (off.compareTo(tolerance) > 0) {
            throw new WebhookException("webhook-timestamp is " + off.toSeconds() + " s off; at most "
                    + tolerance.toSeconds() + " s are allowed");
        }
    }

    /// Compares every signature with every key, in constant time, so that the timing reveals nothing.
    private boolean isSigned(String id, String timestamp, String signatures, byte[] body) {
        var candidates = signatures.split(" ", SIGNATURES_MAX + 1);
        boolean matches = false;
        for (var key : keys) {
            var expected = WebhookSigner.signature(key, id, timestamp, body).getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < Math.min(candidates.length, SIGNATURES_MAX); i++) {
                matches |= MessageDigest.isEqual(expected, candidates[i].getBytes(StandardCharsets.UTF_8));
            }
        }
        return matches;
    }

    private static String present(Function<String, @Nullable String> headers, String name) {
        var value = headers.apply(name);
        if (value == null || value.isEmpty()) {
            throw new WebhookException("the header " + name + " is missing");
        }
        return value;
    }
}
