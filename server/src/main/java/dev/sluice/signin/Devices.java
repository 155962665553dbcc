package dev.sluice.signin;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;

/// Browsers in which somebody has signed in before. What such a browser keeps lets nobody in; it is counted by itself
/// when sign-ins are slowed down, so that a stranger who guesses does not keep the owner of an account waiting (OWASP:
/// device cookies).
final class Devices {
    private static final int NONCE_BYTES = 12;
    private static final String STRANGER = "";

    /// As they are made: what is proved is one of them and an address, and an address may have a slash,
    /// too.
    private static final Pattern NONCE = Pattern.compile("[A-Za-z0-9_-]{16}");

    private final Macs macs;
    private final SecureRandom random;

    Devices(Macs macs, SecureRandom random) {
        this.macs = macs;
        this.random = random;
    }

    /// What a browser keeps from now on.
    String remember(String email) {
        var nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        var text = Base64.getUrlEncoder().withoutPadding().encodeToString(nonce);
        return text + "." + macs.of(text + "/" + email);
    }

    /// The name of a browser that has signed in to this account before; empty for all others together.
    String known(String email, String kept) {
        int dot = kept.indexOf('.');
        if (dot < 0) {
            return STRANGER;
        }
        var nonce = kept.substring(0, dot);
        return NONCE.matcher(nonce).matches() && macs.isOf(nonce + "/" + email, kept.substring(dot + 1))
                ? nonce
                : STRANGER;
    }
}
