package dev.sluice.recipient.intake;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// A column that a file may have, and the field of a payee that it fills, by the API's path.
public enum IntakeColumn {
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
    ACH_NUMBER("bank.achNumber"),
    FEDWIRE_NUMBER("bank.fedwireNumber"),
    IFSC("bank.ifsc"),
    ACCOUNT_TYPE("bank.accountType");

    private final String field;

    IntakeColumn(String field) {
        this.field = field;
    }

    /// As it stands in the first line of a file.
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    String field() {
        return field;
    }

    static Optional<IntakeColumn> titled(String title) {
        return Stream.of(values())
                .filter(column -> column.title().equals(title))
                .findFirst();
    }

    /// The column that a field is filled from; what concerns the payee as a whole is said of the name.
    static IntakeColumn filling(String field) {
        return Stream.of(values())
                .filter(column -> column.field.equals(field))
                .findFirst()
                .orElse(NAME);
    }
}
