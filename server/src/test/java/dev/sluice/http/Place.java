package dev.sluice.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// A place in the document: base for JSON pointers and references.
record Place(JsonNode document, String pointer) {
    JsonNode node() {
        return document.at(pointer);
    }

    boolean exists() {
        return !node().isMissingNode();
    }

    Place at(String name) {
        return new Place(document, pointer + "/" + name.replace("~", "~0").replace("/", "~1"));
    }

    Place resolved() {
        var reference = node().path("$ref");
        return reference.isString()
                ? new Place(document, reference.stringValue().substring(1)).resolved()
                : this;
    }

    Map<String, Place> members() {
        var members = new TreeMap<String, Place>();
        node().properties().forEach(member -> members.put(member.getKey(), at(member.getKey())));
        return members;
    }

    /// Returns the examples of a media type or parameter.
    List<Place> examples() {
        var examples = new ArrayList<Place>();
        if (at("example").exists()) {
            examples.add(at("example"));
        }
        at("examples")
                .members()
                .values()
                .forEach(example -> examples.add(example.resolved().at("value")));
        return examples;
    }

    List<Place> items() {
        var items = new ArrayList<Place>();
        for (int i = 0; i < node().size(); i++) {
            items.add(at(Integer.toString(i)));
        }
        return items;
    }
}
