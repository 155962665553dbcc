package dev.sluice.ownership;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// Step of a change after its request.
public sealed interface OwnerChangeStep {
    Instant at();

    record Approved(Instant at, Participant by, String reason) implements OwnerChangeStep {}

    record Objected(Instant at, Participant by, String reason) implements OwnerChangeStep {}

    record Withdrawn(Instant at, Participant by, String reason) implements OwnerChangeStep {}

    /// The change took effect.
    record Done(Instant at) implements OwnerChangeStep {}

    /// The change was due, but could not take effect.
    ///
    /// @param why key of a text
    record Failed(Instant at, String why) implements OwnerChangeStep {}

    record Lapsed(Instant at) implements OwnerChangeStep {}

    default byte[] written() {
        var fields = new LinkedHashMap<String, String>();
        SealedFields.put(fields, "at", at());
        switch (this) {
            case Approved(var _, var by, var reason) -> by(fields, "APPROVED", by, reason);
            case Objected(var _, var by, var reason) -> by(fields, "OBJECTED", by, reason);
            case Withdrawn(var _, var by, var reason) -> by(fields, "WITHDRAWN", by, reason);
            case Done _ -> fields.put("step", "DONE");
            case Failed(var _, var why) -> {
                fields.put("step", "FAILED");
                fields.put("why", why);
            }
            case Lapsed _ -> fields.put("step", "LAPSED");
        }
        return SealedFields.written(fields);
    }

    private static void by(Map<String, String> fields, String step, Participant by, String reason) {
        fields.put("step", step);
        SealedFields.put(fields, "by", by);
        fields.put("reason", reason);
    }

    /// @throws IllegalArgumentException if no version of the service wrote it
    static OwnerChangeStep read(byte[] written) {
        var fields = SealedFields.read(written);
        var at = fields.instant("at");
        return switch (fields.text("step")) {
            case "APPROVED" -> new Approved(at, fields.party("by"), fields.text("reason"));
            case "OBJECTED" -> new Objected(at, fields.party("by"), fields.text("reason"));
            case "WITHDRAWN" -> new Withdrawn(at, fields.party("by"), fields.text("reason"));
            case "DONE" -> new Done(at);
            case "FAILED" -> new Failed(at, fields.text("why"));
            case "LAPSED" -> new Lapsed(at);
            default -> throw new IllegalArgumentException("no step");
        };
    }
}
