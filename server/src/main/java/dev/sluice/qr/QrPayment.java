package dev.sluice.qr;

import dev.sluice.money.Money;
import java.time.Instant;
import java.util.Objects;
import java.util.regex.Pattern;

/// One payment that is asked for: exactly this amount, told apart by its reference. Only PayNow lets the code
/// itself expire; elsewhere whoever credits the payment minds the time.
///
/// @param reference up to twenty capital letters and digits, the longest that all schemes return
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
