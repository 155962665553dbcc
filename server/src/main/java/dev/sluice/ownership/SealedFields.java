package dev.sluice.ownership;

import dev.sluice.http.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/// Fields of a request or of a step for sealing: names and texts.
record SealedFields(Map<String, String> all) {
    static SealedFields read(byte[] json) {
        var all = new LinkedHashMap<String, String>();
        Json.parse(json)
                .properties()
                .forEach(each -> all.put(each.getKey(), each.getValue().asString()));
        return new SealedFields(all);
    }

    static byte[] written(Map<String, String> fields) {
        return Json.bytes(new LinkedHashMap<>(fields));
    }

    /// @throws IllegalArgumentException if there is none
    String text(String name) {
        var value = all.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no field " + name);
        }
        return value;
    }

    UUID id(String name) {
        return UUID.fromString(text(name));
    }

    Instant instant(String name) {
        return Instant.ofEpochMilli(Long.parseLong(text(name)));
    }

    Participant party(String prefix) {
        return new Participant(id(prefix + "Organization"), id(prefix + "Id"), text(prefix + "Name"));
    }

    static void put(Map<String, String> fields, String prefix, Participant party) {
        fields.put(prefix + "Organization", party.organizationId().toString());
        fields.put(prefix + "Id", party.id().toString());
        fields.put(prefix + "Name", party.name());
    }

    static void put(Map<String, String> fields, String name, Instant instant) {
        fields.put(name, String.valueOf(instant.toEpochMilli()));
    }
}
