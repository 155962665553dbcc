package dev.sluice.http;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Checks exchanges of request and response against the API contract, `api/openapi.yaml`.
public final class Contract {
    private static final String LOCATION = "https://sluice.test/openapi.json";
    private static final Set<String> METHODS =
            Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");
    /// Errors that occur before an operation is found, so that no operation declares them.
    private static final Map<Integer, String> OUTSIDE = Map.of(404, "NotFound", 405, "MethodNotAllowed");

    private final JsonNode document;
    private final SchemaRegistry registry;
    private final List<Operation> operations;
    private final List<Operation> messages;
    private final Map<String, Schema> schemas = new ConcurrentHashMap<>();

    private Contract(JsonNode document) {
        this.document = document;
        this.registry = SchemaRegistry.withDefaultDialect(
                Dialects.getOpenApi31(), builder -> builder.schemas(Map.of(LOCATION, document.toString())));
        this.operations = operations(document, "/paths");
        this.messages = operations(document, "/webhooks");
    }

    /// Loads the contract from the class path.
    public static Contract load() {
        try (var in = Contract.class.getResourceAsStream("/api/openapi.yaml")) {
            if (in == null) {
                throw new IllegalStateException("api/openapi.yaml is not on the class path");
            }
            return of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// Parses a contract from YAML.
    public static Contract of(String yaml) {
        var plain = new Load(LoadSettings.builder().build()).loadFromString(yaml);
        return new Contract(JsonMapper.shared().valueToTree(plain));
    }

    /// Returns the values of an enum in the schemas.
    public List<String> words(String schema) {
        return document.at("/components/schemas/" + schema + "/enum")
                .valueStream()
                .map(JsonNode::stringValue)
                .toList();
    }

    /// Returns the names of all operations: `GET /v1/recipient/{id}`.
    public Set<String> operations() {
        var names = new TreeSet<String>();
        operations.forEach(operation -> names.add(operation.name()));
        return names;
    }

    /// Returns the types of all webhook messages.
    public Set<String> messageTypes() {
        var types = new TreeSet<String>();
        messages.forEach(message -> types.add(message.template()));
        return types;
    }

    /// Checks the body of a webhook message.
    ///
    /// @throws AssertionError with all differences from the contract
    public void checkMessage(String type, byte[] body) {
        var faults = new ArrayList<String>();
        checkBody(messageSchema(type), Answer.JSON, body, type, faults);
        if (!faults.isEmpty()) {
            throw new AssertionError("a message of " + type + ", against the contract:\n  "
                    + String.join("\n  ", faults) + "\n" + new String(body, StandardCharsets.UTF_8));
        }
    }

    Place messageSchema(String type) {
        return messages.stream()
                .filter(message -> message.template().equals(type))
                .map(message -> message.place()
                        .at("requestBody")
                        .at("content")
                        .at(Answer.JSON)
                        .at("schema"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the contract has no message of " + type));
    }

    /// Checks one exchange. The path is without its query; both are as sent.
    ///
    /// @throws AssertionError with all differences from the contract
    public void check(
            String method,
            String path,
            String query,
            byte[] requestBody,
            int status,
            HttpHeaders headers,
            byte[] responseBody) {
        var exchange = new Exchange(method, path, query, requestBody, status, headers, responseBody);
        var faults = new ArrayList<String>();
        var operation = find(method.equals("HEAD") ? "GET" : method, path);
        if (operation.isEmpty()) {
            checkOutside(exchange, faults);
        } else {
            checkResponse(exchange, response(exchange, operation.get(), faults), faults);
            if (status >= 200 && status < 300) {
                checkParameters(exchange, operation.get(), faults);
                checkRequestBody(exchange, operation.get(), faults);
            }
        }
        if (!faults.isEmpty()) {
            throw new AssertionError(exchange.report(faults));
        }
    }

    /// Returns the examples in the contract that violate their own schema.
    List<String> faultsOfExamples() {
        var faults = new ArrayList<String>();
        for (var operation :
                Stream.concat(operations.stream(), messages.stream()).toList()) {
            var media = new ArrayList<Place>();
            operation
                    .place()
                    .at("requestBody")
                    .resolved()
                    .at("content")
                    .members()
                    .values()
                    .forEach(media::add);
            operation
                    .place()
                    .at("responses")
                    .members()
                    .values()
                    .forEach(response ->
                            response.resolved().at("content").members().values().forEach(media::add));
            media.forEach(type -> type.examples()
                    .forEach(example -> validate(
                            type.at("schema"), example.node(), operation.name() + " " + example.pointer(), faults)));
            operation
                    .parameters()
                    .forEach(parameter -> parameter
                            .examples()
                            .forEach(example ->
                                    validate(parameter.at("schema"), example.node(), parameter.pointer(), faults)));
        }
        return faults;
    }

    private void checkOutside(Exchange exchange, List<String> faults) {
        var name = OUTSIDE.get(exchange.status());
        if (name == null) {
            faults.add("the contract has no operation " + exchange.method() + " " + exchange.path());
            return;
        }
        checkResponse(exchange, Optional.of(new Place(document, "/components/responses/" + name)), faults);
    }

    private Optional<Place> response(Exchange exchange, Operation operation, List<String> faults) {
        var responses = operation.place().at("responses");
        var declared = responses.at(Integer.toString(exchange.status()));
        if (!declared.exists()) {
            faults.add(operation.name() + " declares no status " + exchange.status());
            return Optional.empty();
        }
        return Optional.of(declared.resolved());
    }

    private void checkResponse(Exchange exchange, Optional<Place> response, List<String> faults) {
        response.ifPresent(declared -> {
            checkHeaders(exchange, declared.at("headers"), faults);
            checkContent(exchange, declared.at("content"), faults);
        });
    }

    private void checkHeaders(Exchange exchange, Place headers, List<String> faults) {
        headers.members().forEach((name, reference) -> {
            var header = reference.resolved();
            var value = exchange.headers().firstValue(name);
            if (value.isEmpty()) {
                if (header.node().path("required").booleanValue(false)) {
                    faults.add("the header " + name + " is missing");
                }
                return;
            }
            validate(header.at("schema"), plain(header.at("schema"), value.get()), "header " + name, faults);
        });
    }

    private void checkContent(Exchange exchange, Place content, List<String> faults) {
        if (exchange.method().equals("HEAD")) {
            return;
        }
        if (!content.exists()) {
            if (exchange.responseBody().length > 0) {
                faults.add("the contract has no body here");
            }
            return;
        }
        var type = mediaType(exchange.headers().firstValue("Content-Type").orElse(""));
        var declared = content.members().get(type);
        if (declared == null) {
            faults.add("the content type is " + type + ", declared are "
                    + content.members().keySet());
            return;
        }
        checkBody(declared.at("schema"), type, exchange.responseBody(), "response", faults);
    }

    private void checkRequestBody(Exchange exchange, Operation operation, List<String> faults) {
        var body = operation.place().at("requestBody");
        if (!body.exists()) {
            return;
        }
        if (exchange.requestBody().length == 0) {
            if (body.resolved().node().path("required").booleanValue(false)) {
                faults.add("the request has no body, and got " + exchange.status());
            }
            return;
        }
        var schema = body.resolved().at("content").at(Answer.JSON).at("schema");
        checkBody(schema, Answer.JSON, exchange.requestBody(), "request", faults);
    }

    private void checkBody(Place schema, String type, byte[] bytes, String what, List<String> faults) {
        if (!schema.exists()) {
            return;
        }
        if (!type.equals(Answer.JSON)) {
            validate(schema, JsonMapper.shared().valueToTree(new String(bytes, StandardCharsets.UTF_8)), what, faults);
            return;
        }
        try {
            validate(schema, Json.parse(bytes), what, faults);
        } catch (dev.sluice.refusal.Refused malformed) {
            faults.add("the " + what + " is not JSON: " + malformed.details());
        }
    }

    private void checkParameters(Exchange exchange, Operation operation, List<String> faults) {
        var query = exchange.parameters();
        for (var parameter : operation.parameters()) {
            var name = parameter.node().path("name").stringValue();
            var in = parameter.node().path("in").stringValue();
            if (!in.equals("query")) {
                continue;
            }
            var value = query.get(name);
            if (value == null) {
                if (parameter.node().path("required").booleanValue(false)) {
                    faults.add("the parameter " + name + " is missing, and got " + exchange.status());
                }
            } else if (!value.isEmpty()) {
                validate(parameter.at("schema"), plain(parameter.at("schema"), value), "parameter " + name, faults);
            }
        }
    }

    private void validate(Place schema, JsonNode value, String what, List<String> faults) {
        if (!schema.exists()) {
            return;
        }
        var errors = schemas.computeIfAbsent(
                        schema.pointer(), pointer -> registry.getSchema(SchemaLocation.of(LOCATION + "#" + pointer)))
                .validate(
                        value.toString(),
                        InputFormat.JSON,
                        context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)));
        errors.forEach(error -> faults.add(what + " " + error.getInstanceLocation() + ": " + error.getMessage()));
    }

    /// Converts a text of a query or header to the JSON value of its schema's type.
    private static JsonNode plain(Place schema, String text) {
        var type = schema.resolved().node().path("type").asString("string");
        boolean literal = switch (type) {
            case "integer", "number" -> text.matches("-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
            case "boolean" -> text.equals("true") || text.equals("false");
            default -> false;
        };
        return literal
                ? JsonMapper.shared().readTree(text)
                : JsonMapper.shared().valueToTree(text);
    }

    private static String mediaType(String contentType) {
        return contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    /// Finds the operation of a request: the matching template with the fewest parameters.
    private Optional<Operation> find(String method, String path) {
        return operations.stream()
                .filter(operation -> operation.method().equals(method) && operation.fits(path))
                .min(Comparator.comparingInt(Operation::parameterCount));
    }

    private static List<Operation> operations(JsonNode document, String section) {
        var found = new ArrayList<Operation>();
        var paths = new Place(document, section);
        paths.members()
                .forEach((template, item) -> item.members().forEach((method, place) -> {
                    if (METHODS.contains(method)) {
                        var parameters = new ArrayList<Place>();
                        item.at("parameters").items().forEach(parameter -> parameters.add(parameter.resolved()));
                        place.at("parameters").items().forEach(parameter -> parameters.add(parameter.resolved()));
                        found.add(new Operation(
                                method.toUpperCase(Locale.ROOT), template, place, List.copyOf(parameters)));
                    }
                }));
        return List.copyOf(found);
    }

    /// An operation of the contract.
    private record Operation(String method, String template, Place place, List<Place> parameters) {
        String name() {
            return method + " " + template;
        }

        boolean fits(String path) {
            var pattern = new StringBuilder();
            for (var segment : template.substring(1).split("/", -1)) {
                pattern.append('/').append(segment.startsWith("{") ? "[^/]+" : Pattern.quote(segment));
            }
            return path.matches(pattern.toString());
        }

        int parameterCount() {
            return (int) template.chars().filter(character -> character == '{').count();
        }
    }

    /// A request and its response.
    private record Exchange(
            String method,
            String path,
            String query,
            byte[] requestBody,
            int status,
            HttpHeaders headers,
            byte[] responseBody) {
        Map<String, String> parameters() {
            var parameters = new TreeMap<String, String>();
            for (var pair : query.split("&")) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    parameters.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
                }
            }
            return parameters;
        }

        String report(List<String> faults) {
            var target = query.isEmpty() ? path : path + "?" + query;
            return method + " " + target + " answered " + status + ", against the contract:\n  "
                    + String.join("\n  ", faults)
                    + "\nrequest: " + shown(requestBody) + "\nresponse: " + shown(responseBody);
        }

        private static String shown(byte[] body) {
            var text = new String(body, StandardCharsets.UTF_8);
            return text.length() > 2000 ? text.substring(0, 2000) + "…" : text;
        }

        private static String decoded(String text) {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        }
    }
}
