package dev.sluice.iso20022;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Structured creditor reference (ISO 11649): `RF`, two check digits, and up to 21 letters or digits. The check is
/// that of an IBAN: with the first four characters at the end and letters as numbers from 10, the remainder of 97
/// is 1.
public final class CreditorReference {
    /// Maximum length of the part after the check digits.
    public static final int REFERENCE_LENGTH_MAX = 21;

    private static final Pattern ELECTRONIC = Pattern.compile("RF[0-9]{2}[A-Z0-9]{1,21}");
    private static final Pattern REFERENCE = Pattern.compile("[A-Z0-9]{1,21}");
    private static final Pattern GROUPS = Pattern.compile("(.{4})(?=.)");
    private static final String PREFIX = "RF";
    private static final int HEAD = 4;
    private static final int MODULUS = 97;
    private static final int RADIX = 36;

    private CreditorReference() {}

    /// Returns the reference with its check digits.
    ///
    /// @param reference 1 to 21 letters or digits; spaces and case are ignored
    /// @throws IllegalArgumentException if it has another character or another length
    public static String create(String reference) {
        var plain = electronic(reference);
        if (!REFERENCE.matcher(plain).matches()) {
            throw new IllegalArgumentException("a creditor reference has 1 to 21 letters or digits: " + reference);
        }
        int check = MODULUS + 1 - remainder(plain + PREFIX + "00");
        return PREFIX + (check < 10 ? "0" : "") + check + plain;
    }

    /// Returns the electronic form, without spaces and in upper case; empty if it is no valid reference.
    public static Optional<String> parse(String text) {
        var plain = electronic(text);
        return ELECTRONIC.matcher(plain).matches() && remainder(plain.substring(HEAD) + plain.substring(0, HEAD)) == 1
                ? Optional.of(plain)
                : Optional.empty();
    }

    public static boolean isValid(String text) {
        return parse(text).isPresent();
    }

    /// Returns the form for paper, in groups of four characters: `RF18 5390 0754 7034`.
    public static String printed(String reference) {
        return GROUPS.matcher(electronic(reference)).replaceAll("$1 ");
    }

    private static String electronic(String text) {
        return text.replace(" ", "").toUpperCase(Locale.ROOT);
    }

    private static int remainder(String text) {
        int rest = 0;
        for (int i = 0; i < text.length(); i++) {
            int value = Character.digit(text.charAt(i), RADIX);
            rest = (rest * (value < 10 ? 10 : 100) + value) % MODULUS;
        }
        return rest;
    }
}
