package dev.sluice.iso20022.mt;

import java.math.BigInteger;
import java.util.Locale;

/// Field 25. Some banks append the currency to the account number.
final class Account {
    private static final int IBAN_LENGTH_MIN = 15;
    private static final int IBAN_LENGTH_MAX = 34;
    private static final BigInteger MODULUS = BigInteger.valueOf(97);

    private Account() {}

    /// Returns the account number without the currency of the page. The IBANs of Mauritius and the Seychelles end
    /// with a currency that belongs to them.
    static String of(String text, String currency) {
        var number = text.strip();
        if (isIban(number) || currency.isEmpty() || !number.endsWith(currency)) {
            return isIban(number) ? number.replace(" ", "") : number;
        }
        var shorter = number.substring(0, number.length() - currency.length());
        while (shorter.endsWith(" ") || shorter.endsWith("/")) {
            shorter = shorter.substring(0, shorter.length() - 1);
        }
        boolean digitsBefore = !shorter.isEmpty() && Character.isDigit(shorter.charAt(shorter.length() - 1));
        return isIban(shorter) || digitsBefore ? shorter.replace(" ", "") : number;
    }

    /// Returns true for a text whose check digits are those of an IBAN (ISO 13616).
    static boolean isIban(String text) {
        var iban = text.replace(" ", "").toUpperCase(Locale.ROOT);
        if (iban.length() < IBAN_LENGTH_MIN
                || iban.length() > IBAN_LENGTH_MAX
                || !Character.isLetter(iban.charAt(0))
                || !Character.isLetter(iban.charAt(1))) {
            return false;
        }
        var digits = new StringBuilder();
        for (char each : (iban.substring(4) + iban.substring(0, 4)).toCharArray()) {
            int value = each < 128 ? Character.digit(each, 36) : -1;
            if (value < 0) {
                return false;
            }
            digits.append(value);
        }
        return new BigInteger(digits.toString()).mod(MODULUS).equals(BigInteger.ONE);
    }
}
