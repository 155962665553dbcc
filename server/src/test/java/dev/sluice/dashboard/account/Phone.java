package dev.sluice.dashboard.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import dev.sluice.dashboard.Browsing;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.User;
import java.net.URI;
import java.security.InvalidKeyException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.crypto.spec.SecretKeySpec;

/// Authenticator app of a user, with their recovery codes.
public final class Phone {
    private static final String FACTOR = "/dashboard/account/second-factor";
    private static final Pattern SECRET = Pattern.compile("id=\"secret\">([A-Z2-7 ]+)<");
    private static final Pattern RECOVERY = Pattern.compile("<li>([A-Z2-7]{4}(-[A-Z2-7]{4}){7})</li>");

    private final URI baseUrl;
    private final List<String> recovery = new ArrayList<>();

    Phone(URI baseUrl) {
        this.baseUrl = baseUrl;
    }

    List<String> recovery() {
        return recovery;
    }

    /// Turns two-factor authentication on, and returns the user's session token.
    String turnOn(User.WithPassword somebody) {
        var browsing = new Browsing(baseUrl);
        browsing.post("/dashboard/sign-in", Map.of("email", somebody.user().email(), "password", somebody.password()));
        var person = new Person(baseUrl, somebody.user(), browsing.session());
        person.post(FACTOR, Map.of("password", somebody.password()));
        var matcher = SECRET.matcher(person.get(FACTOR).body());
        assertThat(matcher.find()).isTrue();
        var confirmed = browsing.post(
                FACTOR + "/confirm",
                Map.of("code", code(matcher.group(1), Instant.now()), "formToken", person.formToken()));
        assertThat(confirmed.statusCode()).isEqualTo(200);
        RECOVERY.matcher(confirmed.body()).results().forEach(each -> recovery.add(each.group(1)));
        return browsing.session();
    }

    /// Returns the code of a secret at a time.
    public static String code(String secret, Instant at) {
        try {
            return new TimeBasedOneTimePasswordGenerator()
                    .generateOneTimePasswordString(new SecretKeySpec(decoded(secret), "HmacSHA1"), at);
        } catch (InvalidKeyException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] decoded(String base32) {
        var bits = new StringBuilder();
        for (char letter : base32.replace(" ", "").toCharArray()) {
            int value = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter);
            bits.append(Integer.toBinaryString(32 + value).substring(1));
        }
        var bytes = new byte[bits.length() / 8];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(bits.substring(8 * i, 8 * i + 8), 2);
        }
        return bytes;
    }
}
