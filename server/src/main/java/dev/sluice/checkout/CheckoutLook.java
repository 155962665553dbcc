package dev.sluice.checkout;

import dev.sluice.colour.Colour;
import org.jspecify.annotations.Nullable;

/// How an organization's payment pages look. What is not set is the service's own.
///
/// @param brand the colour of buttons and of the page's edge
/// @param accent the colour of links and of what is chosen
/// @param payerName what payers know the organization by, in place of its name
/// @param supportEmail where payers ask
/// @param supportUrl a page where payers find help
public record CheckoutLook(
        @Nullable Colour brand,
        @Nullable Colour accent,
        @Nullable String payerName,
        @Nullable String supportEmail,
        @Nullable String supportUrl) {
    public static final CheckoutLook PLAIN = new CheckoutLook(null, null, null, null, null);

    public static final int NAME_LENGTH_MAX = 120;
    public static final int EMAIL_LENGTH_MAX = 254;
    public static final int URL_LENGTH_MAX = 500;

    /// Whether a page of help can be linked to: it is on the web.
    public static boolean isHelpPage(String url) {
        try {
            return url.length() <= URL_LENGTH_MAX && !CheckoutRequests.web(url).isEmpty();
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }
}
