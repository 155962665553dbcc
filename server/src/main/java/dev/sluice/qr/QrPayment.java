package dev.sluice.qr;

import dev.sluice.money.Money;
import java.time.Instant;
import java.util.Objects;
import java.util.regex.Pattern;

/// A requested payment: exactly this amount, identified by its reference. Only PayNow encodes the expiry; for other
/// schemes, the party that credits the payment checks the time.
///
/// @param reference up to twenty capital letters and digits, the maximum that all schemes return
public record QrPayment(QrPayee payee, Money amount, String reference, Instant expiresAt) {
    public static final int REFERENCE_LENGTH_MAX = 20;

    private static final Pattern REFERENCE = Pattern.compile("[A-Z0-9]{1," + REFERENCE_LENGTH_MAX + "}");

    public QrPayment {
        Objects.requireNonNull(payee);
        Objects.requireNonNull(expiresAt);
        if (!amount.isPositive()) {
            throw new IllegalArgumentException("a payment is of more than nothing, not of " + amount);
        }
        if (!REFERENCE.matcher(reference).matches()) {
            throw new IllegalArgumentException(
                    "a reference has up to " + REFERENCE_LENGTH_MAX + " capital letters and digits: " + reference);
        }
    }
}
