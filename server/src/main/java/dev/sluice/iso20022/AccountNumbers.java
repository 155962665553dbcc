package dev.sluice.iso20022;

import java.util.regex.Pattern;
import org.iban4j.IbanUtil;

/// Checks of account numbers in their electronic form, without spaces and in upper case.
public final class AccountNumbers {
    /// ASCII only: iban4j accepts the digits of any script.
    private static final Pattern IBAN = Pattern.compile("[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}");
    /// QR-IBAN: the institution's identifier (IID) is in the range 30000 to 31999, of Switzerland or Liechtenstein
    /// (Swiss Implementation Guidelines QR-bill, section 2.5.3).
    private static final Pattern QR_IBAN = Pattern.compile("(?:CH|LI)[0-9]{2}3[01][0-9]{3}[A-Z0-9]{12}");

    private AccountNumbers() {}

    /// Returns true if the check digits are those of an IBAN (ISO 13616), of any country.
    public static boolean isIban(String number) {
        return IBAN.matcher(number).matches()
                && IbanUtil.calculateCheckDigit(number).equals(number.substring(2, 4));
    }

    /// Returns true for an IBAN to which only transfers with a QR reference are made.
    public static boolean isQrIban(String number) {
        return QR_IBAN.matcher(number).matches() && isIban(number);
    }
}
