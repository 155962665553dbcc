package dev.sluice.convert;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Fixed amounts of an exchange, promised to an organization until a time, for one use.
///
/// @param usedBy id of the conversion or deposit that used it
public record Quote(
        UUID organizationId,
        UUID id,
        Figures figures,
        Instant expiresAt,
        @Nullable UUID usedBy) {
    Quotes.Ref ref() {
        return new Quotes.Ref(organizationId, id);
    }

    Quote takenBy(UUID user) {
        return new Quote(organizationId, id, figures, expiresAt, user);
    }
}
