package dev.sluice.change;

import dev.sluice.clock.Clocks;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Users;
import java.time.Duration;
import java.util.UUID;

/// Reports whether changes that widen access in an organization need a second person's approval. In a live deployment
/// this begins automatically once two administrators of an organization, both entitled to approve, were active within
/// [#ACTIVE], unless the switch was set explicitly before. Until then there would be no second person to approve.
public final class DualControl {
    /// Period of recent activity, for the count of active administrators.
    public static final Duration ACTIVE = Duration.ofDays(90);

    private static final int ADMINISTRATORS_MIN = 2;

    private final Organizations organizations;
    private final Users users;
    private final Clocks clocks;
    private final boolean sandbox;
    private final Duration approverWait;

    /// @param approverWait time that has to pass before a new administrator may approve
    public DualControl(
            Organizations organizations, Users users, Clocks clocks, boolean sandbox, Duration approverWait) {
        this.organizations = organizations;
        this.users = users;
        this.clocks = clocks;
        this.sandbox = sandbox;
        this.approverWait = approverWait;
    }

    public boolean isOn(UUID organizationId) {
        return organizations.switches(organizationId).dualControl() || begins(organizationId);
    }

    private boolean begins(UUID organizationId) {
        if (sandbox || !areTwo(organizationId)) {
            return false;
        }
        organizations.beginDualControl(organizationId, clocks.realInstant());
        return organizations.switches(organizationId).dualControl();
    }

    private boolean areTwo(UUID organizationId) {
        var now = clocks.realInstant();
        var since = now.minus(ACTIVE);
        return users.list(organizationId).stream()
                        .filter(user -> user.may(Permission.MANAGE_TEAM))
                        .filter(user -> user.entitlement().approves(approverWait, now))
                        .filter(user -> user.seenAt().filter(since::isBefore).isPresent())
                        .count()
                >= ADMINISTRATORS_MIN;
    }
}
