package dev.sluice.ownership;

import java.time.Duration;

/// Rules of a deployment for changes of owners and their access.
///
/// @param sandbox whether all changes are made at once
/// @param waitingTime waiting time of other changes
/// @param approverWait time that has to pass before a new operator may approve; none in a sandbox
public record OwnershipRules(boolean sandbox, Duration waitingTime, Duration approverWait) {
    public static final Duration WAIT_DEFAULT = Duration.ofDays(3);
    public static final Duration WAIT_MIN = Duration.ofHours(1);
    /// Shorter than the approval period of a request, so that there is time to approve after an objection.
    public static final Duration WAIT_MAX = Duration.ofDays(7);
}
