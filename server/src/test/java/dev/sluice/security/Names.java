package dev.sluice.security;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The operations of the contract, and every place in their requests that identifies an object.
final class Names {
    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");
    private static final Pattern NAMING = Pattern.compile("id|.*Ids?|.*IdOrReference|reference|after|.*[Hh]ash");
    /// Further filters of lists: merchants' references, addresses and searches.
    private static final Pattern FINDING = Pattern.compile(".*[Rr]eference|.*Address|search");
    private static final JsonNode CONTRACT = contract();

    private Names() {}

    /// Returns each place as `GET /v1/recipient/{id} path id`.
    static Set<String> ofObjects() {
        var places = new TreeSet<String>();
        forEachOperation((name, operation) -> {
            parameters(name, operation).forEach(parameter -> {
                var in = parameter.path("in").stringValue();
                var called = parameter.path("name").stringValue();
                if (in.equals("path") || in.equals("query") && isNaming(called)) {
                    places.add(name + " " + in + " " + called);
                }
            });
            operation
                    .path("requestBody")
                    .path("content")
                    .forEach(content -> collect(content.path("schema"), name + " body ", "", places));
        });
        return places;
    }

    private static boolean isNaming(String parameter) {
        return NAMING.matcher(parameter).matches() || FINDING.matcher(parameter).matches();
    }

    /// Passes each operation's required permission for an API key, by the operation's name; empty for operations
    /// without a caller.
    static void forEachOperation(BiConsumer<String, JsonNode> action) {
        CONTRACT.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().stream()
                        .filter(each -> METHODS.contains(each.getKey()))
                        .forEach(each -> action.accept(
                                each.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(), each.getValue())));
    }

    private static List<JsonNode> parameters(String name, JsonNode operation) {
        var shared = CONTRACT.path("paths")
                .path(name.substring(name.indexOf(' ') + 1))
                .path("parameters");
        return java.util.stream.Stream.concat(
                        shared.valueStream(), operation.path("parameters").valueStream())
                .map(Names::resolved)
                .toList();
    }

    private static void collect(JsonNode unresolved, String before, String path, Set<String> places) {
        var schema = resolved(unresolved);
        for (var combination : List.of("allOf", "oneOf", "anyOf")) {
            schema.path(combination).forEach(each -> collect(each, before, path, places));
        }
        schema.path("properties").properties().forEach(each -> {
            if (NAMING.matcher(each.getKey()).matches() && !each.getKey().equals("reference")) {
                places.add(before + path + each.getKey());
            }
            collect(each.getValue(), before, path + each.getKey() + ".", places);
        });
        if (schema.has("items")) {
            collect(schema.path("items"), before, path, places);
        }
    }

    static JsonNode resolved(JsonNode node) {
        var at = node;
        while (at.has("$ref")) {
            at = CONTRACT.at(at.path("$ref").stringValue().substring(1));
        }
        return at;
    }

    private static JsonNode contract() {
        try (var in = Names.class.getResourceAsStream("/api/openapi.yaml")) {
            if (in == null) {
                throw new IllegalStateException("api/openapi.yaml is not on the class path");
            }
            return JsonMapper.shared()
                    .valueToTree(new Load(LoadSettings.builder().build())
                            .loadFromString(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
