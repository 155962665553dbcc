package dev.sluice.signaturecheck;

import dev.sluice.http.Json;
import dev.sluice.http.JsonLayout;
import dev.sluice.refusal.Refused;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A request body and common alterations of it on the way.
final class BodyParts {
    private static final char ASCII_MAX = 0x7f;
    private static final String NEWLINES = "\n\r\u000b\f\u0085\u2028\u2029";

    private BodyParts() {}

    /// Returns the body as it is, followed by its alterations.
    static List<Recipe.Part<byte[]>> of(byte[] body) {
        var parts = new ArrayList<Recipe.Part<byte[]>>();
        parts.add(Recipe.Part.right(body));
        var text = new String(body, StandardCharsets.UTF_8);
        add(parts, withoutNewlines(text), "the body without the newline at its end");
        add(parts, text + "\n", "the body with a newline at its end");
        add(parts, text.replace("\r\n", "\n"), "the body with \\n for \\r\\n");
        add(parts, text.replace("\r\n", "\n").replace("\n", "\r\n"), "the body with \\r\\n for \\n");
        add(parts, text.strip(), "the body without white space around it");
        try {
            var compact = new String(Json.bytes(Json.parse(body)), StandardCharsets.UTF_8);
            add(parts, compact, "the body's JSON serialised again, without white space");
            add(parts, JsonLayout.pretty(compact), "the body's JSON serialised again, indented");
            var spaced = spaced(compact);
            add(parts, spaced, "the body's JSON serialised again, with spaces");
            add(parts, escaped(compact), "the body's JSON serialised again, with \\u for non-ASCII letters");
            add(parts, escaped(spaced), "the body's JSON serialised again, with spaces and \\u");
        } catch (Refused noJson) {
            return parts;
        } finally {
            add(parts, "", "an empty body");
        }
        return parts;
    }

    /// Uses no pattern: one for newlines at the end would start again at each newline in the middle.
    private static String withoutNewlines(String text) {
        int end = text.length();
        while (end > 0 && NEWLINES.indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return text.substring(0, end);
    }

    private static void add(List<Recipe.Part<byte[]>> parts, String text, String mistake) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        if (parts.stream().noneMatch(part -> Arrays.equals(part.value(), bytes))) {
            parts.add(new Recipe.Part<>(bytes, mistake));
        }
    }

    /// Adds spaces as Python's JSON writer does.
    private static String spaced(String compact) {
        var out = new StringBuilder();
        boolean quoted = false;
        for (int at = 0; at < compact.length(); at++) {
            char each = compact.charAt(at);
            out.append(each);
            if (quoted && each == '\\') {
                at++;
                out.append(compact.charAt(at));
            } else if (each == '"') {
                quoted = !quoted;
            } else if (!quoted && (each == ',' || each == ':')) {
                out.append(' ');
            }
        }
        return out.toString();
    }

    private static String escaped(String json) {
        var out = new StringBuilder();
        json.chars().forEach(each -> {
            if (each <= ASCII_MAX) {
                out.append((char) each);
            } else {
                out.append("\\u%04x".formatted(each));
            }
        });
        return out.toString();
    }
}
