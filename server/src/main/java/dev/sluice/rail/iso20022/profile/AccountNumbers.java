package dev.sluice.rail.iso20022.profile;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.iban4j.BicUtil;
import org.iban4j.CountryCode;
import org.iban4j.Iban4jException;
import org.iban4j.IbanFormatException;
import org.iban4j.IbanFormatException.IbanFormatViolation;
import org.iban4j.IbanUtil;
import org.iban4j.InvalidCheckDigitException;
import org.iban4j.UnsupportedCountryException;

/// Grammars of account numbers and of the codes of banks.
final class AccountNumbers {
    static final Grammar<String> IBAN = new Grammar<>("must be an IBAN", AccountNumbers::iban);

    static final Grammar<String> BIC = new Grammar<>("must be a BIC such as COBADEFFXXX", AccountNumbers::bic);

    /// Account number of a bank without IBANs, at most as long as ISO 20022 permits (`Othr/Id`).
    static final Grammar<String> NUMBER = Grammars.pattern(
            "must be an account number of 1 to 34 letters, digits and hyphens", Pattern.compile("[A-Za-z0-9-]{1,34}"));

    /// Number of a virtual account. Hyphens and small letters are left out, because banks write numbers without them.
    static final Grammar<String> VIRTUAL = Grammars.pattern(
            "must be an account number of 1 to 34 capitals and digits", Pattern.compile("[A-Z0-9]{1,34}"));

    /// ASCII only: iban4j accepts the digits of any script.
    private static final Pattern SHAPE = Pattern.compile("[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}");

    private static final String WRONG_CHECK_DIGITS = "check digits are wrong";

    /// Check digits by ISO 7064 (MOD 97-10) are 98 less a remainder of 0 to 96. The sum alone would accept 00 and 01.
    private static final int CHECK_DIGITS_MIN = 2;

    private static final int CHECK_DIGITS_MAX = 98;

    private static final int BIC_COUNTRY_FROM = 4;
    private static final int BIC_COUNTRY_TO = 6;

    private AccountNumbers() {}

    /// Returns the country of an IBAN.
    static String country(String iban) {
        return iban.substring(0, 2);
    }

    /// Returns the country of a bank.
    static String countryOfBic(String bic) {
        return bic.substring(BIC_COUNTRY_FROM, BIC_COUNTRY_TO);
    }

    /// Returns true for text in the shape of an IBAN, whatever its check digits are.
    static boolean looksLikeIban(String text) {
        return SHAPE.matcher(text).matches();
    }

    /// Returns true for an IBAN in its electronic form.
    static boolean isIban(String text) {
        try {
            return looksLikeIban(text) && iban(text).isPresent();
        } catch (IllegalArgumentException wrong) {
            return false;
        }
    }

    static boolean isSwiss(String iban) {
        return iban.startsWith("CH") || iban.startsWith("LI");
    }

    private static Optional<String> iban(String text) {
        var iban = text.replace(" ", "").toUpperCase(Locale.ROOT);
        if (!SHAPE.matcher(iban).matches()) {
            return Optional.empty();
        }
        int checkDigits = Integer.parseInt(iban, 2, 4, 10);
        if (checkDigits < CHECK_DIGITS_MIN || checkDigits > CHECK_DIGITS_MAX) {
            throw new IllegalArgumentException(WRONG_CHECK_DIGITS);
        }
        try {
            IbanUtil.validate(iban);
            return Optional.of(iban);
        } catch (InvalidCheckDigitException wrong) {
            throw new IllegalArgumentException(WRONG_CHECK_DIGITS, wrong);
        } catch (UnsupportedCountryException wrong) {
            throw new IllegalArgumentException(noCountry(iban), wrong);
        } catch (IbanFormatException wrong) {
            throw new IllegalArgumentException(reason(iban, wrong.getFormatViolation()), wrong);
        }
    }

    private static String reason(String iban, IbanFormatViolation violation) {
        return switch (violation) {
            case COUNTRY_CODE_EXISTS -> noCountry(iban);
            case BBAN_LENGTH ->
                "must have " + IbanUtil.getIbanLength(CountryCode.getByCode(country(iban)))
                        + " characters, as IBANs of " + country(iban) + " have, not " + iban.length();
            default -> "must have letters and digits as an IBAN of " + country(iban);
        };
    }

    private static String noCountry(String iban) {
        return "must begin with the code of a country with IBANs, not " + country(iban);
    }

    private static Optional<String> bic(String text) {
        try {
            BicUtil.validate(text);
            return Optional.of(text);
        } catch (Iban4jException wrong) {
            return Optional.empty();
        }
    }
}
