package dev.sluice.webhook.endpoint;

import dev.sluice.client.WebhookSigner;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// An endpoint's secret, and those before it, each for as long as it is used.
///
/// @param former the newest first
public record Secrets(String current, List<Former> former) {
    /// Time for which an old secret stays in use after a rotation.
    public static final Duration OVERLAP = Duration.ofHours(24);

    /// Maximum number of old secrets in use: a message has a signature by each.
    static final int FORMER_MAX = 5;

    public Secrets {
        former = List.copyOf(former);
    }

    public record Former(String secret, Instant until) {
        /// Returns the time of its replacement.
        public Instant replacedAt() {
            return until.minus(OVERLAP);
        }

        boolean isInUse(Instant now) {
            return now.isBefore(until);
        }
    }

    public static Secrets fresh(RandomGenerator random) {
        return new Secrets(WebhookSigner.freshSecret(random), List.of());
    }

    /// Rotates the secret. Each old secret stays in use for its promised time, regardless of further rotations.
    ///
    /// @throws Refused `WEBHOOK_SECRETS_EXHAUSTED` if the maximum number of old secrets is in use
    Secrets rotated(RandomGenerator random, Instant now) {
        var before = formerInUse(now);
        if (before.size() >= FORMER_MAX) {
            throw Refusal.WEBHOOK_SECRETS_EXHAUSTED.refused();
        }
        var newest = new Former(current, now.plus(OVERLAP));
        return new Secrets(
                WebhookSigner.freshSecret(random),
                Stream.concat(Stream.of(newest), before.stream()).toList());
    }

    public List<Former> formerInUse(Instant now) {
        return former.stream().filter(each -> each.isInUse(now)).toList();
    }

    /// Returns the secrets that sign now, the newest first.
    public List<String> inUse(Instant now) {
        return Stream.concat(Stream.of(current), formerInUse(now).stream().map(Former::secret))
                .toList();
    }
}
