package dev.sluice.iso20022.mt;

import java.util.Locale;
import java.util.regex.Pattern;
import org.iban4j.IbanUtil;

/// Field 25. Some banks append the currency to the account number.
final class Account {
    /// ASCII only: iban4j accepts the digits of any script.
    private static final Pattern SHAPE = Pattern.compile("[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}");

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

    /// Returns true for a text whose check digits are those of an IBAN (ISO 13616), of any country.
    static boolean isIban(String text) {
        var iban = text.replace(" ", "").toUpperCase(Locale.ROOT);
        return SHAPE.matcher(iban).matches()
                && IbanUtil.calculateCheckDigit(iban).equals(iban.substring(2, 4));
    }
}
