package dev.sluice.rail.sandbox.bank;

import java.util.regex.Pattern;

/// Check digits of IBANs (ISO 13616), RF references (ISO 11649) and QR references (modulo 10, recursive).
final class CheckDigits {
    private static final Pattern IBAN = Pattern.compile("[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}");
    private static final Pattern RF = Pattern.compile("RF[0-9]{2}[A-Z0-9]{1,21}");
    private static final Pattern QR = Pattern.compile("[0-9]{27}");
    private static final int[] TABLE = {0, 9, 4, 6, 8, 2, 7, 1, 3, 5};
    private static final int MODULUS = 97;

    private CheckDigits() {}

    static boolean isIban(String text) {
        return IBAN.matcher(text).matches() && rest(text) == 1;
    }

    static boolean isReference(String text) {
        return (RF.matcher(text).matches() && rest(text) == 1)
                || (QR.matcher(text).matches() && carry(text.substring(0, 26)) == text.charAt(26) - '0');
    }

    private static int rest(String text) {
        var moved = text.substring(4) + text.substring(0, 4);
        int rest = 0;
        for (int i = 0; i < moved.length(); i++) {
            int value = Character.digit(moved.charAt(i), 36);
            rest = (rest * (value > 9 ? 100 : 10) + value) % MODULUS;
        }
        return rest;
    }

    private static int carry(String digits) {
        int carry = 0;
        for (int i = 0; i < digits.length(); i++) {
            carry = TABLE[(carry + digits.charAt(i) - '0') % 10];
        }
        return (10 - carry) % 10;
    }
}
