package dev.sluice.dashboard.signin;

import dev.sluice.dashboard.Cookies;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.PageContext;
import dev.sluice.http.Answer;
import dev.sluice.http.Json;
import dev.sluice.signin.Passkey;
import dev.sluice.signin.PasskeyAsk;
import dev.sluice.signin.Passkeys;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// Options for passkeys in the JSON of Web Authentication (level 3, sections 5.1.9 and 5.1.10), and the cookie with
/// the challenge.
public final class PasskeyOptions {
    /// Form field with the browser's response.
    public static final String ANSWER = "credential";

    private static final String COOKIE = "sluice_challenge";
    private static final String SERVICE = "Sluice";
    private static final String TYPE = "public-key";
    private static final String REQUIRED = "required";

    private PasskeyOptions() {}

    /// Returns the options to create a passkey.
    public static String creation(PasskeyAsk ask, PasskeyAsk.PasskeyUser person) {
        return text(Map.of(
                "rp", Map.of("id", ask.party().id(), "name", SERVICE),
                "user",
                        Map.of(
                                "id", encoded(person.handle()),
                                "name", person.email(),
                                "displayName", person.name()),
                "challenge", encoded(ask.challenge()),
                "pubKeyCredParams",
                        Passkeys.ALGORITHMS.stream()
                                .map(number -> Map.of("type", TYPE, "alg", number))
                                .toList(),
                "timeout", Passkeys.PATIENCE.toMillis(),
                "excludeCredentials", listed(ask.passkeys()),
                "authenticatorSelection", Map.of("residentKey", REQUIRED, "userVerification", REQUIRED),
                "attestation", "none"));
    }

    /// Responds to a script with the options to sign a challenge.
    static Answer request(DashboardGuard guard, PasskeyAsk ask) {
        var options = Map.of(
                "rpId", ask.party().id(),
                "challenge", encoded(ask.challenge()),
                "timeout", Passkeys.PATIENCE.toMillis(),
                "allowCredentials", listed(ask.passkeys()),
                "userVerification", REQUIRED);
        var answer = new Answer(200, Answer.JSON, Json.bytes(options)).with("Cache-Control", "no-store");
        return withCookie(guard, answer, ask);
    }

    /// Sets the cookie with the challenge.
    public static Answer withCookie(DashboardGuard guard, Answer answer, PasskeyAsk ask) {
        return Cookies.with(answer, COOKIE, ask.cookie(), Passkeys.PATIENCE);
    }

    /// Returns the challenge cookie, or an empty string.
    public static String cookie(PageContext context) {
        return context.request().cookie(COOKIE).orElse("");
    }

    private static List<Map<String, Object>> listed(List<Passkey> passkeys) {
        return passkeys.stream()
                .map(passkey -> Map.<String, Object>of(
                        "type", TYPE, "id", encoded(passkey.credentialId()), "transports", passkey.transports()))
                .toList();
    }

    private static String text(Map<String, Object> options) {
        return new String(Json.bytes(options), StandardCharsets.UTF_8);
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
