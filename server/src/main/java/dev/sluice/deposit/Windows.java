package dev.sluice.deposit;

import java.time.Duration;
import java.time.Instant;

/// How long a payer has, and how long a rate holds.
final class Windows {
    private static final Duration BANK = Duration.ofHours(24);
    private static final Duration PHONE = Duration.ofMinutes(15);
    private static final Duration CHAIN = Duration.ofHours(1);
    private static final Duration RATE = Duration.ofMinutes(30);
    /// Money can come long after it was asked for; until then nobody else gets the destination.
    private static final Duration QUARANTINE = Duration.ofDays(90);

    private Windows() {}

    static Instant expiry(Means means, Instant from) {
        return from.plus(
                switch (means) {
                    case VIRTUAL_ACCOUNT, BANK_TRANSFER -> BANK;
                    case QR, EWALLET -> PHONE;
                    case CHAIN -> CHAIN;
                });
    }

    static Instant rateUntil(Instant from, Instant expiresAt) {
        var until = from.plus(RATE);
        return until.isBefore(expiresAt) ? until : expiresAt;
    }

    static Instant reusable(Instant expiresAt) {
        return expiresAt.plus(QUARANTINE);
    }
}
