package dev.sluice.change;

import dev.sluice.clock.Clocks;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Users;
import java.time.Duration;
import java.util.UUID;

/// Reports whether a second person has to approve what widens access in an organization. In a live deployment that
/// begins by itself as soon as two administrators of an organization, who may both approve, were active within a
/// while, unless somebody has set the switch before: until then nobody could approve what the first one asks for.
public final class DualControl {
    /// Time within which administrators count as active.
    public static final Duration ACTIVE = Duration.ofDays(90);

    private static final int ADMINISTRATORS_MIN = 2;

    private final Organizations organizations;
    private final Users users;
    private final Clocks clocks;
    private final boolean sandbox;
    private final Duration approverWait;

    /// @param approverWait time for which an administrator has been one before they approve
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
