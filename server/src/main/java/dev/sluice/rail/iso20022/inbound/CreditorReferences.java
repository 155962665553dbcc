package dev.sluice.rail.iso20022.inbound;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Structured references of creditors, in their electronic form. Spaces and case do not count.
final class CreditorReferences {
    /// ISO 11649: `RF`, two check digits, and at most 21 characters.
    private static final Pattern RF = Pattern.compile("RF[0-9]{2}[0-9A-Z]{1,21}");

    /// Swiss QR reference: 26 digits and a check digit.
    private static final Pattern QRR = Pattern.compile("[0-9]{27}");

    private static final int HEAD = 4;
    private static final int BASE_36 = 36;
    private static final BigInteger MODULUS = BigInteger.valueOf(97);
    private static final int[] CARRY = {0, 9, 4, 6, 8, 2, 7, 1, 3, 5};

    private CreditorReferences() {}

    /// Returns the electronic form of an RF reference with the right check digits.
    static Optional<String> rf(String written) {
        var plain = electronic(written);
        return RF.matcher(plain).matches() && isRf(plain) ? Optional.of(plain) : Optional.empty();
    }

    /// Returns the electronic form of a QR reference with the right check digit.
    static Optional<String> qrr(String written) {
        var plain = electronic(written);
        return QRR.matcher(plain).matches() && isQrr(plain) ? Optional.of(plain) : Optional.empty();
    }

    private static String electronic(String written) {
        return written.replaceAll("\\s", "").toUpperCase(Locale.ROOT);
    }

    private static boolean isRf(String plain) {
        var digits = new StringBuilder();
        (plain.substring(HEAD) + plain.substring(0, HEAD))
                .chars()
                .forEach(each -> digits.append(Character.digit(each, BASE_36)));
        return new BigInteger(digits.toString()).mod(MODULUS).equals(BigInteger.ONE);
    }

    /// Modulo 10, recursive.
    private static boolean isQrr(String plain) {
        int carry = 0;
        int last = plain.length() - 1;
        for (int at = 0; at < last; at++) {
            carry = CARRY[(carry + plain.charAt(at) - '0') % CARRY.length];
        }
        return (CARRY.length - carry) % CARRY.length == plain.charAt(last) - '0';
    }
}
