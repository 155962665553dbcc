package dev.sluice.qr;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Identifiers that a scheme or an acquirer gives a merchant, checked against their format. Operators enter them, so
/// the error messages describe the expected format.
final class Identifier {
    private Identifier() {}

    /// Returns the parts of an account.
    static Matcher account(QrPayee payee, Pattern shape, String wanted) {
        return match("account", payee.account(), shape, wanted);
    }

    static Matcher acquirer(QrPayee payee, Pattern shape, String wanted) {
        return match("acquirer", payee.acquirer(), shape, wanted);
    }

    /// Rejects an acquirer for schemes whose accounts need none: it is a mistake of configuration.
    static void noAcquirer(QrScheme scheme, QrPayee payee) {
        if (payee.acquirer() != null) {
            throw new IllegalArgumentException(scheme + " has no acquirer, but one is given: " + payee.acquirer());
        }
    }

    static Matcher postCode(QrPayee payee, Pattern shape, String wanted) {
        return match("post code", payee.postCode(), shape, wanted);
    }

    private static Matcher match(String what, @Nullable String value, Pattern shape, String wanted) {
        var parts = shape.matcher(value == null ? "" : value);
        if (!parts.matches()) {
            var given = value == null ? ", and none is given" : ", not " + value;
            throw new IllegalArgumentException("the " + what + " is " + wanted + given);
        }
        return parts;
    }
}
