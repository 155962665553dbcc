package dev.sluice.fuzz;

import dev.sluice.fuzz.Draft.Header;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Generates valid requests of every operation of `api/openapi.yaml`: from its schemas, and from its examples.
final class OpenApiGenerator {
    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /// Values by field name, for fields with a meaning beyond their schema.
    private static final Map<String, List<String>> MEANINGS = Map.ofEntries(
            Map.entry("inputCurrency", List.of("IDR", "usdc-polygon")),
            Map.entry("outputCurrency", List.of("IDR", "usdc-polygon")),
            Map.entry("token", List.of("usdc-polygon")),
            Map.entry("receiverWalletAddress", List.of("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")),
            Map.entry("paymentMethod", List.of("014_VA", "QRIS")),
            Map.entry("bankCode", List.of("014", "008")),
            Map.entry("paymentCode", List.of("014", "008")),
            Map.entry("accountNumber", List.of("1234567890", "0123456789")),
            Map.entry("url", List.of("https://shop.example.com/hook")),
            Map.entry("successUrl", List.of("https://shop.example.com/thanks")),
            Map.entry("cancelUrl", List.of("https://shop.example.com/cart")),
            Map.entry("delay", List.of("PT1S", "PT0S", "PT2M")),
            Map.entry("after", List.of("")));

    /// Texts for the patterns in schemas of requests. A new pattern has to be added here.
    private static final Map<String, List<String>> PATTERNS = Map.of(
            "^[A-Za-z]{3}$", List.of("IDR", "usd", "EUR", "Jpy", "XXX"),
            "^[A-Z]{2}$", List.of("ID", "US", "DE", "JP", "ZZ"),
            "^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
                    List.of("01993f75-1b2c-7a10-8d3e-4f5a6b7c8d9e"),
            "^[A-Za-z0-9.]+(-[A-Za-z0-9]+)+$", List.of("usdc-polygon", "USDC-Stellar", "usdt-tron", "a-b"),
            "^([Ee][Vv][Mm]|[Ss][Tt][Ee][Ll][Ll][Aa][Rr])?$", List.of("EVM", "stellar", ""),
            "^P(?!$)(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+(\\.\\d+)?S)?)?$", List.of("PT1S", "PT0.5S", "PT1M"));

    private final JsonNode document;
    private final World world;
    private final List<Operation> operations;

    OpenApiGenerator(World world) {
        this.document = load();
        this.world = world;
        this.operations = operations(document);
    }

    List<Operation> operations() {
        return operations;
    }

    /// Returns a request that the contract allows, with ids of existing objects.
    Draft valid(Operation operation, Random random) {
        var path = operation.template();
        var query = new ArrayList<String>();
        for (var parameter : operation.parameters()) {
            var name = parameter.path("name").stringValue();
            switch (parameter.path("in").stringValue()) {
                case "path" -> path = path.replace("{" + name + "}", encoded(world.id(operation, name, random)));
                case "query" -> {
                    if (parameter.path("required").booleanValue(false) || random.nextInt(4) == 0) {
                        query.add(name + "=" + encoded(argument(parameter, name, random)));
                    }
                }
                default -> {}
            }
        }
        pairUp(query);
        var headers = new ArrayList<Header>();
        if (!operation.method().equals("GET")) {
            headers.add(new Header("Idempotency-Key", new UUID(random.nextLong(), random.nextLong()).toString()));
        }
        var body = new byte[0];
        if (!operation.body().isMissingNode()) {
            var type = operation.body().propertyNames().iterator().next();
            headers.add(new Header("Content-Type", type));
            body = body(operation.body().path(type), type, random);
        }
        return new Draft(operation, path, String.join("&", query), headers, body, List.of());
    }

    /// Adds the missing end of a period: both ends come together.
    private static void pairUp(List<String> query) {
        query.removeIf(each -> each.startsWith("startDate=") || each.startsWith("endDate="));
        if (query.size() % 3 == 1) {
            query.add("startDate=2026-01-01");
            query.add("endDate=2030-12-31");
        }
    }

    private String argument(JsonNode parameter, String name, Random random) {
        var example = parameter.path("example");
        var value = example.isMissingNode() || random.nextInt(3) == 0
                ? value(parameter.path("schema"), name, random)
                : example;
        return value.asString("");
    }

    private byte[] body(JsonNode media, String type, Random random) {
        var examples = new ArrayList<JsonNode>();
        if (media.has("example")) {
            examples.add(media.path("example"));
        }
        media.path("examples")
                .properties()
                .forEach(each -> examples.add(each.getValue().path("value")));
        var value = !examples.isEmpty() && random.nextInt(10) < 6
                ? world.made(Oddities.one(examples, random), random)
                : value(media.path("schema"), "", random);
        return (type.endsWith("json") ? value.toString() : form(value)).getBytes(StandardCharsets.UTF_8);
    }

    private static String form(JsonNode value) {
        return value.properties().stream()
                .map(each ->
                        encoded(each.getKey()) + "=" + encoded(each.getValue().asString("")))
                .collect(Collectors.joining("&"));
    }

    /// Returns a value that a schema allows.
    JsonNode value(JsonNode given, String name, Random random) {
        var schema = resolved(given);
        for (var choice : List.of("oneOf", "anyOf")) {
            if (schema.has(choice)) {
                return chosen(schema, choice, name, random);
            }
        }
        if (schema.has("enum")) {
            return Oddities.one(List.copyOf(schema.path("enum").valueStream().toList()), random);
        }
        var type = schema.path("type").isArray()
                ? schema.path("type").get(0).stringValue()
                : schema.path("type").asString("string");
        return switch (type) {
            case "object" -> object(schema, random);
            case "array" -> array(schema, name, random);
            case "boolean" -> JSON.booleanNode(random.nextBoolean());
            case "integer" ->
                JSON.numberNode(schema.path("minimum").intValue(0) + random.nextInt(schema.has("maximum") ? 50 : 5));
            case "number" -> number(schema, random);
            default -> JSON.stringNode(text(schema, name, random));
        };
    }

    private JsonNode chosen(JsonNode schema, String choice, String name, Random random) {
        var one = resolved(Oddities.one(schema.path(choice).valueStream().toList(), random));
        var merged = ((ObjectNode) schema).deepCopy();
        merged.remove(choice);
        one.properties().forEach(each -> {
            if (each.getKey().equals("required") && merged.has("required")) {
                var both = JSON.arrayNode();
                merged.path("required").forEach(both::add);
                each.getValue().forEach(both::add);
                merged.set("required", both);
                // A field that only the other choice requires would make both choices match.
                schema.path(choice)
                        .forEach(other -> other.path("required").forEach(field -> {
                            if (!names(both).contains(field.stringValue())) {
                                ((ObjectNode) merged.path("properties")).remove(field.stringValue());
                            }
                        }));
            } else {
                merged.set(each.getKey(), each.getValue());
            }
        });
        return value(merged, name, random);
    }

    private JsonNode object(JsonNode schema, Random random) {
        var created = JSON.objectNode();
        var required = names(schema.path("required"));
        schema.path("properties").properties().forEach(each -> {
            if (required.contains(each.getKey()) || random.nextInt(3) == 0) {
                created.set(each.getKey(), value(each.getValue(), each.getKey(), random));
            }
        });
        return created;
    }

    private JsonNode array(JsonNode schema, String name, Random random) {
        var created = JSON.arrayNode();
        int size = schema.path("minItems").intValue(0) + random.nextInt(3);
        for (int i = 0; i < size; i++) {
            created.add(value(schema.path("items"), name, random));
        }
        return created;
    }

    private static JsonNode number(JsonNode schema, Random random) {
        var whole = BigDecimal.valueOf(1 + random.nextInt(schema.has("exclusiveMaximum") ? 90 : 200_000));
        return JSON.numberNode(random.nextInt(4) == 0 ? whole.add(new BigDecimal("0.25")) : whole);
    }

    private String text(JsonNode schema, String name, Random random) {
        var stored = world.field(name, random);
        if (stored != null && random.nextInt(10) > 0) {
            return stored;
        }
        var pattern = schema.path("pattern").asString("");
        if (!pattern.isEmpty()) {
            var known = PATTERNS.get(pattern);
            if (known == null) {
                throw new IllegalStateException("the generator knows no text of the pattern " + pattern);
            }
            return Oddities.one(known, random);
        }
        var meaning = MEANINGS.get(name);
        if (meaning != null && random.nextInt(10) > 0) {
            return Oddities.one(meaning, random);
        }
        var format = schema.path("format").asString("");
        return switch (format) {
            case "email" -> "siti" + random.nextInt(1_000) + "@example.com";
            case "date" -> lately(random).toString();
            case "date-time" -> lately(random) + "T00:00:00Z";
            default -> fitted(schema, random);
        };
    }

    /// Returns one of the last ten days: history is kept for a limited time, and future days are refused.
    static LocalDate lately(Random random) {
        return LocalDate.now(ZoneOffset.UTC).minusDays(random.nextInt(10));
    }

    private static String fitted(JsonNode schema, Random random) {
        int most = Math.min(schema.path("maxLength").intValue(40), 300);
        int least = schema.path("minLength").intValue(0);
        int length = random.nextInt(8) == 0 ? most : Math.max(least, Math.min(most, 1 + random.nextInt(20)));
        return random.ints(length, 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private JsonNode resolved(JsonNode given) {
        var node = given;
        for (var to = node.path("$ref"); to.isString(); to = node.path("$ref")) {
            node = document.at(to.stringValue().substring(1));
        }
        if (!node.has("allOf")) {
            return node;
        }
        var merged = ((ObjectNode) node).deepCopy();
        merged.remove("allOf");
        for (var part : node.path("allOf")) {
            resolved(part).properties().forEach(each -> {
                if (each.getValue() instanceof ObjectNode more
                        && merged.path(each.getKey()) instanceof ObjectNode had) {
                    had.setAll(more);
                } else {
                    merged.set(each.getKey(), each.getValue());
                }
            });
        }
        return merged;
    }

    private List<Operation> operations(JsonNode of) {
        var found = new ArrayList<Operation>();
        of.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(each -> {
                    if (METHODS.contains(each.getKey())) {
                        var parameters = new ArrayList<JsonNode>();
                        path.getValue().path("parameters").forEach(one -> parameters.add(resolved(one)));
                        each.getValue().path("parameters").forEach(one -> parameters.add(resolved(one)));
                        var security = each.getValue().path("security");
                        found.add(new Operation(
                                each.getKey().toUpperCase(Locale.ROOT),
                                path.getKey(),
                                List.copyOf(parameters),
                                resolved(each.getValue().path("requestBody")).path("content"),
                                security.isMissingNode() || !security.isEmpty()));
                    }
                }));
        found.sort(Comparator.comparing(Operation::name));
        return List.copyOf(found);
    }

    private static Set<String> names(JsonNode required) {
        return required.valueStream().map(JsonNode::stringValue).collect(Collectors.toSet());
    }

    static String encoded(@Nullable String text) {
        return URLEncoder.encode(text == null ? "" : text, StandardCharsets.UTF_8)
                .replace("+", "%20");
    }

    private static JsonNode load() {
        try (var in = OpenApiGenerator.class.getResourceAsStream("/api/openapi.yaml")) {
            if (in == null) {
                throw new IllegalStateException("api/openapi.yaml is not on the class path");
            }
            var plain = new Load(LoadSettings.builder().build())
                    .loadFromString(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            return JsonMapper.shared().valueToTree(plain);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
