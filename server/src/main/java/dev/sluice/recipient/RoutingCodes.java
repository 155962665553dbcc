package dev.sluice.recipient;

import dev.sluice.recipient.Problem.Code;
import java.util.regex.Pattern;
import org.iban4j.BicUtil;
import org.iban4j.Iban4jException;
import org.jspecify.annotations.Nullable;

/// Routing codes of banks: ABA routing number, IFSC, sort code, BSB, Zengin code and BIC.
final class RoutingCodes {
    private static final Pattern ABA = Pattern.compile("[0-9]{9}");
    /// The Federal Reserve's prefixes: government and primary (00-12), thrift (21-32), electronic (61-72), cheques
    /// (80).
    private static final Pattern ABA_PREFIX = Pattern.compile("(?:0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)[0-9]*");
    private static final Pattern ABA_ZEROS = Pattern.compile("0+");
    private static final Pattern IFSC = Pattern.compile("[A-Z]{4}0[A-Z0-9]{6}");
    private static final Pattern IFSC_LIKE = Pattern.compile("[A-Za-z]{4}[0-9].*|[A-Za-z0-9]{11}");
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");

    private static final Pattern BRANCH = Pattern.compile("[A-Z0-9]{2,12}");

    /// Message about an invalid IFSC.
    static final String IFSC_RULE =
            "must be an IFSC: four letters of the bank, a zero, and six letters or digits of the branch";

    private RoutingCodes() {}

    /// Validates a United States routing number, of ACH or of wires. Returns null if it is valid.
    static @Nullable Fault aba(String routing) {
        if (!ABA.matcher(routing).matches()) {
            return new Fault(Code.INVALID_FORMAT, "must be a United States routing number (ABA) of 9 digits");
        }
        if (!ABA_PREFIX.matcher(routing).matches() || ABA_ZEROS.matcher(routing).matches()) {
            return new Fault(
                    Code.INVALID_FORMAT,
                    "must start with 00 to 12, 21 to 32, 61 to 72 or 80, as United States routing numbers (ABA) do");
        }
        return CheckDigits.aba(routing)
                ? null
                : new Fault(Code.INVALID_CHECKSUM, "must end with the routing number's (ABA) check digit");
    }

    static boolean isIfsc(String code) {
        return IFSC.matcher(code).matches();
    }

    /// Reports whether a code was probably meant as an IFSC: its length, or four letters and a digit at the start.
    static boolean looksLikeIfsc(String code) {
        return IFSC_LIKE.matcher(code).matches();
    }

    /// Validates a payment code of digits alone as the routing code of its currency. A payment code with letters
    /// is a payout method's own and valid.
    static @Nullable Fault paymentCode(@Nullable String currency, String code) {
        if (currency == null || !DIGITS.matcher(code).matches()) {
            return null;
        }
        return switch (currency) {
            case "GBP" -> ofLength(code, 6, 6, "must be a sort code of 6 digits");
            case "AUD" -> ofLength(code, 6, 6, "must be a BSB number of 6 digits");
            case "JPY" -> ofLength(code, 4, 7, "must be a Zengin code: 4 digits of the bank, or 7 with the branch");
            default -> null;
        };
    }

    /// Validates a branch code beside a payout method's code. Returns null if it is valid. An IBAN contains the
    /// branch.
    static @Nullable Fault branchCode(@Nullable String currency, String code) {
        if (currency == null) {
            return null;
        }
        return switch (currency) {
            case "EUR", "CHF" -> new Fault(Code.INVALID_VALUE, "must be left out: the IBAN names the branch");
            case "USD" -> aba(code);
            case "GBP" -> digits(code, 6, "must be a sort code of 6 digits");
            case "AUD" -> digits(code, 6, "must be a BSB number of 6 digits");
            case "JPY" -> digits(code, 7, "must be a Zengin code of 7 digits: 4 of the bank and 3 of the branch");
            case "INR" -> isIfsc(code) ? null : new Fault(Code.INVALID_FORMAT, IFSC_RULE);
            default ->
                BRANCH.matcher(code).matches()
                        ? null
                        : new Fault(Code.INVALID_FORMAT, "must be 2 to 12 letters or digits");
        };
    }

    private static @Nullable Fault digits(String code, int length, String rule) {
        return DIGITS.matcher(code).matches()
                ? ofLength(code, length, length, rule)
                : new Fault(Code.INVALID_FORMAT, rule);
    }

    /// Returns the branch of a payment code: an IFSC, or a number, as sort codes, BSB and most others are; null
    /// otherwise. Other codes with letters are a bank's, or a payout method's own.
    static @Nullable String branch(@Nullable String currency, String code) {
        if ("INR".equals(currency)) {
            return isIfsc(code) ? code : null;
        }
        var compact = BankDetails.compact(code);
        return compact != null && DIGITS.matcher(compact).matches() ? compact : null;
    }

    private static @Nullable Fault ofLength(String code, int one, int other, String rule) {
        return code.length() == one || code.length() == other ? null : new Fault(Code.INVALID_FORMAT, rule);
    }

    /// Reports whether a code is a BIC (ISO 9362): four letters, a known country, and four or seven letters or
    /// digits.
    static boolean isBic(String code) {
        try {
            BicUtil.validate(code);
            return true;
        } catch (Iban4jException _) {
            return false;
        }
    }
}
