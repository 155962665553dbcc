package dev.sluice.http;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Fields of messages by path: `data(FiatDeposit).payments[].amount`, where `data` has one of several types and
/// `payments` is a list.
public final class MessageFields {
    private final SortedMap<String, Boolean> fields = new TreeMap<>();

    private MessageFields() {}

    /// Returns the fields of a type in the contract; the value is true if the field is required in its object.
    public static SortedMap<String, Boolean> of(Contract contract, String type) {
        var found = new MessageFields();
        found.walk(contract.messageSchema(type), "");
        return found.fields;
    }

    /// Returns the paths of a message's fields.
    public static List<String> in(JsonNode message) {
        var paths = new ArrayList<String>();
        collect(message, "", paths);
        return paths.stream().distinct().sorted().toList();
    }

    private static void collect(JsonNode node, String path, List<String> paths) {
        node.forEach(item -> {
            if (node.isArray()) {
                collect(item, path + "[]", paths);
            }
        });
        node.properties().forEach(member -> {
            var name = below(path, member.getKey());
            paths.add(name);
            collect(member.getValue(), name, paths);
        });
    }

    private void walk(Place schema, String path) {
        var reference = schema.at("$ref");
        if (reference.exists()) {
            walk(new Place(schema.document(), reference.node().stringValue().substring(1)), path);
        }
        schema.at("allOf").items().forEach(part -> walk(part, path));
        var choices = Stream.of("anyOf", "oneOf")
                .flatMap(word -> schema.at(word).items().stream())
                .filter(choice -> choice.resolved().at("properties").exists())
                .toList();
        choices.forEach(choice -> walk(choice, choices.size() == 1 ? path : path + "(" + name(choice) + ")"));
        schema.at("required")
                .items()
                .forEach(each -> put(below(path, each.node().stringValue()), true));
        schema.at("properties").members().forEach((name, property) -> {
            put(below(path, name), false);
            walk(property, below(path, name));
        });
        if (schema.at("items").exists()) {
            walk(schema.at("items"), path + "[]");
        }
    }

    private void put(String path, boolean always) {
        fields.merge(path, always, Boolean::logicalOr);
    }

    private static String below(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static String name(Place choice) {
        var pointer = choice.resolved().pointer();
        return pointer.substring(pointer.lastIndexOf('/') + 1);
    }
}
