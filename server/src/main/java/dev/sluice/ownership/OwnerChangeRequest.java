package dev.sluice.ownership;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/// Immutable request to change the owners or the access of an organization.
///
/// @param requestedAt real time, in whole milliseconds
/// @param waitingTime waiting time, counted from the request and again from the first objection
/// @param operators number of operators with access at the time of the request
/// @param language language of the invitation, if there is one
public record OwnerChangeRequest(
        UUID organizationId,
        UUID id,
        ProposedOwnerChange proposed,
        Participant requester,
        String reason,
        Instant requestedAt,
        Duration waitingTime,
        int operators,
        String language) {
    /// Time from the request, or from the objection, until an unapproved change lapses.
    public static final Duration APPROVAL_PERIOD = Duration.ofDays(14);

    /// State at the time of the request.
    OwnerChangeState.Waiting begun() {
        return OwnerChangeState.Waiting.from(requestedAt, waitingTime);
    }

    byte[] written() {
        var fields = new LinkedHashMap<>(proposed.written());
        SealedFields.put(fields, "asker", requester);
        fields.put("reason", reason);
        SealedFields.put(fields, "askedAt", requestedAt);
        fields.put("waitMillis", String.valueOf(waitingTime.toMillis()));
        fields.put("operators", String.valueOf(operators));
        fields.put("language", language);
        return SealedFields.written(Map.copyOf(fields));
    }

    /// @throws IllegalArgumentException if no version of the service wrote it
    static OwnerChangeRequest read(UUID organizationId, UUID id, byte[] written) {
        var fields = SealedFields.read(written);
        return new OwnerChangeRequest(
                organizationId,
                id,
                ProposedOwnerChange.read(fields),
                fields.party("asker"),
                fields.text("reason"),
                fields.instant("askedAt"),
                Duration.ofMillis(Long.parseLong(fields.text("waitMillis"))),
                Integer.parseInt(fields.text("operators")),
                fields.text("language"));
    }
}
