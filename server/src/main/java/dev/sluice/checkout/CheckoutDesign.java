package dev.sluice.checkout;

import org.jspecify.annotations.Nullable;

/// Branding of an organization's payment pages. Unset fields use the service's defaults.
///
/// @param brand the colour of buttons and of the page's edge
/// @param accent the colour of links and selected items
/// @param payerName the organization's name for payers, instead of its own
/// @param supportEmail support address for payers
/// @param supportUrl support page for payers
public record CheckoutDesign(
        @Nullable Colour brand,
        @Nullable Colour accent,
        @Nullable String payerName,
        @Nullable String supportEmail,
        @Nullable String supportUrl) {
    public static final CheckoutDesign PLAIN = new CheckoutDesign(null, null, null, null, null);

    public static final int NAME_LENGTH_MAX = 120;
    public static final int EMAIL_LENGTH_MAX = 254;
    public static final int URL_LENGTH_MAX = 500;

    /// Returns true if a support page can be linked to: it is an http or https URL.
    public static boolean isHelpPage(String url) {
        try {
            return url.length() <= URL_LENGTH_MAX && !CheckoutRequests.web(url).isEmpty();
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }
}
