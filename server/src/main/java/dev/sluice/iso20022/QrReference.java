package dev.sluice.iso20022;

import java.util.Optional;
import java.util.regex.Pattern;

/// Reference of a Swiss QR-bill (`QRR`): 26 digits and a check digit by recursive modulo 10 (Swiss Implementation
/// Guidelines QR-bill, annex B). It is used with a QR-IBAN only, see [AccountNumbers#isQrIban].
public final class QrReference {
    private static final int LENGTH = 27;
    private static final Pattern ELECTRONIC = Pattern.compile("[0-9]{27}");
    private static final Pattern REFERENCE = Pattern.compile("[0-9]{1,26}");
    private static final Pattern GROUPS = Pattern.compile("(?<=^..)(?=.)|(?<=^..(?:.{5}){1,4})(?=.)");
    /// Next carry by the sum of carry and digit.
    private static final int[] CARRY = {0, 9, 4, 6, 8, 2, 7, 1, 3, 5};

    private QrReference() {}

    /// Returns the reference with its check digit, with zeros in front up to 27 digits.
    ///
    /// @param reference 1 to 26 digits; spaces are ignored
    /// @throws IllegalArgumentException if it has another character or another length
    public static String create(String reference) {
        var plain = reference.replace(" ", "");
        if (!REFERENCE.matcher(plain).matches()) {
            throw new IllegalArgumentException("a QR reference has 1 to 26 digits and a check digit: " + reference);
        }
        var digits = "0".repeat(LENGTH - 1 - plain.length()) + plain;
        return digits + checkDigit(digits);
    }

    /// Returns the electronic form, without spaces; empty if it is no valid reference. Zeros alone are none.
    public static Optional<String> parse(String text) {
        var plain = text.replace(" ", "");
        return ELECTRONIC.matcher(plain).matches()
                        && checkDigit(plain.substring(0, LENGTH - 1)) == plain.charAt(LENGTH - 1) - '0'
                        && plain.chars().anyMatch(digit -> digit != '0')
                ? Optional.of(plain)
                : Optional.empty();
    }

    public static boolean isValid(String text) {
        return parse(text).isPresent();
    }

    /// Returns the form for paper, two digits and groups of five: `21 00000 00003 13947 14300 09017`.
    public static String printed(String reference) {
        return GROUPS.matcher(reference.replace(" ", "")).replaceAll(" ");
    }

    private static int checkDigit(String digits) {
        int carry = 0;
        for (int i = 0; i < digits.length(); i++) {
            carry = CARRY[(carry + digits.charAt(i) - '0') % 10];
        }
        return (10 - carry) % 10;
    }
}
