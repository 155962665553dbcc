package dev.sluice.recipient;

import dev.sluice.recipient.Problem.Code;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Account-number standards of the currencies that have one; all others accept 4 to 34 letters or digits.
///
/// Mexico: SPEI pays to a CLABE (18 digits), a debit card (16) or a mobile phone (10), so any other length is refused
/// and the first two must have valid check digits. Nigeria: the check digit of a NUBAN covers the bank's code, too, so
/// it is checked if `paymentCode` is the three-digit code of a deposit money bank; other institutions, with longer
/// codes, use phone numbers as accounts.
final class AccountNumbers {
    private static final Pattern ANY = Pattern.compile("[A-Z0-9]{4,34}");
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final Pattern ACH_ACCOUNT = Pattern.compile("[A-Z0-9]{4,17}");

    private AccountNumbers() {}

    /// Validates a compact, upper-case account number. Returns null if it is well formed.
    static @Nullable Fault check(@Nullable String currency, String account, @Nullable String paymentCode) {
        var shape = anyShape(account);
        if (shape != null || currency == null) {
            return shape;
        }
        return switch (currency) {
            case "AUD" -> digits(account, 5, 10, "must be an Australian account number of 5 to 10 digits");
            case "GBP" -> digits(account, 8, 8, "must be a British account number of 8 digits");
            case "INR" -> digits(account, 9, 18, "must be an Indian account number of 9 to 18 digits");
            case "JPY" ->
                digits(account, 7, 7, "must be a Japanese account number of 7 digits (fill with zeros on the left)");
            case "MXN" -> mexican(account);
            case "NGN" -> nuban(account, paymentCode);
            case "SGD" -> digits(account, 7, 14, "must be a Singaporean account number of 7 to 14 digits");
            case "USD" -> american(account);
            default -> null;
        };
    }

    /// Validates the format that all currencies share.
    static @Nullable Fault anyShape(String account) {
        return ANY.matcher(account).matches()
                ? null
                : new Fault(
                        Code.INVALID_FORMAT, "must be 4 to 34 letters (A-Z) or digits; spaces and dashes are ignored");
    }

    private static @Nullable Fault digits(String account, int min, int max, String rule) {
        var right = DIGITS.matcher(account).matches() && account.length() >= min && account.length() <= max;
        return right ? null : new Fault(Code.INVALID_FORMAT, rule);
    }

    private static @Nullable Fault american(String account) {
        return ACH_ACCOUNT.matcher(account).matches()
                ? null
                : new Fault(Code.INVALID_FORMAT, "must be a United States account number of 4 to 17 letters or digits");
    }

    private static @Nullable Fault mexican(String account) {
        var rule = "must be a CLABE of 18 digits, a debit card of 16 or a mobile phone of 10";
        if (!DIGITS.matcher(account).matches()) {
            return new Fault(Code.INVALID_FORMAT, rule);
        }
        return switch (account.length()) {
            case 18 ->
                CheckDigits.clabe(account)
                        ? null
                        : new Fault(Code.INVALID_CHECKSUM, "must end with the CLABE's check digit");
            case 16 ->
                CheckDigits.luhn(account)
                        ? null
                        : new Fault(Code.INVALID_CHECKSUM, "must end with the card number's check digit");
            case 10 -> null;
            default -> new Fault(Code.INVALID_FORMAT, rule);
        };
    }

    private static @Nullable Fault nuban(String account, @Nullable String bankCode) {
        var shape = digits(account, 10, 10, "must be a Nigerian account number (NUBAN) of 10 digits");
        if (shape != null
                || bankCode == null
                || bankCode.length() != 3
                || !DIGITS.matcher(bankCode).matches()) {
            return shape;
        }
        return CheckDigits.nuban(bankCode, account)
                ? null
                : new Fault(
                        Code.INVALID_CHECKSUM, "must end with the NUBAN's check digit at the bank of bank.paymentCode");
    }
}
