package dev.sluice.notification;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// Notice to an organization: a number of subjects of one kind, some of them listed.
///
/// @param subjects the first of them
/// @param unread true if the reader has not read it, or not since it grew
public record Notification(
        UUID organizationId, UUID id, Kind kind, int count, List<Subject> subjects, Instant latestAt, boolean unread) {
    public Notification {
        subjects = List.copyOf(subjects);
    }

    /// Returns the number of subjects that are not listed.
    public int others() {
        return count - subjects.size();
    }
}
