package dev.sluice.dashboard;

import dev.sluice.merchant.Permission;

/// A part of the dashboard, as the menu names it, and what it takes to see it. Icons are Tabler's outline ones.
public enum Section {
    HOME("/dashboard", "home", Permission.VIEW),
    PAYOUTS("/dashboard/payouts", "send", Permission.VIEW),
    APPROVALS("/dashboard/approvals", "checks", Permission.APPROVE_PAYOUTS),
    DEPOSITS("/dashboard/deposits", "download", Permission.VIEW),
    CHECKOUTS("/dashboard/checkouts", "shopping-cart", Permission.VIEW),
    CONVERSIONS("/dashboard/conversions", "arrows-exchange", Permission.VIEW),
    RECIPIENTS("/dashboard/recipients", "address-book", Permission.VIEW),
    BALANCES("/dashboard/balances", "wallet", Permission.VIEW),
    DEVELOPERS("/dashboard/developers", "code", Permission.DEVELOP),
    POLICY("/dashboard/policy", "shield-check", Permission.CHANGE_SETTINGS),
    TEAM("/dashboard/team", "users", Permission.MANAGE_TEAM),
    AUDIT("/dashboard/audit", "history", Permission.SEE_AUDIT),
    SETTINGS("/dashboard/settings", "settings", Permission.CHANGE_SETTINGS),
    OPERATIONS("/dashboard/operator", "activity", Permission.OPERATE),
    ORGANIZATIONS("/dashboard/operator/organizations", "building", Permission.OPERATE),
    EXCEPTIONS("/dashboard/operator/exceptions", "alert-triangle", Permission.OPERATE),
    BOOKS("/dashboard/operator/books", "book", Permission.OPERATE),
    RAILS("/dashboard/operator/rails", "route", Permission.OPERATE),
    PRICES("/dashboard/operator/prices", "currency-dollar", Permission.OPERATE);

    private final String path;
    private final String icon;
    private final Permission permission;

    Section(String path, String icon, Permission permission) {
        this.path = path;
        this.icon = icon;
        this.permission = permission;
    }

    public String path() {
        return path;
    }

    public String icon() {
        return icon;
    }

    public Permission permission() {
        return permission;
    }
}
