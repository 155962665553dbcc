package dev.sluice.fileimport.payout;

import dev.sluice.fileimport.Digest;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.money.Asset;
import dev.sluice.sheet.Titled;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Column of a payout file, with the field of the API's item that it fills.
public enum PayoutColumn implements Titled {
    CURRENCY("currency"),
    TOKEN("token"),
    AMOUNT("amount"),
    RECIPIENT_ID("recipientId"),
    ACCOUNT_NAME("recipient.bank.accountName"),
    ACCOUNT_NUMBER("recipient.bank.accountNumber"),
    BANK_CODE("recipient.bank.bankCode"),
    BRANCH_CODE("recipient.bank.branchCode"),
    ACCOUNT_TYPE("recipient.bank.accountType"),
    EMAIL("recipient.email"),
    WALLET_ADDRESS("receiverWalletAddress"),
    MEMO("memo"),
    REFERENCE("reference"),
    NOTE("note");

    private final String field;

    PayoutColumn(String field) {
        this.field = field;
    }

    /// Returns the columns of files for bank accounts or wallets, in the order of the template.
    public static List<PayoutColumn> of(Asset.Kind kind) {
        return switch (kind) {
            case FIAT ->
                List.of(
                        CURRENCY,
                        AMOUNT,
                        ACCOUNT_NAME,
                        ACCOUNT_NUMBER,
                        BANK_CODE,
                        BRANCH_CODE,
                        ACCOUNT_TYPE,
                        EMAIL,
                        RECIPIENT_ID,
                        REFERENCE,
                        NOTE);
            case CRYPTO -> List.of(TOKEN, AMOUNT, WALLET_ADDRESS, MEMO, REFERENCE, NOTE);
        };
    }

    /// Returns the digest of the rows' content.
    static byte[] digest(byte[] key, List<ImportRow<PayoutColumn>> rows) {
        return Digest.of(key, List.of(values()), rows);
    }

    /// Returns the column that fills an API field, given its path below the item. A fault of the recipient as a
    /// whole maps to the column that identifies the recipient in the row.
    static PayoutColumn filling(String path, Map<PayoutColumn, String> cells) {
        return Stream.of(values())
                .filter(column -> path.equals(column.field))
                .findFirst()
                .orElse(
                        switch (path) {
                            case "recipient.name" -> ACCOUNT_NAME;
                            case "recipient.bank.bankName" -> BANK_CODE;
                            case "recipient.bank.ifsc" -> BRANCH_CODE;
                            case "recipient" ->
                                cells.getOrDefault(RECIPIENT_ID, "").isEmpty() ? ACCOUNT_NAME : RECIPIENT_ID;
                            default -> AMOUNT;
                        });
    }
}
