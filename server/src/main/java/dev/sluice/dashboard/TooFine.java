package dev.sluice.dashboard;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalInt;

/// What says that an amount has more decimals than what it is in, zeros or not: three of a currency that has two
/// may have been meant as thousands.
public final class TooFine {
    private TooFine() {}

    /// @param decimals how many there may be; nothing where it is not known what the amount is in
    /// @param unit what it is in, as the page calls it
    /// @return what to say at the field; nothing where it has no more than there may be
    public static Optional<String> told(Visit visit, BigDecimal amount, OptionalInt decimals, String unit) {
        return decimals.isPresent() && amount.scale() > decimals.getAsInt()
                ? Optional.of(visit.common().get("amountDecimals", decimals.getAsInt(), unit))
                : Optional.empty();
    }
}
