package dev.sluice.qr;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The merchant that receives the payment. Name and city may be in any script: the payload contains them in Latin
/// letters, truncated to the scheme's limit. Each [QrScheme] documents its `account` and `acquirer`.
///
/// @param categoryCode four digits of ISO 18245, `0000` if there is none
public record QrPayee(
        String name,
        String city,
        @Nullable String postCode,
        String categoryCode,
        String account,
        @Nullable String acquirer) {
    private static final Pattern CATEGORY_CODE = Pattern.compile("[0-9]{4}");
    private static final Pattern POST_CODE = Pattern.compile("[0-9A-Za-z][0-9A-Za-z -]{0,9}");

    public QrPayee {
        if (isNothing(name) || isNothing(city)) {
            throw new IllegalArgumentException("a payee has a name and a city");
        }
        if (!CATEGORY_CODE.matcher(categoryCode).matches()) {
            throw new IllegalArgumentException("a merchant category code has four digits: " + categoryCode);
        }
        if (postCode != null && !POST_CODE.matcher(postCode).matches()) {
            throw new IllegalArgumentException("no post code: " + postCode);
        }
    }

    private static boolean isNothing(String text) {
        return text.codePoints().noneMatch(Character::isLetterOrDigit);
    }
}
