package dev.sluice.merchant;

import static dev.sluice.merchant.Permission.APPROVE_PAYOUTS;
import static dev.sluice.merchant.Permission.CONVERT;
import static dev.sluice.merchant.Permission.CREATE_PAYOUTS;
import static dev.sluice.merchant.Permission.DEVELOP;
import static dev.sluice.merchant.Permission.MANAGE_DEPOSITS;
import static dev.sluice.merchant.Permission.MANAGE_RECIPIENTS;
import static dev.sluice.merchant.Permission.OPERATE;
import static dev.sluice.merchant.Permission.SEE_ACCOUNTS;
import static dev.sluice.merchant.Permission.SEE_AUDIT;
import static dev.sluice.merchant.Permission.SEE_POLICY;
import static dev.sluice.merchant.Permission.VIEW;

import java.util.EnumSet;
import java.util.Set;

/// Role of a person in their organization, with its permissions.
public enum Role {
    /// All permissions within the organization.
    OWNER(EnumSet.complementOf(EnumSet.of(OPERATE))),
    /// Has all permissions of an owner, except that only an owner creates and removes owners.
    ADMIN(EnumSet.complementOf(EnumSet.of(OPERATE))),
    /// Makes payments.
    MAKER(EnumSet.of(VIEW, SEE_ACCOUNTS, CREATE_PAYOUTS, MANAGE_DEPOSITS, MANAGE_RECIPIENTS, CONVERT, SEE_POLICY)),
    /// Approves payments that another person made.
    CHECKER(EnumSet.of(VIEW, SEE_ACCOUNTS, APPROVE_PAYOUTS, SEE_POLICY, SEE_AUDIT)),
    /// Connects programs.
    DEVELOPER(EnumSet.of(VIEW, DEVELOP)),
    /// Looks.
    VIEWER(EnumSet.of(VIEW)),
    /// Runs the deployment for all organizations, without a role in any of them. Operators have an audit log of
    /// their own.
    OPERATOR(EnumSet.of(OPERATE, SEE_AUDIT));

    private final Set<Permission> permissions;

    Role(Set<Permission> permissions) {
        this.permissions = Set.copyOf(permissions);
    }

    /// Reports whether it may all that another role may; an owner may more than an administrator.
    public boolean includes(Role other) {
        return permissions.containsAll(other.permissions) && (this == OWNER || other != OWNER);
    }

    public boolean may(Permission permission) {
        return permissions.contains(permission);
    }
}
