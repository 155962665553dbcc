package dev.sluice.recipient;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.iban4j.CountryCode;
import org.iban4j.Iban4jException;
import org.iban4j.IbanUtil;
import org.iban4j.InvalidCheckDigitException;
import org.jspecify.annotations.Nullable;

/// International bank account numbers (ISO 13616), validated with iban4j and completed for entries of the registry
/// that iban4j lacks.
public final class Ibans {
    /// Two letters, two digits, and 11 to 30 letters or digits. ASCII only: iban4j accepts the digits of any
    /// script.
    private static final Pattern SHAPE = Pattern.compile("[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}");

    /// Lengths of the countries that joined the registry after iban4j's table was made.
    private static final Map<String, Integer> JOINED_LATER = Map.ofEntries(
            Map.entry("BI", 27),
            Map.entry("DJ", 27),
            Map.entry("FK", 18),
            Map.entry("HN", 28),
            Map.entry("LY", 25),
            Map.entry("MN", 20),
            Map.entry("NI", 28),
            Map.entry("OM", 23),
            Map.entry("RU", 33),
            Map.entry("SD", 18),
            Map.entry("SO", 23),
            Map.entry("YE", 30));

    /// Territories with a country code of their own whose banks use another country's IBAN (from the registry).
    private static final Map<String, String> TERRITORIES = Map.ofEntries(
            Map.entry("AX", "FI"),
            Map.entry("BL", "FR"),
            Map.entry("GF", "FR"),
            Map.entry("GG", "GB"),
            Map.entry("GP", "FR"),
            Map.entry("IM", "GB"),
            Map.entry("JE", "GB"),
            Map.entry("MF", "FR"),
            Map.entry("MQ", "FR"),
            Map.entry("NC", "FR"),
            Map.entry("PF", "FR"),
            Map.entry("PM", "FR"),
            Map.entry("RE", "FR"),
            Map.entry("TF", "FR"),
            Map.entry("WF", "FR"),
            Map.entry("YT", "FR"));

    /// Countries and territories of the Single Euro Payments Area (EPC409-09), by the prefix of their IBANs. A
    /// payment in euros needs only the IBAN there.
    private static final Set<String> SEPA = Set.of(
            "AD", "AL", "AT", "BE", "BG", "CH", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GB", "GI", "GR", "HR",
            "HU", "IE", "IS", "IT", "LI", "LT", "LU", "LV", "MC", "MD", "ME", "MK", "MT", "NL", "NO", "PL", "PT", "RO",
            "RS", "SE", "SI", "SK", "SM", "VA");

    /// Index of the bank's identifier in an IBAN. In some countries it is the first four letters of the BIC.
    private static final int BANK_FROM = 4;

    private static final int BANK_TO = 8;

    /// Range of check digits by ISO 7064 (MOD 97-10): 98 less a remainder of 0 to 96. 00, 01 and 99 have the
    /// remainders of 97, 98 and 02, so that the sum alone would accept them.
    private static final int CHECK_DIGITS_MIN = 2;

    private static final int CHECK_DIGITS_MAX = 98;

    private Ibans() {}

    /// Result of a validation.
    enum IbanCheck {
        VALID,
        WRONG_SHAPE,
        WRONG_CHECK_DIGITS
    }

    /// Validates a compact, upper-case text.
    static IbanCheck check(String iban) {
        if (!SHAPE.matcher(iban).matches()) {
            return IbanCheck.WRONG_SHAPE;
        }
        int checkDigits = Integer.parseInt(iban, 2, 4, 10);
        if (checkDigits < CHECK_DIGITS_MIN || checkDigits > CHECK_DIGITS_MAX) {
            return IbanCheck.WRONG_CHECK_DIGITS;
        }
        var lengthJoinedLater = JOINED_LATER.get(iban.substring(0, 2));
        if (lengthJoinedLater != null) {
            return checkJoinedLater(iban, lengthJoinedLater);
        }
        try {
            IbanUtil.validate(iban);
            return IbanCheck.VALID;
        } catch (InvalidCheckDigitException _) {
            return IbanCheck.WRONG_CHECK_DIGITS;
        } catch (Iban4jException _) {
            return IbanCheck.WRONG_SHAPE;
        }
    }

    private static IbanCheck checkJoinedLater(String iban, int length) {
        if (iban.length() != length) {
            return IbanCheck.WRONG_SHAPE;
        }
        return IbanUtil.calculateCheckDigit(iban).equals(iban.substring(2, 4))
                ? IbanCheck.VALID
                : IbanCheck.WRONG_CHECK_DIGITS;
    }

    /// Reports whether a compact, upper-case text is a valid IBAN of a bank in SEPA.
    static boolean isInSepa(String text) {
        return check(text) == IbanCheck.VALID && SEPA.contains(text.substring(0, 2));
    }

    /// Reports whether a compact, upper-case text is a valid IBAN of a bank in Switzerland or Liechtenstein.
    static boolean isSwiss(String text) {
        return (text.startsWith("CH") || text.startsWith("LI")) && check(text) == IbanCheck.VALID;
    }

    /// Reports whether accounts in a currency have IBANs only.
    static boolean isOnlyNumberIn(@Nullable String currency) {
        return "EUR".equals(currency) || "CHF".equals(currency);
    }

    /// Returns the first six letters of the BIC, if the IBAN contains them: the bank's four and the country's two.
    static Optional<String> bic(String iban) {
        var bank = iban.substring(BANK_FROM, BANK_TO);
        return bank.chars().allMatch(each -> each >= 'A' && each <= 'Z')
                ? Optional.of(bank + iban.substring(0, 2))
                : Optional.empty();
    }

    /// Returns the country of an account's number if it looks like an IBAN; empty otherwise.
    public static Optional<String> country(String number) {
        var compact = BankDetails.compact(number);
        return Optional.ofNullable(compact).filter(Ibans::looksLikeOne).map(iban -> iban.substring(0, 2));
    }

    /// Reports whether a compact, upper-case text has the format of an IBAN and a prefix in use.
    static boolean looksLikeOne(String text) {
        return SHAPE.matcher(text).matches() && usedIn(text.substring(0, 2));
    }

    /// Reports whether the banks of a country (ISO 3166 alpha-2) use IBANs.
    static boolean usedIn(String country) {
        var code = CountryCode.getByCode(ofCountry(country));
        return JOINED_LATER.containsKey(country) || (code != null && IbanUtil.isSupportedCountry(code));
    }

    /// Returns the prefix of the IBANs of this country or territory.
    static String ofCountry(String country) {
        return TERRITORIES.getOrDefault(country, country);
    }
}
