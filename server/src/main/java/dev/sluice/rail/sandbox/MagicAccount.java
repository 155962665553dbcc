package dev.sluice.rail.sandbox;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// The forms in which account numbers can hold `99990000NN`: as it is, at the end of an IBAN, as the account part of a
/// CLABE; shorter in the two countries whose account numbers have fewer than ten digits.
final class MagicAccount {
    private static final Pattern PLAIN = Pattern.compile("99990000([0-9]{2})");
    private static final Pattern IBAN = Pattern.compile("[A-Z]{2}[0-9]{2}[A-Z0-9]{1,20}99990000([0-9]{2})");
    private static final List<Pattern> ANYWHERE = List.of(PLAIN, IBAN);
    private static final Map<String, Pattern> OF_CURRENCY = Map.of(
            "GBP", Pattern.compile("990000([0-9]{2})"),
            "JPY", Pattern.compile("99000([0-9]{2})"),
            "MXN", Pattern.compile("[0-9]{6}099990000([0-9]{2})[0-9]"));
    /// Every form has this, so that an ordinary account costs no pattern.
    private static final String EVERY_FORM = "99000";

    private MagicAccount() {}

    /// The number that an account's digits carry, if they are magic. Spaces and dashes do not count.
    static OptionalInt numberOf(String currency, String accountNumber) {
        var account = compact(accountNumber);
        if (!account.contains(EVERY_FORM)) {
            return OptionalInt.empty();
        }
        for (var form : ANYWHERE) {
            var number = number(form, account);
            if (number.isPresent()) {
                return number;
            }
        }
        var form = OF_CURRENCY.get(currency);
        return form == null ? OptionalInt.empty() : number(form, account);
    }

    static boolean isPlain(String account) {
        return PLAIN.matcher(account).matches();
    }

    private static OptionalInt number(Pattern form, String account) {
        var match = form.matcher(account);
        return match.matches() ? OptionalInt.of(Integer.parseInt(match.group(1))) : OptionalInt.empty();
    }

    private static String compact(String accountNumber) {
        return accountNumber.replace(" ", "").replace("-", "").toUpperCase(Locale.ROOT);
    }
}
