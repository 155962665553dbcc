package dev.sluice.dashboard;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalInt;

/// Checks the decimals of an amount, trailing zeros included: three decimals of a currency with two may have been
/// meant as thousands.
public final class DecimalPlacesCheck {
    private DecimalPlacesCheck() {}

    /// @param decimals maximum number; empty if the unit is unknown
    /// @param unit display name of the unit
    /// @return message for the field; empty if the amount is valid
    public static Optional<String> problem(PageContext context, BigDecimal amount, OptionalInt decimals, String unit) {
        return decimals.isPresent() && amount.scale() > decimals.getAsInt()
                ? Optional.of(context.common().get("amountDecimals", decimals.getAsInt(), unit))
                : Optional.empty();
    }
}
