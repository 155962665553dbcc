package dev.sluice.samples;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The contract as a Postman collection, version 2.1.0: a folder per tag, a request per operation and example, and a
/// script that signs each before it is sent. Source: the schema below.
final class PostmanCollection {
    private static final String SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
    /// Runs before the signing script: a body is signed with its variables resolved.
    private static final String YESTERDAY = """
            // What was missed is asked for since yesterday: the service remembers it for 30 days.
            pm.variables.set('yesterday', new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString());

            """;

    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .defaultPrettyPrinter(new DefaultPrettyPrinter()
                    .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                    .withArrayIndenter(new DefaultIndenter("  ", "\n")))
            .build();

    private final JsonNode contract;
    private final String script;
    private final Map<String, String> stored = new LinkedHashMap<>();

    private PostmanCollection(JsonNode contract, String script) {
        this.contract = contract;
        this.script = script;
    }

    /// Returns the collection of a contract in YAML, with a script in JavaScript.
    static ObjectNode of(String contract, String script) {
        var plain = new Load(LoadSettings.builder().build()).loadFromString(contract);
        return new PostmanCollection(MAPPER.valueToTree(plain), script).collection();
    }

    static String text(JsonNode json) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
    }

    private ObjectNode collection() {
        var collection = JSON.objectNode();
        collection
                .putObject("info")
                .put("name", contract.at("/info/title").asString())
                .put(
                        "description",
                        "Made from api/openapi.yaml. Set the variables clientId and clientSecret, or apiKey. The ids of"
                                + " what is created are kept in variables, for the requests that come after.")
                .put("version", contract.at("/info/version").asString())
                .put("schema", SCHEMA);
        var folders = collection.putArray("item");
        for (var tag : contract.path("tags")) {
            var name = tag.path("name").asString();
            var folder = folders.addObject()
                    .put("name", name)
                    .put("description", tag.path("description").asString("").strip());
            addRequests(name, folder.putArray("item"));
            moveDeletionsLast(folder.withArray("item"));
        }
        collection.putArray("event").add(signing());
        collection.putObject("auth").put("type", "noauth");
        var variables = collection.putArray("variable");
        for (var name : List.of("baseUrl", "clientId", "clientSecret", "apiKey")) {
            variables.addObject().put("key", name).put("value", name.equals("baseUrl") ? "http://127.0.0.1:8080" : "");
        }
        stored.forEach((name, example) -> variables.addObject().put("key", name).put("value", example));
        return collection;
    }

    /// A deleted resource cannot be tried out any more.
    private static void moveDeletionsLast(ArrayNode items) {
        var deletions = items.valueStream()
                .filter(item -> item.at("/request/method").asString().equals("DELETE"))
                .toList();
        items.removeIf(deletions::contains);
        items.addAll(deletions);
    }

    private ObjectNode signing() {
        var event = JSON.objectNode().put("listen", "prerequest");
        var lines = event.putObject("script").put("type", "text/javascript").putArray("exec");
        YESTERDAY.lines().forEach(lines::add);
        script.lines().forEach(lines::add);
        return event;
    }

    private void addRequests(String tag, ArrayNode items) {
        contract.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().stream()
                        .filter(operation -> METHODS.contains(operation.getKey()))
                        .filter(operation ->
                                operation.getValue().at("/tags/0").asString("").equals(tag))
                        .forEach(operation -> {
                            var parameters = new ArrayList<JsonNode>();
                            operation.getValue().path("parameters").forEach(each -> parameters.add(resolved(each)));
                            path.getValue().path("parameters").forEach(each -> parameters.add(resolved(each)));
                            addExamples(operation.getKey(), path.getKey(), operation.getValue(), parameters, items);
                        }));
    }

    /// Adds one request per example of the body; one if there is a single example, or none.
    private void addExamples(
            String method, String path, JsonNode operation, List<JsonNode> parameters, ArrayNode items) {
        var summary = operation.path("summary").asString();
        var content = resolved(operation.path("requestBody")).path("content").properties().stream()
                .findFirst();
        if (content.isEmpty()) {
            items.add(item(summary, method, path, operation, parameters));
            return;
        }
        var type = content.get().getKey();
        var media = content.get().getValue();
        media.path("examples").properties().forEach(example -> {
            var named = resolved(example.getValue());
            var name = summary + ": " + named.path("summary").asString(example.getKey());
            items.add(withBody(item(name, method, path, operation, parameters), type, named.path("value")));
        });
        if (!media.has("examples")) {
            items.add(withBody(item(summary, method, path, operation, parameters), type, media.path("example")));
        }
    }

    private ObjectNode item(String name, String method, String path, JsonNode operation, List<JsonNode> parameters) {
        var item = JSON.objectNode().put("name", name);
        var script = PostmanVariables.script(operation.path("operationId").asString());
        if (!script.isEmpty()) {
            var event = item.putArray("event").addObject().put("listen", "test");
            var lines = event.putObject("script").put("type", "text/javascript").putArray("exec");
            script.forEach(lines::add);
        }
        var request = item.putObject("request").put("method", method.toUpperCase(Locale.ROOT));
        var headers = request.putArray("header");
        parametersIn("header", parameters)
                .forEach(each -> headers.add(field(each).put("disabled", true)));
        request.put("description", operation.path("description").asString("").strip());
        var placed = path.replaceAll("\\{(\\w+)}", ":$1");
        var query = JSON.arrayNode();
        parametersIn("query", parameters).forEach(each -> query.add(field(each)));
        var url = request.putObject("url").put("raw", "{{baseUrl}}" + placed + rawQuery(query));
        url.putArray("host").add("{{baseUrl}}");
        var segments = url.putArray("path");
        for (var segment : placed.substring(1).split("/", -1)) {
            segments.add(segment);
        }
        url.set("query", query);
        var variables = url.putArray("variable");
        parametersIn("path", parameters).forEach(each -> variables.add(known(field(each))));
        return item;
    }

    /// Fills a parameter from the collection's variable, if there is one; its example is the variable's initial
    /// value.
    private ObjectNode known(ObjectNode field) {
        PostmanVariables.of(field.path("key").asString()).ifPresent(variable -> {
            stored.putIfAbsent(variable, field.path("value").asString());
            field.put("value", "{{" + variable + "}}");
        });
        return field;
    }

    private static ObjectNode withBody(ObjectNode item, String type, JsonNode example) {
        var request = (ObjectNode) item.path("request");
        ((ArrayNode) request.path("header"))
                .addObject()
                .put("key", "Content-Type")
                .put("value", type);
        var body = request.putObject("body");
        if (type.equals("application/json")) {
            body.put("mode", "raw")
                    .put(
                            "raw",
                            example.isMissingNode() ? "" : everNew(text(example).strip()));
            body.putObject("options").putObject("raw").put("language", "json");
        } else {
            var fields = body.put("mode", "urlencoded").putArray("urlencoded");
            example.properties()
                    .forEach(each -> fields.addObject()
                            .put("key", each.getKey())
                            .put("value", each.getValue().asString()));
        }
        return item;
    }

    /// A reference can be used once, but a collection is run again and again, on any day.
    private static String everNew(String body) {
        return body.replaceAll("(\"reference\" : \"[^\"]*)\"", "$1-{{\\$guid}}\"")
                .replaceAll("(\"since\" : \")[^\"]*", "$1{{yesterday}}");
    }

    private static List<JsonNode> parametersIn(String place, List<JsonNode> parameters) {
        return parameters.stream()
                .filter(each -> each.path("in").asString().equals(place))
                .toList();
    }

    /// Returns a parameter with its example, or else its default; disabled if it is optional and has no example.
    private static ObjectNode field(JsonNode parameter) {
        var example = parameter.has("example") ? parameter.get("example") : parameter.at("/schema/example");
        var value = example.isMissingNode() ? parameter.at("/schema/default") : example;
        var field = JSON.objectNode()
                .put("key", parameter.path("name").asString())
                .put("value", value.isMissingNode() ? "" : value.asString())
                .put("description", parameter.path("description").asString("").strip());
        if (example.isMissingNode() && !parameter.path("required").booleanValue(false)) {
            field.put("disabled", true);
        }
        return field;
    }

    private static String rawQuery(ArrayNode query) {
        var enabled = query.valueStream()
                .filter(each -> !each.has("disabled"))
                .map(each ->
                        each.path("key").asString() + "=" + each.path("value").asString())
                .toList();
        return enabled.isEmpty() ? "" : "?" + String.join("&", enabled);
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? contract.at(node.path("$ref").asString().substring(1)) : node;
    }
}
