package dev.sluice.cli;

import dev.sluice.cli.Recipe.Part;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// How the signature of a webhook is made, and how receivers get it wrong.
record WebhookRecipes(String secret, String id, String timestamp, byte[] body) {
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");
    private static final Pattern MILLIS = Pattern.compile("[0-9]{13}");
    private static final String MILLIS_DIGITS = "000";

    /// The time in the header; where there is none, the judgement is told why.
    static Optional<Instant> time(String timestamp, Judgement judgement) {
        if (SECONDS.matcher(timestamp).matches()) {
            return Optional.of(Instant.ofEpochSecond(Long.parseLong(timestamp)));
        }
        if (MILLIS.matcher(timestamp).matches()) {
            judgement.fault("the timestamp is in milliseconds; it has to be in seconds");
            return Optional.of(Instant.ofEpochMilli(Long.parseLong(timestamp)));
        }
        judgement.fault("the timestamp is malformed; it has to be seconds since 1970, in digits");
        return Optional.empty();
    }

    /// The right one first.
    List<Recipe> all() {
        var all = new ArrayList<Recipe>();
        for (var key : keys()) {
            for (var time : times()) {
                for (var content : BodyParts.of(body)) {
                    for (var before : befores(time.value())) {
                        all.add(new Recipe(
                                key.value(),
                                WebhookSigner.joined(before.value(), content.value()),
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

    private List<Part<String>> befores(String time) {
        return List.of(
                Part.right(WebhookSigner.before(id, time)),
                new Part<>("", "the body alone, without id and timestamp"),
                new Part<>(time + ".", "timestamp and body, without the id"),
                new Part<>(id + ".", "id and body, without the timestamp"),
                new Part<>(time + "." + id + ".", "the timestamp before the id"),
                new Part<>(id + time, "id, timestamp and body without full stops between"));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
