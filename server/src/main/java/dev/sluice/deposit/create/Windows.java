package dev.sluice.deposit.create;

import dev.sluice.deposit.PaymentMethodType;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Time limits of payers and of rates.
public final class Windows {
    private static final Duration BANK = Duration.ofHours(24);
    private static final Duration PHONE = Duration.ofMinutes(15);
    private static final Duration CHAIN = Duration.ofHours(1);
    private static final Duration RATE = Duration.ofMinutes(30);
    /// A payment can arrive long after the request; until then no other deposit gets the destination.
    private static final Duration QUARANTINE = Duration.ofDays(90);

    private Windows() {}

    public static Instant expiry(PaymentMethodType type, Instant from) {
        return from.plus(
                switch (type) {
                    case VIRTUAL_ACCOUNT, BANK_TRANSFER -> BANK;
                    case QR, EWALLET -> PHONE;
                    case CHAIN -> CHAIN;
                });
    }

    static Instant rateUntil(Instant from, Instant expiresAt) {
        var until = from.plus(RATE);
        return until.isBefore(expiresAt) ? until : expiresAt;
    }

    /// Returns the time from which another deposit may use this destination, or null for never. A destination on a
    /// chain is derived from the deposit's id: no other deposit can use it, and incoming money is only seen as
    /// long as the destination is known.
    public static @Nullable Instant reusable(PaymentMethodType type, Instant expiresAt) {
        return switch (type) {
            case VIRTUAL_ACCOUNT, BANK_TRANSFER, QR, EWALLET -> expiresAt.plus(QUARANTINE);
            case CHAIN -> null;
        };
    }
}
