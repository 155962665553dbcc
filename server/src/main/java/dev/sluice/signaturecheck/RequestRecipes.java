package dev.sluice.signaturecheck;

import dev.sluice.auth.SignedTime;
import dev.sluice.client.RequestSigner;
import dev.sluice.signaturecheck.Recipe.Part;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/// Ways to sign a request: the right one and the common mistakes of clients. Source: `docs/signing.md`.
///
/// @param usualClientId default client id; empty without one
public record RequestRecipes(
        String secret,
        String clientId,
        String usualClientId,
        String timestamp,
        String method,
        String pathWithQuery,
        byte[] body) {
    private static final int LINES = 7;
    private static final List<String> METHODS = List.of("GET", "POST", "PATCH", "DELETE");

    /// Parses the timestamp header; on failure reports the reason to the diagnosis.
    public static Optional<Instant> time(String timestamp, SignatureDiagnosis diagnosis) {
        var time = SignedTime.parse(timestamp);
        if (time.isEmpty()) {
            diagnosis.fault("the timestamp is malformed; it has to be ISO 8601 in UTC with Z, or epoch time in digits");
        }
        return time;
    }

    /// Returns all recipes, the right one first.
    public List<Recipe> all() {
        var all = new ArrayList<Recipe>();
        var contents = BodyParts.of(body);
        for (var key : keys()) {
            for (var content : contents) {
                for (var head : heads()) {
                    for (var target : targets()) {
                        var right = RequestSigner.stringToSign(
                                head.value().clientId(),
                                timestamp,
                                head.value().method(),
                                target.value().path(),
                                target.value().query(),
                                content.value());
                        for (var text : head.value().isPlain() ? List.of(plain(right)) : texts(right, content)) {
                            all.add(new Recipe(
                                    key.value(),
                                    () -> text.value().get().getBytes(StandardCharsets.UTF_8),
                                    Recipe.mistakes(key, content, head, target, text)));
                        }
                    }
                }
            }
        }
        return all;
    }

    /// Client id and method.
    ///
    /// @param isPlain true if it is not combined with other forms of the text, to limit the number of recipes
    private record Head(String clientId, String method, boolean isPlain) {}

    private List<Part<Head>> heads() {
        var heads = new ArrayList<Part<Head>>();
        heads.add(Part.right(new Head(clientId, method, false)));
        heads.add(new Part<>(new Head(clientId, method.toLowerCase(Locale.ROOT), false), "the method in lower case"));
        for (var other : METHODS) {
            if (!other.equals(method)) {
                heads.add(new Part<>(new Head(clientId, other, true), "the method " + other + " instead of " + method));
            }
        }
        if (!usualClientId.isEmpty() && !usualClientId.equals(clientId)) {
            heads.add(new Part<>(
                    new Head(usualClientId, method, true),
                    "the client id " + usualClientId + " of demo.env or the environment, instead of " + clientId));
        }
        return heads;
    }

    private List<Part<byte[]>> keys() {
        var keys = new ArrayList<Part<byte[]>>();
        var stripped = secret.strip();
        keys.add(Part.right(stripped.getBytes(StandardCharsets.UTF_8)));
        keys.add(new Part<>((stripped + "\n").getBytes(StandardCharsets.UTF_8), "a newline at the end of the secret"));
        if (stripped.length() % 2 == 0 && stripped.chars().allMatch(HexFormat::isHexDigit)) {
            keys.add(new Part<>(HexFormat.of().parseHex(stripped), "the secret decoded from hex"));
        }
        try {
            keys.add(new Part<>(Base64.getDecoder().decode(stripped), "the secret decoded from base64"));
        } catch (IllegalArgumentException otherForm) {
            return keys;
        }
        return keys;
    }

    /// A path and its query, without the question mark.
    private record Target(String path, String query) {}

    private List<Part<Target>> targets() {
        int mark = pathWithQuery.indexOf('?');
        var path = mark < 0 ? pathWithQuery : pathWithQuery.substring(0, mark);
        var query = mark < 0 ? "" : pathWithQuery.substring(mark + 1);
        var targets = new ArrayList<Part<Target>>();
        targets.add(Part.right(new Target(path, query)));
        if (mark >= 0) {
            targets.add(new Part<>(new Target(path, ""), "the path without its query"));
            targets.add(new Part<>(new Target(pathWithQuery, ""), "the query on the line of the path"));
            targets.add(new Part<>(new Target(pathWithQuery, query), "the query on the line of the path as well"));
            targets.add(new Part<>(new Target(path, "?" + query), "the question mark before the query"));
        }
        targets.add(new Part<>(new Target(path + "/", query), "a slash at the end of the path"));
        return targets;
    }

    private static Part<Supplier<String>> plain(String right) {
        return text(() -> right, "");
    }

    private static Part<Supplier<String>> text(Supplier<String> text, String mistake) {
        return new Part<>(text, mistake);
    }

    private static List<Part<Supplier<String>>> texts(String right, Part<byte[]> content) {
        var lines = right.split("\n", LINES);
        var hash = lines[LINES - 1];
        var head = right.substring(0, right.length() - hash.length());
        return List.of(
                plain(right),
                text(() -> right + "\n", "a newline after the last line"),
                text(
                        () -> head + new String(content.value(), StandardCharsets.UTF_8),
                        "the body itself instead of its SHA-256"),
                text(() -> head + hash.toUpperCase(Locale.ROOT), "the body's SHA-256 in capitals"),
                text(() -> head, "an empty line instead of the body's SHA-256"),
                text(() -> right.substring(right.indexOf('\n') + 1), "no line with v1"));
    }
}
