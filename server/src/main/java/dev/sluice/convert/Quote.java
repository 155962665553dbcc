package dev.sluice.convert;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What an exchange would come to, promised to an organization until a time, once.
///
/// @param usedBy the conversion or the deposit that used it
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
