package dev.sluice.signaturecheck;

import dev.sluice.client.WebhookSigner;
import dev.sluice.http.Json;
import dev.sluice.refusal.Refused;
import dev.sluice.signaturecheck.Recipe.Part;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Ways to sign a webhook: the right one and the common mistakes of receivers.
public record WebhookRecipes(String secret, String id, String timestamp, byte[] body) {
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");
    private static final Pattern MILLIS = Pattern.compile("[0-9]{13}");
    private static final String MILLIS_DIGITS = "000";

    /// Parses the timestamp header; on failure reports the reason to the diagnosis.
    public static Optional<Instant> time(String timestamp, SignatureDiagnosis diagnosis) {
        if (SECONDS.matcher(timestamp).matches()) {
            return Optional.of(Instant.ofEpochSecond(Long.parseLong(timestamp)));
        }
        if (MILLIS.matcher(timestamp).matches()) {
            diagnosis.fault("the timestamp is in milliseconds; it has to be in seconds");
            return Optional.of(Instant.ofEpochMilli(Long.parseLong(timestamp)));
        }
        diagnosis.fault("the timestamp is malformed; it has to be seconds since 1970, in digits");
        return Optional.empty();
    }

    /// Returns all recipes, the right one first.
    public List<Recipe> all() {
        var all = new ArrayList<Recipe>();
        var own = idOfBody();
        var contents = BodyParts.of(body);
        for (var key : keys()) {
            for (var time : times()) {
                for (var content : contents) {
                    for (var before : befores(time.value(), own)) {
                        all.add(new Recipe(
                                key.value(),
                                () -> joined(before.value(), content.value()),
                                Recipe.mistakes(key, time, content, before)));
                    }
                }
            }
        }
        return all;
    }

    private List<Part<byte[]>> keys() {
        var stripped = secret.strip();
        var tail = stripped.startsWith(WebhookSigner.SECRET_PREFIX)
                ? stripped.substring(WebhookSigner.SECRET_PREFIX.length())
                : stripped;
        var keys = new ArrayList<Part<byte[]>>();
        keys.add(Part.right(WebhookSigner.key(stripped)));
        keys.add(new Part<>(utf8(secret), "the secret as it stands, not decoded, for the key"));
        if (!tail.equals(secret)) {
            keys.add(new Part<>(utf8(tail), "the secret without whsec_, not decoded, for the key"));
        }
        return keys;
    }

    private List<Part<String>> times() {
        var times = new ArrayList<Part<String>>();
        times.add(Part.right(timestamp));
        if (SECONDS.matcher(timestamp).matches()) {
            times.add(new Part<>(timestamp + MILLIS_DIGITS, "the timestamp in milliseconds"));
        }
        if (MILLIS.matcher(timestamp).matches()) {
            times.add(new Part<>(
                    timestamp.substring(0, timestamp.length() - MILLIS_DIGITS.length()), "the timestamp in seconds"));
        }
        return times;
    }

    private List<Part<String>> befores(String time, Optional<String> idOfBody) {
        var befores = new ArrayList<Part<String>>();
        befores.add(Part.right(WebhookSigner.before(id, time)));
        befores.add(new Part<>("", "the body alone, without id and timestamp"));
        befores.add(new Part<>(time + ".", "timestamp and body, without the id"));
        befores.add(new Part<>(id + ".", "id and body, without the timestamp"));
        befores.add(new Part<>(time + "." + id + ".", "the timestamp before the id"));
        befores.add(new Part<>(id + time, "id, timestamp and body without full stops between"));
        idOfBody.filter(own -> !own.equals(id))
                .ifPresent(own -> befores.add(new Part<>(
                        WebhookSigner.before(own, time), "the body's own id, " + own + ", instead of " + id)));
        return befores;
    }

    /// Returns the id in the body: a webhook's id is that of its event, which the body contains as well.
    private Optional<String> idOfBody() {
        try {
            var own = Json.parse(body).path("id").asString("");
            return own.isEmpty() ? Optional.empty() : Optional.of(own);
        } catch (Refused noJson) {
            return Optional.empty();
        }
    }

    private static byte[] joined(String before, byte[] body) {
        var head = utf8(before);
        var all = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        return all;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
