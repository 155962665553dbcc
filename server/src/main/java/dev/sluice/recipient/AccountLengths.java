package dev.sluice.recipient;

import dev.sluice.money.Asset;
import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.References;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// The digits of account numbers at banks whose numbers all have the same length: a shorter one may have lost the
/// zeros at its beginning to a spreadsheet that took it for a number. Currencies whose numbers have one length refuse
/// others anyway ([AccountNumbers]).
public final class AccountLengths {
    /// By the currency and the code of the payout method.
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

    /// The codes of the payout methods of a currency.
    public List<String> bankCodes(String currency) {
        return references.payoutMethods(Asset.codeOf(currency)).stream()
                .map(PayoutMethod::bankCode)
                .toList();
    }

    /// The digits that a number of a bank has, where the one that is given has fewer.
    ///
    /// @param bankCode of the bank's payout method; empty where its name is given
    public OptionalInt missed(String currency, String bankCode, String bankName, String account) {
        var unit = Asset.codeOf(currency);
        return references.payoutMethods(unit).stream()
                .filter(method -> bankCode.isEmpty()
                        ? method.bankName().equalsIgnoreCase(bankName)
                        : method.bankCode().equals(bankCode))
                .flatMapToInt(method -> missed(unit, method.bankCode(), account).stream())
                .findFirst();
    }

    /// The length of a bank's account numbers, where the number that is given has fewer digits.
    public static OptionalInt missed(String currency, String bankCode, String account) {
        var digits = DIGITS.get(currency + "/" + bankCode);
        var number = BankDetails.compact(account);
        return digits != null && number != null && NUMBER.matcher(number).matches() && number.length() < digits
                ? OptionalInt.of(digits)
                : OptionalInt.empty();
    }
}
