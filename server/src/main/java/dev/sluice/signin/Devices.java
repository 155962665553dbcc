package dev.sluice.signin;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;

/// Browsers that have signed in to an account before (OWASP: device cookies). The cookie grants no access. It gives
/// the browser its own attempt counter, so that guesses by a stranger do not slow down the owner.
final class Devices {
    private static final int NONCE_BYTES = 12;
    private static final String STRANGER = "";

    /// Exact form of our nonces. The MAC covers nonce, slash and address, and an address may contain a slash, too.
    private static final Pattern NONCE = Pattern.compile("[A-Za-z0-9_-]{16}");

    private final Macs macs;
    private final SecureRandom random;

    Devices(Macs macs, SecureRandom random) {
        this.macs = macs;
        this.random = random;
    }

    /// Returns a device cookie for the browser.
    String remember(String email) {
        var nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        var text = Base64.getUrlEncoder().withoutPadding().encodeToString(nonce);
        return text + "." + macs.of(text + "/" + email);
    }

    /// Returns the nonce of a browser that has signed in to this account before, or an empty string for all
    /// others.
    String known(String email, String stored) {
        int dot = stored.indexOf('.');
        if (dot < 0) {
            return STRANGER;
        }
        var nonce = stored.substring(0, dot);
        return NONCE.matcher(nonce).matches() && macs.isOf(nonce + "/" + email, stored.substring(dot + 1))
                ? nonce
                : STRANGER;
    }
}
