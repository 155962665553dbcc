package dev.sluice.signin;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import javax.crypto.spec.SecretKeySpec;

/// Secret for time-based one-time passwords (RFC 6238), in the variant that every app supports: SHA-1, six digits,
/// thirty seconds.
///
/// @param lastStep the last time step that was used up
public record Totp(byte[] secret, Optional<Instant> confirmedAt, long lastStep) {
    private static final TimeBasedOneTimePasswordGenerator GENERATOR = new TimeBasedOneTimePasswordGenerator();
    private static final int SECRET_BYTES = 20;

    /// Tolerance for a phone's clock, in steps, either way.
    private static final int STEPS_OFF_MAX = 1;

    static Totp fresh(SecureRandom random) {
        var secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        return new Totp(secret, Optional.empty(), 0);
    }

    /// Secret as text, for users who cannot scan the code.
    public String text() {
        return Base32.text(secret);
    }

    /// Content of the QR code.
    public String address(String issuer, String account) {
        return "otpauth://totp/" + encoded(issuer) + ":" + encoded(account) + "?secret=" + text() + "&issuer="
                + encoded(issuer);
    }

    /// Returns the time step of a code if it is current and not used up.
    OptionalLong stepOf(String code, Instant now) {
        long current = now.getEpochSecond() / GENERATOR.getTimeStep().toSeconds();
        var found = OptionalLong.empty();
        for (long step = current - STEPS_OFF_MAX; step <= current + STEPS_OFF_MAX; step++) {
            boolean equal = MessageDigest.isEqual(
                    codeOf(step).getBytes(StandardCharsets.UTF_8), code.getBytes(StandardCharsets.UTF_8));
            if (equal && step > lastStep) {
                found = OptionalLong.of(step);
            }
        }
        return found;
    }

    private String codeOf(long step) {
        try {
            return GENERATOR.generateOneTimePasswordString(
                    new SecretKeySpec(secret, GENERATOR.getAlgorithm()),
                    Instant.ofEpochSecond(step * GENERATOR.getTimeStep().toSeconds()));
        } catch (InvalidKeyException impossible) {
            throw new IllegalStateException("a key of " + SECRET_BYTES + " bytes is one", impossible);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /// Never shows the secret.
    @Override
    public String toString() {
        return "Totp[" + confirmedAt + "]";
    }
}
