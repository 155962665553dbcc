package dev.sluice.notification;

import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Role;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;

/// Kinds of notices: the permission to see them, the roles with mail by default, and the linked page. Notices with
/// `OPERATE` go to operators, for all organizations together; all others go to the users of one organization.
public enum Kind {
    /// The available balance of a currency fell below the organization's threshold. The subject is an asset, by
    /// its code.
    BALANCE_LOW(
            Permission.VIEW,
            EnumSet.of(Role.OWNER, Role.ADMIN),
            "/dashboard/balances/statement?currency=",
            "/dashboard/balances"),
    /// Payouts failed, or came back. The subject is a payout.
    PAYOUT_FAILED(Permission.VIEW, EnumSet.of(Role.OWNER, Role.ADMIN), "/dashboard/payouts/", "/dashboard/payouts"),
    /// A webhook endpoint was disabled, since it is gone or only failed. The subject is an endpoint.
    ENDPOINT_DISABLED(
            Permission.DEVELOP,
            EnumSet.of(Role.DEVELOPER),
            "/dashboard/developers/webhooks/",
            "/dashboard/developers/webhooks"),
    /// A payout waits for an approval. The subject is a payout.
    APPROVAL_WAITING(
            Permission.APPROVE_PAYOUTS, EnumSet.of(Role.CHECKER), "/dashboard/payouts/", "/dashboard/approvals"),
    /// A change of permissions waits for the approval of a second person. The subject is a change request; its
    /// note is the name of the requester.
    CHANGE_WAITING(
            Permission.MANAGE_TEAM, EnumSet.of(Role.OWNER, Role.ADMIN), "/dashboard/changes/", "/dashboard/changes"),
    /// A payout was rejected by an approver. The subject is a payout, with the person and the reason.
    PAYOUT_REJECTED(Permission.CREATE_PAYOUTS, EnumSet.of(Role.MAKER), "/dashboard/payouts/", "/dashboard/payouts"),
    /// An incoming payment is unmatched and needs a decision. The subject is a payment, preceded by its
    /// organization; its note is the reason.
    MONEY_UNMATCHED(
            Permission.OPERATE,
            EnumSet.of(Role.OPERATOR),
            "/dashboard/operator/exceptions/",
            "/dashboard/operator/exceptions"),
    /// A payment was sent back, and its rail reversed it after that. The subject is the payment, preceded by its
    /// organization; its note is the rail.
    MONEY_MISSING(
            Permission.OPERATE,
            EnumSet.of(Role.OPERATOR),
            "/dashboard/operator/exceptions/",
            "/dashboard/operator/exceptions?show=missing"),
    /// A rail's report contradicts the status that the merchant knows. The subject is a payout, preceded by its
    /// organization; its note is the report.
    RAIL_CONTRADICTION(
            Permission.OPERATE,
            EnumSet.of(Role.OPERATOR),
            "/dashboard/operator/discrepancies/",
            "/dashboard/operator/discrepancies"),
    /// The outcome of a payout has been unknown for a while. The subject is a payout, preceded by its
    /// organization; its note is the rail.
    PAYOUT_STUCK(
            Permission.OPERATE,
            EnumSet.of(Role.OPERATOR),
            "/dashboard/operator/payouts/",
            "/dashboard/operator/payouts?reason=unknown"),
    /// A rail was stopped. The subject is a rail; its note is the person and the reason.
    RAIL_STOPPED(
            Permission.OPERATE, EnumSet.of(Role.OPERATOR), "/dashboard/operator/rails/", "/dashboard/operator/rails"),
    /// A rail is in a condition that it cannot leave by itself. The subject is a rail; its note is the condition.
    RAIL_ALERT(
            Permission.OPERATE, EnumSet.of(Role.OPERATOR), "/dashboard/operator/rails/", "/dashboard/operator/rails"),
    /// Screening found a possible match on a list, which needs a decision. The subject is a check, preceded by its
    /// organization; its note is the name.
    SCREENING_HIT(
            Permission.OPERATE,
            EnumSet.of(Role.OPERATOR),
            "/dashboard/operator/screening/",
            "/dashboard/operator/screening"),
    /// The screening provider cannot answer, so that payouts wait. The subject is a provider; its note is the
    /// reason.
    SCREENING_UNAVAILABLE(
            Permission.OPERATE,
            EnumSet.of(Role.OPERATOR),
            "/dashboard/operator/screening?provider=",
            "/dashboard/operator/screening"),
    /// The audit log has rows that no chain has. The subject is the organization of the log; its note is the
    /// organization's name, its reason the cause.
    AUDIT_FAULT(
            Permission.OPERATE,
            EnumSet.of(Role.OPERATOR),
            "/dashboard/operator/organizations/",
            "/dashboard/operator/organizations"),
    /// A change of control over an organization waits for an operator, met an objection or was stopped. The
    /// subject is the organization; its note is the event.
    OWNER_CHANGE(
            Permission.OPERATE,
            EnumSet.of(Role.OPERATOR),
            "/dashboard/operator/organizations/",
            "/dashboard/operator/organizations");

    private final Permission permission;
    private final Set<Role> mailed;
    private final String path;
    private final String list;

    /// @param path first part of the address of a subject's page
    /// @param list address of the list of such subjects
    Kind(Permission permission, Set<Role> mailed, String path, String list) {
        this.permission = permission;
        this.mailed = Set.copyOf(mailed);
        this.path = path;
        this.list = list;
    }

    /// Returns the permission that a recipient needs.
    public Permission permission() {
        return permission;
    }

    /// Returns true if the notice goes to operators, for all organizations together.
    public boolean isForOperators() {
        return permission == Permission.OPERATE;
    }

    /// Returns true if a role gets the notice by mail, unless a person chooses otherwise.
    public boolean isMailedTo(Role role) {
        return mailed.contains(role);
    }

    /// Returns the page of a subject.
    public String path(Subject subject) {
        return path + subject.id();
    }

    /// Returns the page that lists such subjects, among others.
    public String list() {
        return list;
    }

    /// Returns the kinds of notices for a role.
    public static Set<Kind> of(Role role) {
        var kinds = EnumSet.noneOf(Kind.class);
        Stream.of(values()).filter(kind -> role.may(kind.permission)).forEach(kinds::add);
        return kinds;
    }
}
