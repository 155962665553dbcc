package dev.sluice.change;

import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Requested change: the approval covers exactly this.
///
/// @param action name of the change in the audit log, such as `policy/rules`
/// @param subject id of the changed resource; null if one is created
/// @param path path of the request
/// @param fields values that are sent, by name and in their order
/// @param before values that the change replaces
/// @param reason requester's reason, not part of the approval
public record ProposedChange(
        UUID organizationId,
        Requester requester,
        String action,
        @Nullable String subject,
        String path,
        List<Field> fields,
        SortedMap<String, String> before,
        String reason) {
    public ProposedChange {
        fields = List.copyOf(fields);
        before = new TreeMap<>(before);
    }

    /// Person or program that requests a change.
    ///
    /// @param person creator of a program's key or secret; null for a person, and if no person created it
    public record Requester(UUID id, String name, @Nullable UUID person) {
        boolean is(UUID whom) {
            return id.equals(whom) || whom.equals(person);
        }
    }

    public record Field(String name, String value) {}

    /// Fields of the change's identity, for its digest: equal wishes have equal fields.
    List<@Nullable Object> identity() {
        var identity = new ArrayList<@Nullable Object>();
        identity.add(organizationId);
        identity.add(requester.id());
        identity.add(action);
        identity.add(path);
        // The order of names comes from the page; the order of a name's values may be significant.
        fields.stream().sorted(Comparator.comparing(Field::name)).forEach(field -> {
            identity.add(field.name());
            identity.add(field.value());
        });
        identity.add(before.size());
        before.forEach((name, value) -> {
            identity.add(name);
            identity.add(value);
        });
        return identity;
    }

    /// Returns the sent values by name; several values of a name are joined.
    public SortedMap<String, String> values() {
        var values = new TreeMap<String, String>();
        fields.forEach(field -> values.merge(field.name(), field.value(), (one, more) -> one + ", " + more));
        return values;
    }

    byte[] packed() {
        return Json.bytes(new JsonObject()
                .put("path", path)
                .put("reason", reason)
                .put(
                        "fields",
                        fields.stream()
                                .map(each -> new JsonObject()
                                        .put("name", each.name())
                                        .put("value", each.value()))
                                .toList())
                .put("before", before));
    }

    /// Returns a change with sealed details that do not open.
    static ProposedChange unreadable(
            UUID organizationId, Requester requester, String action, @Nullable String subject) {
        return new ProposedChange(organizationId, requester, action, subject, "", List.of(), new TreeMap<>(), "");
    }

    static ProposedChange unpacked(
            UUID organizationId, Requester requester, String action, @Nullable String subject, byte[] packed) {
        var json = Json.parse(packed);
        var fields = new ArrayList<Field>();
        json.path("fields")
                .forEach(each -> fields.add(new Field(
                        each.path("name").stringValue(), each.path("value").stringValue())));
        var before = new TreeMap<String, String>();
        json.path("before")
                .properties()
                .forEach(each -> before.put(each.getKey(), each.getValue().stringValue()));
        return new ProposedChange(
                organizationId,
                requester,
                action,
                subject,
                json.path("path").stringValue(),
                fields,
                before,
                json.path("reason").stringValue());
    }
}
