package dev.sluice.recipient.intake;

import dev.sluice.sheet.Titled;
import java.util.stream.Stream;

/// A column that a file may have, and the field of a payee that it fills, by the API's path.
public enum IntakeColumn implements Titled {
    NAME("name"),
    EMAIL("email"),
    ADDRESS("address"),
    CITY("city"),
    POST_CODE("postCode"),
    RECIPIENT_TYPE("recipientType"),
    REFERENCE("reference"),
    CURRENCY("bank.currency"),
    COUNTRY("bank.country"),
    ACCOUNT_NAME("bank.accountName"),
    BANK_NAME("bank.bankName"),
    ACCOUNT_NUMBER("bank.accountNumber"),
    IBAN_NUMBER("bank.ibanNumber"),
    PAYMENT_CODE("bank.paymentCode"),
    BRANCH_CODE("bank.branchCode"),
    ACH_NUMBER("bank.achNumber"),
    FEDWIRE_NUMBER("bank.fedwireNumber"),
    IFSC("bank.ifsc"),
    ACCOUNT_TYPE("bank.accountType");

    private final String field;

    IntakeColumn(String field) {
        this.field = field;
    }

    String field() {
        return field;
    }

    /// The column that a field is filled from; what concerns the payee as a whole is said of the name.
    static IntakeColumn filling(String field) {
        return Stream.of(values())
                .filter(column -> column.field.equals(field))
                .findFirst()
                .orElse(NAME);
    }
}
