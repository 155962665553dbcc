package dev.sluice.rail;

import dev.sluice.money.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A rail's notice that money came in. `key` is the rail's own id of the payment: a notice that comes twice is kept
/// once. `note` is the payer's text to the payee.
public record Receipt(
        String rail,
        String key,
        Destination destination,
        Money amount,
        Payer payer,
        @Nullable String note,
        Instant paidAt,
        Instant seenAt) {}
