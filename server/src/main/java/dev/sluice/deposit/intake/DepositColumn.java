package dev.sluice.deposit.intake;

import dev.sluice.sheet.Titled;
import java.util.stream.Stream;

/// A column that a file may have, and the field of a deposit's request that it fills. Whether the deposit is in a
/// currency or in a token follows from what is paid.
public enum DepositColumn implements Titled {
    INPUT_CURRENCY("inputCurrency"),
    AMOUNT("inputAmount"),
    PAYMENT_METHOD("paymentMethod"),
    OUTPUT_CURRENCY("outputCurrency"),
    REFERENCE("reference"),
    NOTE("note");

    private final String field;

    DepositColumn(String field) {
        this.field = field;
    }

    String field() {
        return field;
    }

    /// The column that a field is filled from; what concerns the deposit as a whole is said of what is paid.
    static DepositColumn filling(String field) {
        return Stream.of(values())
                .filter(column -> column.field.equals(field))
                .findFirst()
                .orElse(field.equals("balanceType") ? OUTPUT_CURRENCY : INPUT_CURRENCY);
    }
}
