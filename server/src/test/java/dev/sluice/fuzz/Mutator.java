package dev.sluice.fuzz;

import dev.sluice.fuzz.Draft.Header;
import dev.sluice.http.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Mutates valid requests into bad ones, one change at a time.
final class Mutator {
    /// Placeholder in a document for content that no document can hold: an invalid literal, or a duplicate key.
    private static final String MARK = "\uE000mark\uE000";

    private static final List<String> TYPES = List.of(
            "text/plain",
            "application/xml",
            "application/json; charset=utf-16",
            "application/json; charset=nonsense",
            "APPLICATION/JSON",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "application/jsonx",
            "json",
            "/",
            ";",
            "");
    private static final List<String> KEYS = List.of(
            "",
            " ",
            "\"",
            "\"\"",
            "\"a",
            "a\"b",
            "\"quoted\"",
            "é",
            "a\tb",
            "k".repeat(255),
            "k".repeat(256),
            "k".repeat(4_000),
            "null",
            "%00",
            "'; DROP TABLE replay; --",
            "~!@#$%^&*()_+");
    private static final List<String> TIMES = List.of(
            "",
            "0",
            "-1",
            "1",
            "9999999999999999999999",
            "NaN",
            "2026-11-21",
            "2026-11-21T02:30:00",
            "1e12",
            "2026-11-21T02:30:00+99:99",
            "-999999999-01-01T00:00:00Z",
            "+1000000000-12-31T23:59:59.999999999Z",
            "Sat, 21 Nov 2026 02:30:00 GMT",
            "１７９５２２８２００",
            " ",
            "0x7fffffff",
            "9223372036854775807");
    private static final List<String> CREDENTIALS = List.of(
            "Bearer",
            "Bearer ",
            "bearer x",
            "Bearer sk_test_",
            "Bearer sk_live_x",
            "Basic YTpi",
            "Bearer a b",
            "é",
            "Bearer " + "k".repeat(2_000),
            "Digest username=\"x\"");

    private Mutator() {}

    /// Returns a request with one to three changes before its signature.
    static Draft mutated(Draft valid, Random random) {
        var draft = valid;
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            draft = switch (random.nextInt(10)) {
                case 0 -> withPath(draft, random);
                case 1, 2 -> withQuery(draft, random);
                case 3 -> withType(draft, random);
                case 4 -> withHeaders(draft, random);
                default -> draft.body().length == 0 ? withQuery(draft, random) : withBody(draft, random);
            };
        }
        return draft;
    }

    private static Draft withPath(Draft draft, Random random) {
        var segments = draft.path().split("/", -1);
        int at = 1 + random.nextInt(Math.max(1, segments.length - 1));
        // Ids are more interesting than names.
        if (draft.operation().template().contains("{")) {
            var template = draft.operation().template().split("/", -1);
            for (int i = 0; i < Math.min(template.length, segments.length); i++) {
                at = template[i].startsWith("{") && random.nextInt(5) > 0 ? i : at;
            }
        }
        segments[at] = Oddities.one(Oddities.SEGMENTS, random);
        var path = String.join("/", segments);
        return draft.path(path, "segment " + at);
    }

    private static Draft withQuery(Draft draft, Random random) {
        var piece = Oddities.one(Oddities.PARAMETERS, random);
        if (random.nextInt(3) == 0 && !draft.operation().parameters().isEmpty()) {
            var name = Oddities.one(draft.operation().parameters(), random)
                    .path("name")
                    .stringValue();
            piece = name + "=" + OpenApiGenerator.encoded(Oddities.one(Oddities.TEXTS, random));
        }
        var query = draft.query().isEmpty() || random.nextBoolean() ? piece : draft.query() + "&" + piece;
        return draft.query(query, "query " + piece.substring(0, Math.min(60, piece.length())));
    }

    private static Draft withType(Draft draft, Random random) {
        var headers = new ArrayList<>(draft.headers());
        headers.removeIf(each -> each.name().equals("Content-Type") && random.nextInt(4) > 0);
        var type = Oddities.one(TYPES, random);
        headers.add(new Header("Content-Type", type));
        return draft.headers(headers, "type " + type);
    }

    private static Draft withHeaders(Draft draft, Random random) {
        var headers = new ArrayList<>(draft.headers());
        var added = switch (random.nextInt(8)) {
            case 0 -> new Header("X-Request-Id", Oddities.one(KEYS, random));
            case 1 ->
                new Header(
                        "Accept",
                        Oddities.one(
                                List.of(
                                        "",
                                        "*",
                                        "text/html;q=",
                                        "application/json; amounts=x",
                                        "application/json; amounts=string",
                                        ",,,;;;"),
                                random));
            case 2 -> new Header("Accept-Language", "é, ;q=9, ".repeat(1 + random.nextInt(50)));
            case 3 -> new Header("X-Forwarded-For", Oddities.one(List.of("", "::", "999.1.1.1", "x, 1.2.3.4"), random));
            case 4, 5 -> OddHeads.one(random);
            default -> new Header("Idempotency-Key", Oddities.one(KEYS, random));
        };
        if (random.nextBoolean()) {
            headers.removeIf(each -> each.name().equals(added.name()));
        }
        headers.add(added);
        return draft.headers(headers, "header " + added.name());
    }

    private static Draft withBody(Draft draft, Random random) {
        var bytes = draft.body();
        return switch (random.nextInt(14)) {
            case 0 -> draft.body(Arrays.copyOf(bytes, random.nextInt(bytes.length)), "truncated");
            case 1 -> draft.body(flipped(bytes, random), "bits flipped");
            case 2 -> draft.body(joined(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF}, bytes), "BOM");
            case 3 ->
                draft.body(draft.text().replaceFirst("([}\\]])", ",$1").getBytes(StandardCharsets.UTF_8), "comma");
            case 4 -> draft.body(inserted(bytes, random), "invalid UTF-8");
            case 5 -> draft.body(draft.text().getBytes(StandardCharsets.UTF_16), "UTF-16");
            case 6 -> draft.body(Oddities.literal(random).getBytes(StandardCharsets.UTF_8), "another body");
            case 7 -> draft.body(joined(bytes, bytes), "twice");
            default -> withDocument(draft, random);
        };
    }

    private static Draft withDocument(Draft draft, Random random) {
        JsonNode document;
        try {
            document = Json.parse(draft.body());
        } catch (dev.sluice.refusal.Refused brokenAlready) {
            return draft.body(flipped(draft.body(), random), "bits flipped");
        }
        var places = new ArrayList<JsonNode>();
        collect(document, places);
        places.removeIf(JsonNode::isEmpty);
        if (places.isEmpty()) {
            return draft.body(Oddities.literal(random).getBytes(StandardCharsets.UTF_8), "another body");
        }
        var literal = Oddities.literal(random);
        var change = changed(Oddities.one(places, random), random);
        var text = document.toString().replace("\"" + MARK + "\"", literal).replace("\"" + MARK, "\"");
        return draft.body(text.getBytes(StandardCharsets.UTF_8), change);
    }

    private static String changed(JsonNode place, Random random) {
        var mark = JsonNodeFactory.instance.stringNode(MARK);
        if (place instanceof ArrayNode array) {
            int at = random.nextInt(array.size());
            if (random.nextInt(20) == 0) {
                for (int i = 0; i < 1_000; i++) {
                    array.add(array.get(0).deepCopy());
                }
                return "a thousand more";
            }
            array.set(at, mark);
            return "item " + at;
        }
        var object = (ObjectNode) place;
        var name = Oddities.one(List.copyOf(object.propertyNames()), random);
        switch (random.nextInt(8)) {
            case 0 -> {
                object.remove(name);
                return "without " + name;
            }
            case 1 -> {
                object.set(name + "s", object.remove(name));
                return "renamed " + name;
            }
            case 2 -> {
                object.set(MARK + name, object.get(name).deepCopy());
                return "twice " + name;
            }
            default -> {
                object.set(name, mark);
                return "another " + name;
            }
        }
    }

    private static void collect(JsonNode node, List<JsonNode> places) {
        if (node.isContainer()) {
            places.add(node);
            node.forEach(each -> collect(each, places));
        }
    }

    /// Corrupts the credentials of a signed request.
    static List<Header> forged(List<Header> headers, Random random) {
        var forged = new ArrayList<Header>();
        var name = Oddities.one(List.of("X-Client-ID", "X-Timestamp", "X-Signature", "Authorization"), random);
        for (var header : headers) {
            if (!header.name().equals(name)) {
                forged.add(header);
                continue;
            }
            switch (random.nextInt(5)) {
                case 0 -> {}
                case 1 -> {
                    forged.add(header);
                    forged.add(header);
                }
                default -> forged.add(new Header(name, forged(header, random)));
            }
        }
        return forged;
    }

    private static String forged(Header header, Random random) {
        var value = header.value();
        return switch (header.name()) {
            case "X-Timestamp" -> Oddities.one(TIMES, random);
            case "Authorization" -> Oddities.one(CREDENTIALS, random);
            case "X-Signature" ->
                switch (random.nextInt(6)) {
                    case 0 -> value.toUpperCase(java.util.Locale.ROOT);
                    case 1 -> value.substring(0, random.nextInt(value.length()));
                    case 2 -> value.replace("v1=", "v2=");
                    case 3 -> value + ",v1=" + "0".repeat(64);
                    case 4 -> "v1=" + "g".repeat(64);
                    default -> value.substring(0, value.length() - 1) + (value.endsWith("0") ? '1' : '0');
                };
            default -> Oddities.one(KEYS, random);
        };
    }

    static byte[] flipped(byte[] bytes, Random random) {
        var flipped = bytes.clone();
        for (int i = 1 + random.nextInt(4); i > 0 && flipped.length > 0; i--) {
            flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return flipped;
    }

    private static byte[] inserted(byte[] bytes, Random random) {
        int at = random.nextInt(bytes.length + 1);
        return joined(
                joined(Arrays.copyOf(bytes, at), new byte[] {(byte) 0xC3, (byte) 0x28}),
                Arrays.copyOfRange(bytes, at, bytes.length));
    }

    private static byte[] joined(byte[] one, byte[] other) {
        var both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }
}
