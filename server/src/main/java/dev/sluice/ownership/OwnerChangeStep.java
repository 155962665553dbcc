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

    /// An owner was told of the change, or has seen it.
    ///
    /// @param by owner who saw it, or the command line that confirmed it; the service for a mail
    /// @param reason how the owners were told; empty unless it was confirmed
    record OwnerTold(Instant at, NoticeChannel channel, Participant by, String reason) implements OwnerChangeStep {}

    /// Way by which an owner learned of a change. The names are keys of texts.
    enum NoticeChannel {
        /// A mail server accepted a mail to an owner.
        MAIL,
        /// An owner opened a page that shows the change.
        SEEN,
        /// An administrator of the server confirmed that owners were told in another way.
        CONFIRMED
    }

    /// The change took effect.
    record Done(Instant at) implements OwnerChangeStep {}

    /// The change was due, but could not take effect.
    ///
    /// @param reason key of a text
    record Failed(Instant at, String reason) implements OwnerChangeStep {}

    record Lapsed(Instant at) implements OwnerChangeStep {}

    default byte[] written() {
        var fields = new LinkedHashMap<String, String>();
        SealedFields.put(fields, "at", at());
        switch (this) {
            case Approved(var _, var by, var reason) -> by(fields, "APPROVED", by, reason);
            case Objected(var _, var by, var reason) -> by(fields, "OBJECTED", by, reason);
            case Withdrawn(var _, var by, var reason) -> by(fields, "WITHDRAWN", by, reason);
            case OwnerTold(var _, var channel, var by, var reason) -> {
                by(fields, "TOLD", by, reason);
                fields.put("way", channel.name());
            }
            case Done _ -> fields.put("step", "DONE");
            case Failed(var _, var cause) -> {
                fields.put("step", "FAILED");
                fields.put("why", cause);
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
            case "TOLD" ->
                new OwnerTold(at, NoticeChannel.valueOf(fields.text("way")), fields.party("by"), fields.text("reason"));
            case "DONE" -> new Done(at);
            case "FAILED" -> new Failed(at, fields.text("why"));
            case "LAPSED" -> new Lapsed(at);
            default -> throw new IllegalArgumentException("no step");
        };
    }
}
