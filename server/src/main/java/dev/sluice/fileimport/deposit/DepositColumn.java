package dev.sluice.fileimport.deposit;

import dev.sluice.sheet.Titled;
import java.util.stream.Stream;

/// Column of a deposit file, with the field of the API request that it fills. The input currency determines whether
/// the deposit is in fiat or in tokens.
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

    /// Returns the column of a request field; faults of the deposit as a whole belong to the input currency.
    static DepositColumn filling(String field) {
        return Stream.of(values())
                .filter(column -> column.field.equals(field))
                .findFirst()
                .orElse(field.equals("balanceType") ? OUTPUT_CURRENCY : INPUT_CURRENCY);
    }
}
