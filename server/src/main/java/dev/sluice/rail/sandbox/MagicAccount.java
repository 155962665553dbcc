package dev.sluice.rail.sandbox;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// The formats in which account numbers can contain `99990000NN`: as such, at the end of an IBAN, or as the account
/// part of a CLABE. The two countries with shorter account numbers have a shorter form.
final class MagicAccount {
    private static final Pattern PLAIN = Pattern.compile("99990000([0-9]{2})");
    private static final Pattern IBAN = Pattern.compile("[A-Z]{2}[0-9]{2}[A-Z0-9]{1,20}99990000([0-9]{2})");
    private static final List<Pattern> ANYWHERE = List.of(PLAIN, IBAN);
    private static final Map<String, Pattern> OF_CURRENCY = Map.of(
            "GBP", Pattern.compile("990000([0-9]{2})"),
            "JPY", Pattern.compile("99000([0-9]{2})"),
            "MXN", Pattern.compile("[0-9]{6}099990000([0-9]{2})[0-9]"));
    /// Part of every format, so that an ordinary account needs no pattern matching.
    private static final String EVERY_FORM = "99000";

    private MagicAccount() {}

    /// Returns the number in a magic account number; empty for an ordinary account. Ignores spaces and dashes.
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
