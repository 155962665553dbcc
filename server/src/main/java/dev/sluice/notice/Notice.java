package dev.sluice.notice;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// What an organization was told of at one time: so many subjects of one kind, and some of them by name.
///
/// @param subjects the first of them
/// @param unread whether the person who looks has not read it, or not since it grew
public record Notice(
        UUID organizationId, UUID id, Kind kind, int count, List<Subject> subjects, Instant latestAt, boolean unread) {
    public Notice {
        subjects = List.copyOf(subjects);
    }

    /// How many it does not name.
    public int others() {
        return count - subjects.size();
    }
}
