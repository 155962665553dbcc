package dev.sluice.rail;

import dev.sluice.money.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A rail's notice of an incoming payment. `key` is the rail's own id of the payment: a repeated notice is stored
/// once. `note` is the payer's text.
public record IncomingPayment(
        String rail,
        String key,
        Destination destination,
        Money amount,
        Payer payer,
        @Nullable String note,
        Instant paidAt,
        Instant seenAt) {}
