package dev.sluice.signin;

import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.User;

/// Of whom more than a password is wanted: of everybody where their organization wants it, and of the operators of a
/// live deployment in any case. What they do concerns all organizations, so it is not for the people of one to say.
record Strictness(Organizations organizations, boolean sandbox) {
    boolean wantsMoreOf(User user) {
        return (!sandbox && user.role().may(Permission.OPERATE))
                || organizations.switches(user.organizationId()).secondFactorRequired();
    }
}
