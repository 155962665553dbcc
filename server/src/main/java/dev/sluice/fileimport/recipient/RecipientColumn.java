package dev.sluice.fileimport.recipient;

import dev.sluice.sheet.Titled;
import java.util.stream.Stream;

/// Column of a recipient file, with the API path of the field that it fills.
public enum RecipientColumn implements Titled {
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

    RecipientColumn(String field) {
        this.field = field;
    }

    String field() {
        return field;
    }

    /// Returns the column of a field; faults of the recipient as a whole belong to the name.
    static RecipientColumn filling(String field) {
        return Stream.of(values())
                .filter(column -> column.field.equals(field))
                .findFirst()
                .orElse(NAME);
    }
}
