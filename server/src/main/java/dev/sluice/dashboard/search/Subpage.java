package dev.sluice.dashboard.search;

import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.search.SearchPages.Hit;
import dev.sluice.merchant.Permission;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Page that is not in the menu, with its title and its permission.
enum Subpage {
    PAYOUT_NEW(Section.PAYOUTS, "/new", Permission.CREATE_PAYOUTS, "dashboard.payout", "new"),
    PAYOUT_FILES(Section.PAYOUTS, "/bulk", Permission.VIEW, "dashboard.payoutfiles", "title"),
    DEPOSIT_NEW(Section.DEPOSITS, "/new", Permission.MANAGE_DEPOSITS, "dashboard.deposits", "new"),
    DEPOSIT_FILES(Section.DEPOSITS, "/import", Permission.VIEW, "dashboard.depositfiles", "title"),
    CHECKOUT_NEW(Section.CHECKOUTS, "/new", Permission.MANAGE_DEPOSITS, "dashboard.checkouts", "new"),
    CONVERSION_NEW(Section.CONVERSIONS, "/new", Permission.CONVERT, "dashboard.convert", "newTitle"),
    RECIPIENT_NEW(Section.RECIPIENTS, "/new", Permission.MANAGE_RECIPIENTS, "dashboard.recipient", "newTitle"),
    RECIPIENT_FILES(Section.RECIPIENTS, "/import", Permission.MANAGE_RECIPIENTS, "dashboard.recipientfiles", "title"),
    STATEMENT(Section.BALANCES, "/statement", Permission.VIEW, "dashboard.balance", "statement"),
    RULE_NEW(Section.POLICY, "/new", Permission.CHANGE_SETTINGS, "dashboard.policy", "newRule"),
    RULE_TRY(Section.POLICY, "#try", Permission.SEE_POLICY, "dashboard.policy", "try"),
    WALLETS(Section.POLICY, "#wallets", Permission.SEE_POLICY, "dashboard.policy", "wallets"),
    WEBHOOK_NEW(Section.DEVELOPERS, "/webhooks/new", Permission.DEVELOP, "dashboard.developer", "webhookNew"),
    CLIENT_NEW(Section.DEVELOPERS, "/keys/client", Permission.DEVELOP, "dashboard.developer", "clientNew"),
    KEY_NEW(Section.DEVELOPERS, "/keys/key", Permission.DEVELOP, "dashboard.developer", "keyNew"),
    WEBHOOKS(Section.DEVELOPERS, "/webhooks", Permission.DEVELOP, "dashboard.developer", "tab.webhooks"),
    EVENTS(Section.DEVELOPERS, "/events", Permission.DEVELOP, "dashboard.developer", "tab.events"),
    KEYS(Section.DEVELOPERS, "/keys", Permission.DEVELOP, "dashboard.developer", "tab.keys"),
    REQUESTS(Section.DEVELOPERS, "/requests", Permission.DEVELOP, "dashboard.developer", "tab.requests"),
    METHODS(Section.SETTINGS, "/methods", Permission.CHANGE_SETTINGS, "dashboard.settings", "methodsTitle"),
    STUCK(Section.OPERATIONS, "/payouts", Permission.OPERATE, "operator", "stuck"),
    CONTRADICTIONS(Section.OPERATIONS, "/discrepancies", Permission.OPERATE, "operator", "discrepancies"),
    WEBHOOKS_BEHIND(Section.OPERATIONS, "/webhooks", Permission.OPERATE, "operator", "webhooks"),
    SCREENING(Section.OPERATIONS, "/screening", Permission.OPERATE, "operator", "screening"),
    PAY_METHODS(Section.PRICES, "/methods", Permission.OPERATE, "operator", "methods"),
    ASSETS(Section.PRICES, "/assets", Permission.OPERATE, "operator", "assets"),
    PAIRS(Section.PRICES, "/pairs", Permission.OPERATE, "operator", "pairs"),
    OWNERSHIP("/dashboard/ownership", Permission.MANAGE_TEAM, "dashboard.ownership", "title"),
    NOTICES("/dashboard/notifications", null, "dashboard.notification", "title"),
    NOTICE_SETTINGS("/dashboard/notifications/settings", null, "dashboard.notification", "settingsTitle"),
    ACCOUNT("/dashboard/account", null, "dashboard.account", "title"),
    SECOND_FACTOR("/dashboard/account/second-factor", null, "dashboard.account", "factorTitle"),
    PASSKEYS("/dashboard/account#passkeys", null, "dashboard.passkey", "passkeys"),
    PASSKEY_NEW("/dashboard/account/passkeys/new", null, "dashboard.passkey", "addTitle"),
    SESSIONS("/dashboard/account#sessions", null, "dashboard.account", "sessions");

    private final @Nullable Section section;
    private final String path;
    private final @Nullable Permission permission;
    private final String bundle;
    private final String key;

    /// Page of a section.
    ///
    /// @param path path below that of the section
    /// @param key key of its title in the bundle
    Subpage(Section section, String path, Permission permission, String bundle, String key) {
        this.section = section;
        this.path = section.path() + path;
        this.permission = permission;
        this.bundle = bundle;
        this.key = key;
    }

    /// Page outside the sections.
    ///
    /// @param permission required permission; null if everyone may see it
    /// @param key key of its title in the bundle
    Subpage(String path, @Nullable Permission permission, String bundle, String key) {
        this.section = null;
        this.path = path;
        this.permission = permission;
        this.bundle = bundle;
        this.key = key;
    }

    String path() {
        return path;
    }

    /// Returns this page as a search result if the visitor may see it.
    Optional<Hit> match(PageContext context) {
        if (permission != null && !context.may(permission)) {
            return Optional.empty();
        }
        var texts = context.texts(SearchPages.BUNDLE);
        var detail =
                section == null ? texts.get("own." + this) : context.common().get("section." + section);
        return Optional.of(new Hit(texts.get("page"), context.texts(bundle).get(key), detail, path));
    }
}
