package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// The recorded JSON answers, one file each under `golden`. Values that differ from run to run have a placeholder:
/// `<uuid-1>` for the first id and each of its repetitions; `<timestamp>`; `<key>`; and so on.
/// `-Dsluice.golden.write=true` records the answers of this run instead.
public final class Golden {
    public static final String WRITE = "sluice.golden.write";

    private static final Path FOLDER = Path.of("src", "test", "resources", "golden");
    private static final Pattern NAME = Pattern.compile("[a-z0-9]+([-/][a-z0-9]+)*");
    private static final Pattern UUID =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", Pattern.CASE_INSENSITIVE);

    /// Texts that change with every run, and their placeholders, in the order of replacement.
    private static final Map<Pattern, String> VOLATILE = inOrder(
            "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z", "<timestamp>",
            "https?://(127\\.0\\.0\\.1|localhost)(:[0-9]+)?", "<base-url>",
            "sk_(test|live)_[A-Za-z0-9_-]+", "<api-key>",
            "whsec_[A-Za-z0-9+/=]+", "<webhook-secret>",
            "/proof/[A-Za-z0-9._~-]+", "/proof/<token>",
            "\\bSBX[0-9a-f]{32}\\b", "<transaction-code>",
            "\\b71908[0-9]{11}\\b", "<virtual-account>",
            "(v1=)?\\b(0x)?[0-9a-f]{64}\\b", "<hex>");

    private final Path folder;
    private final boolean write;

    Golden(Path folder, boolean write) {
        this.folder = folder;
        this.write = write;
    }

    /// Compares an answer with the one recorded under a name such as `disbursement/create-v2`.
    ///
    /// @throws AssertionError with both answers if they differ, or if none is recorded
    public static void assertSame(String name, JsonNode answer) {
        new Golden(FOLDER, Boolean.getBoolean(WRITE)).compare(name, answer);
    }

    /// Returns the answer recorded under a name, if any.
    public static Optional<JsonNode> onRecord(String name) {
        var file = FOLDER.resolve(name + ".json");
        try {
            return Files.exists(file) ? Optional.of(Json.parse(Files.readAllBytes(file))) : Optional.empty();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    void compare(String name, JsonNode answer) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not a name: " + name);
        }
        var file = folder.resolve(name + ".json");
        var actual = text(answer);
        try {
            if (write) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, actual);
            } else if (Files.exists(file)) {
                assertThat(actual).as("the answer against %s", file).isEqualTo(Files.readString(file));
            } else {
                throw new AssertionError(
                        "there is no " + file + "; -D" + WRITE + "=true puts this answer on record:\n" + actual);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Returns an answer in its recorded form: indented, with placeholders.
    static String text(JsonNode answer) {
        var indented = new DefaultPrettyPrinter()
                .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                .withArrayIndenter(new DefaultIndenter("  ", "\n"));
        return JsonMapper.builder()
                        .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
                        .defaultPrettyPrinter(indented)
                        .build()
                        .writerWithDefaultPrettyPrinter()
                        .writeValueAsString(new Placeholders().in("", answer))
                + "\n";
    }

    private static Map<Pattern, String> inOrder(String... pairs) {
        var patterns = new LinkedHashMap<Pattern, String>();
        for (int i = 0; i < pairs.length; i += 2) {
            patterns.put(Pattern.compile(pairs[i]), pairs[i + 1]);
        }
        return patterns;
    }

    /// The placeholders of one answer: its ids are numbered in order of appearance.
    private static final class Placeholders {
        private final Map<String, String> ids = new LinkedHashMap<>();

        JsonNode in(String field, JsonNode node) {
            if (node.isObject()) {
                var object = JsonNodeFactory.instance.objectNode();
                node.properties()
                        .forEach(member -> object.set(member.getKey(), in(member.getKey(), member.getValue())));
                return object;
            }
            if (node.isArray()) {
                var array = JsonNodeFactory.instance.arrayNode();
                node.forEach(item -> array.add(in(field, item)));
                return array;
            }
            if (field.equals("latencyMs") && node.isNumber()) {
                return JsonNodeFactory.instance.stringNode("<latency>");
            }
            if (!node.isString()) {
                return node;
            }
            return JsonNodeFactory.instance.stringNode(
                    switch (field) {
                        // The id of a request may be the client's own, in any format.
                        case "requestId" -> "<request-id>";
                        case "paymentReference" -> "<payment-reference>";
                        default -> in(node.stringValue());
                    });
        }

        private String in(String text) {
            var replaced = UUID.matcher(text)
                    .replaceAll(id -> Matcher.quoteReplacement(
                            ids.computeIfAbsent(id.group(), _ -> "<uuid-" + (ids.size() + 1) + ">")));
            for (var entry : VOLATILE.entrySet()) {
                replaced = entry.getKey().matcher(replaced).replaceAll(Matcher.quoteReplacement(entry.getValue()));
            }
            return replaced;
        }
    }
}
