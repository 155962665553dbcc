package dev.sluice.ownership;

import java.time.Duration;

/// Rules of a deployment for changes to who controls an organization.
///
/// @param sandbox whether all changes are made at once
/// @param waitingTime waiting time of those that are not
/// @param approverWait time for which an operator has been one before they approve; none in a sandbox
public record OwnershipRules(boolean sandbox, Duration waitingTime, Duration approverWait) {
    public static final Duration WAIT_DEFAULT = Duration.ofDays(3);
    public static final Duration WAIT_MIN = Duration.ofHours(1);
    /// Shorter than what a request has until it lapses, so that there is time to approve after an objection.
    public static final Duration WAIT_MAX = Duration.ofDays(7);
}
