package dev.sluice.dashboard;

import dev.sluice.merchant.Permission;

/// Section of the dashboard: its menu item, the letter that opens it after `g`, and its permission. Icons are
/// Tabler's outline ones.
public enum Section {
    HOME("/dashboard", "home", "h", Permission.VIEW),
    PAYOUTS("/dashboard/payouts", "send", "p", Permission.VIEW),
    APPROVALS("/dashboard/approvals", "checks", "a", Permission.APPROVE_PAYOUTS),
    DEPOSITS("/dashboard/deposits", "download", "d", Permission.VIEW),
    CHECKOUTS("/dashboard/checkouts", "shopping-cart", "c", Permission.VIEW),
    CONVERSIONS("/dashboard/conversions", "arrows-exchange", "x", Permission.VIEW),
    RECIPIENTS("/dashboard/recipients", "address-book", "r", Permission.VIEW),
    BALANCES("/dashboard/balances", "wallet", "b", Permission.VIEW),
    DEVELOPERS("/dashboard/developers", "code", "k", Permission.DEVELOP),
    POLICY("/dashboard/policy", "shield-check", "y", Permission.SEE_POLICY),
    TEAM("/dashboard/team", "users", "t", Permission.MANAGE_TEAM),
    CHANGES("/dashboard/changes", "user-check", "w", Permission.MANAGE_TEAM),
    AUDIT("/dashboard/audit", "history", "u", Permission.SEE_AUDIT),
    SETTINGS("/dashboard/settings", "settings", "s", Permission.CHANGE_SETTINGS),
    OPERATIONS("/dashboard/operator", "activity", "h", Permission.OPERATE),
    ORGANIZATIONS("/dashboard/operator/organizations", "building", "o", Permission.OPERATE),
    EXCEPTIONS("/dashboard/operator/exceptions", "alert-triangle", "e", Permission.OPERATE),
    LEDGER("/dashboard/operator/ledger", "book", "l", Permission.OPERATE),
    RAILS("/dashboard/operator/rails", "route", "r", Permission.OPERATE),
    /// Only with bank accounts.
    BANKS("/dashboard/operator/banks", "building-bank", "b", Permission.OPERATE),
    PRICES("/dashboard/operator/prices", "currency-dollar", "m", Permission.OPERATE);

    private final String path;
    private final String icon;
    private final String key;
    private final Permission permission;

    Section(String path, String icon, String key, Permission permission) {
        this.path = path;
        this.icon = icon;
        this.key = key;
        this.permission = permission;
    }

    public String path() {
        return path;
    }

    public String icon() {
        return icon;
    }

    /// Returns the shortcut letter. It is unique among the sections that a person can see together.
    public String key() {
        return key;
    }

    public Permission permission() {
        return permission;
    }
}
