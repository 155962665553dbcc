package dev.sluice.screening;

import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Entry of a list that may be the screened party.
///
/// @param id of the entry, if its list gives one
/// @param name the similar name of the entry
/// @param list that the entry is on
/// @param score similarity in percent
/// @param about other details of the entry, for the operator's decision
public record Match(
        @Nullable String id,
        String name,
        String list,
        int score,
        @Nullable String about) {
    private static final int SHOWN_MAX = 50;

    /// Identity of the match: an operator's decision counts for the same name of the same entry, regardless of the
    /// score.
    String key() {
        return (id == null ? "" : id) + "\n" + name + "\n" + list;
    }

    /// Limits the matches to as many as an operator can review. The number of the others becomes a match of its
    /// own, so that a decision on the shown ones does not cover the others.
    static List<Match> bounded(List<Match> matches) {
        if (matches.size() <= SHOWN_MAX) {
            return matches;
        }
        var shown = new ArrayList<>(matches.subList(0, SHOWN_MAX));
        var first = matches.get(SHOWN_MAX);
        shown.add(new Match(null, "+" + (matches.size() - SHOWN_MAX), first.list(), first.score(), null));
        return shown;
    }

    static byte[] bytes(List<Match> matches) {
        return Json.bytes(matches.stream().map(Match::json).toList());
    }

    private JsonObject json() {
        return new JsonObject()
                .putPresent("id", id)
                .put("name", name)
                .put("list", list)
                .put("score", score)
                .putPresent("about", about);
    }

    static List<Match> of(byte[] bytes) {
        return StreamSupport.stream(Json.parse(bytes).spliterator(), false)
                .map(node -> new Match(
                        optional(node, "id"),
                        node.get("name").stringValue(),
                        node.get("list").stringValue(),
                        node.get("score").intValue(),
                        optional(node, "about")))
                .toList();
    }

    private static @Nullable String optional(JsonNode node, String name) {
        var value = node.get(name);
        return value == null ? null : value.stringValue();
    }
}
