package dev.sluice.webhook;

import dev.sluice.client.WebhookSigner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// An endpoint's secret, and the one before it for as long as both are used.
record Secrets(String current, @Nullable Former former) {
    /// How long the secret before goes on being used.
    static final Duration OVERLAP = Duration.ofHours(24);

    record Former(String secret, Instant until) {}

    static Secrets fresh(RandomGenerator random) {
        return new Secrets(WebhookSigner.freshSecret(random), null);
    }

    Secrets rotated(RandomGenerator random, Instant now) {
        return new Secrets(WebhookSigner.freshSecret(random), new Former(current, now.plus(OVERLAP)));
    }

    /// Those that sign now, the newest first.
    List<String> inUse(Instant now) {
        var all = new ArrayList<>(List.of(current));
        if (former != null && now.isBefore(former.until())) {
            all.add(former.secret());
        }
        return all;
    }
}
