package dev.sluice.recipient;

import dev.sluice.money.Asset;
import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.References;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// Digit counts of account numbers at banks whose numbers all have the same length. A shorter number may have lost its
/// leading zeros in a spreadsheet that parsed it as a number. Currencies whose numbers have one length refuse others
/// anyway ([AccountNumbers]).
public final class AccountLengths {
    /// Digit counts by the currency and the code of the payout method.
    private static final Map<String, Integer> DIGITS = Map.ofEntries(
            Map.entry("IDR/002", 15),
            Map.entry("IDR/008", 13),
            Map.entry("IDR/009", 10),
            Map.entry("IDR/014", 10),
            Map.entry("IDR/451", 10),
            Map.entry("THB/002", 10),
            Map.entry("THB/004", 10),
            Map.entry("THB/006", 10),
            Map.entry("THB/011", 10),
            Map.entry("THB/014", 10),
            Map.entry("THB/025", 10));

    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    private final References references;

    AccountLengths(References references) {
        this.references = references;
    }

    /// Returns the codes of the payout methods of a currency.
    public List<String> bankCodes(String currency) {
        return references.payoutMethods(Asset.codeOf(currency)).stream()
                .map(PayoutMethod::bankCode)
                .toList();
    }

    /// Returns the expected digit count if the given number of a bank has fewer.
    ///
    /// @param bankCode of the bank's payout method; empty if the bank is given by name
    public OptionalInt missed(String currency, String bankCode, String bankName, String account) {
        var unit = Asset.codeOf(currency);
        return references.payoutMethods(unit).stream()
                .filter(method -> bankCode.isEmpty()
                        ? method.bankName().equalsIgnoreCase(bankName)
                        : method.bankCode().equals(bankCode))
                .flatMapToInt(method -> missed(unit, method.bankCode(), account).stream())
                .findFirst();
    }

    /// Returns the digit count of a bank's account numbers if the given number has fewer.
    public static OptionalInt missed(String currency, String bankCode, String account) {
        var digits = DIGITS.get(currency + "/" + bankCode);
        var number = BankDetails.compact(account);
        return digits != null && number != null && NUMBER.matcher(number).matches() && number.length() < digits
                ? OptionalInt.of(digits)
                : OptionalInt.empty();
    }
}
