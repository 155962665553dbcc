package dev.sluice.signin;

import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.User;

/// Policy for second factors: required for all users of an organization that demands it, and always for operators of
/// a live deployment. Operators affect all organizations, so no single organization decides for them.
record SecondFactorPolicy(Organizations organizations, boolean sandbox) {
    boolean wantsMoreOf(User user) {
        return (!sandbox && user.role().may(Permission.OPERATE))
                || organizations.switches(user.organizationId()).secondFactorRequired();
    }
}
