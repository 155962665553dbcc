package dev.sluice.notification;

import dev.sluice.http.Excerpt;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One subject of a notice.
///
/// @param id key of its page: for operators, together with the organization ([#of])
/// @param amount amount of money, if there is one
/// @param unit unit of the amount: a currency, or a token's identifier
/// @param note text for people: of a payout its payee and its reference, of an endpoint its address, of a low balance
///     the threshold; for operators as [Kind] says
/// @param reason the failure code of a payout that failed or came back
public record Subject(
        String id,
        @Nullable BigDecimal amount,
        @Nullable String unit,
        @Nullable String note,
        @Nullable String reason) {
    private static final int NOTE_LENGTH_MAX = 140;

    public Subject {
        note = note == null ? null : Excerpt.of(note, NOTE_LENGTH_MAX);
    }

    public Subject(String id, @Nullable BigDecimal amount, @Nullable String unit, @Nullable String note) {
        this(id, amount, unit, note, null);
    }

    /// The id of something that is an organization's, as operators' pages have it.
    public static String of(UUID organizationId, UUID id) {
        return organizationId + "/" + id;
    }

    static byte[] written(List<Subject> subjects) {
        return Json.bytes(subjects.stream()
                .map(each -> new JsonObject()
                        .put("id", each.id)
                        .putPresent("amount", each.amount == null ? null : each.amount.toPlainString())
                        .putPresent("unit", each.unit)
                        .putPresent("note", each.note)
                        .putPresent("reason", each.reason))
                .toList());
    }

    static List<Subject> read(byte[] json) {
        var subjects = new ArrayList<Subject>();
        for (var each : Json.parse(json)) {
            var amount = text(each, "amount");
            subjects.add(new Subject(
                    each.path("id").stringValue(),
                    amount == null ? null : new BigDecimal(amount),
                    text(each, "unit"),
                    text(each, "note"),
                    text(each, "reason")));
        }
        return subjects;
    }

    private static @Nullable String text(JsonNode object, String name) {
        var value = object.get(name);
        return value == null ? null : value.stringValue();
    }
}
