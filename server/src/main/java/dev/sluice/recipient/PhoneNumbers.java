package dev.sluice.recipient;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberType;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Mobile phone numbers, parsed in a country's usual formats and stored in E.164, with numbering plans from
/// libphonenumber.
final class PhoneNumbers {
    private static final PhoneNumberUtil PLANS = PhoneNumberUtil.getInstance();
    private static final Set<PhoneNumberType> MOBILE =
            Set.of(PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE_OR_MOBILE);

    /// ASCII only, and no letters: the library accepts the digits of any script, and vanity numbers.
    private static final Pattern SHAPE = Pattern.compile("\\+?[0-9()./]{5,24}");

    /// International prefix of most countries (ITU-T E.123), missing from some numbering plans.
    private static final String INTERNATIONAL = "00";

    private PhoneNumbers() {}

    /// Returns the number in E.164 (`+254712345678`) if it is a mobile phone of a country; it may lack the
    /// country's code.
    ///
    /// @param text without blanks and dashes, see [BankDetails#compact]
    /// @param country ISO 3166 alpha-2
    static Optional<String> e164(String text, String country) {
        if (!SHAPE.matcher(text).matches()) {
            return Optional.empty();
        }
        var prefix = INTERNATIONAL + PLANS.getCountryCodeForRegion(country);
        var typed = text.startsWith(prefix) ? "+" + text.substring(INTERNATIONAL.length()) : text;
        try {
            var number = PLANS.parse(typed, country);
            return PLANS.isValidNumberForRegion(number, country) && MOBILE.contains(PLANS.getNumberType(number))
                    ? Optional.of(PLANS.format(number, PhoneNumberFormat.E164))
                    : Optional.empty();
        } catch (NumberParseException _) {
            return Optional.empty();
        }
    }

    /// Returns the message about an invalid number, to follow a field's name.
    static String rule(String country) {
        var example = PLANS.getExampleNumberForType(country, PhoneNumberType.MOBILE);
        return "must be a mobile phone number of " + country
                + (example == null ? "" : ", such as " + PLANS.format(example, PhoneNumberFormat.E164));
    }
}
