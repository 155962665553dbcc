package dev.sluice.notice;

import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Role;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;

/// What people are told of: who may see it, who gets it by mail unless they choose otherwise, and where it leads.
/// What takes `OPERATE` is told to operators, of all organizations together; all else to the people of one.
public enum Kind {
    /// The available balance of a currency fell below what the organization set. A subject is an asset, by its
    /// code.
    BALANCE_LOW(
            Permission.VIEW,
            EnumSet.of(Role.OWNER, Role.ADMIN),
            "/dashboard/balances/statement?currency=",
            "/dashboard/balances"),
    /// Payouts failed, or came back. A subject is a payout.
    PAYOUT_FAILED(Permission.VIEW, EnumSet.of(Role.OWNER, Role.ADMIN), "/dashboard/payouts/", "/dashboard/payouts"),
    /// A webhook endpoint was disabled, since it is gone or only failed. A subject is an endpoint.
    ENDPOINT_DISABLED(
            Permission.DEVELOP,
            EnumSet.of(Role.DEVELOPER),
            "/dashboard/developers/webhooks/",
            "/dashboard/developers/webhooks"),
    /// A payout waits for somebody's approval. A subject is a payout.
    APPROVAL_WAITING(
            Permission.APPROVE_PAYOUTS, EnumSet.of(Role.CHECKER), "/dashboard/payouts/", "/dashboard/approvals"),
    /// A change of who may do what waits for the approval of a second person. A subject is a change request; its
    /// note is who asked for it.
    CHANGE_WAITING(
            Permission.MANAGE_TEAM, EnumSet.of(Role.OWNER, Role.ADMIN), "/dashboard/changes/", "/dashboard/changes"),
    /// Somebody refused to approve a payout. A subject is a payout, which says who and why.
    PAYOUT_REJECTED(Permission.CREATE_PAYOUTS, EnumSet.of(Role.MAKER), "/dashboard/payouts/", "/dashboard/payouts"),
    /// Money came in that fits nothing, so that somebody has to decide about it. A subject is a payment, after
    /// whose it is; its note is why.
    MONEY_UNMATCHED(
            Permission.OPERATE,
            EnumSet.of(Role.OPERATOR),
            "/dashboard/operator/exceptions/",
            "/dashboard/operator/exceptions"),
    /// What came in was sent back, and its rail undid it after that. A subject is the same, with its rail.
    MONEY_MISSING(
            Permission.OPERATE,
            EnumSet.of(Role.OPERATOR),
            "/dashboard/operator/exceptions/",
            "/dashboard/operator/exceptions?show=missing"),
    /// A rail says something else of a payout than what its merchant was told. A subject is a payout, after whose
    /// it is; its note is what the rail says.
    RAIL_CONTRADICTION(
            Permission.OPERATE,
            EnumSet.of(Role.OPERATOR),
            "/dashboard/operator/discrepancies/",
            "/dashboard/operator/discrepancies"),
    /// Nobody has known for a while what became of a payout. A subject is a payout, after whose it is, with its
    /// rail.
    PAYOUT_STUCK(
            Permission.OPERATE,
            EnumSet.of(Role.OPERATOR),
            "/dashboard/operator/payouts/",
            "/dashboard/operator/payouts?why=unknown"),
    /// A rail was stopped. A subject is a rail; its note is who did it, and why.
    RAIL_STOPPED(
            Permission.OPERATE, EnumSet.of(Role.OPERATOR), "/dashboard/operator/rails/", "/dashboard/operator/rails"),
    /// A rail is in a condition that it cannot leave by itself. A subject is a rail; its note is the condition.
    RAIL_ALERT(
            Permission.OPERATE, EnumSet.of(Role.OPERATOR), "/dashboard/operator/rails/", "/dashboard/operator/rails"),
    /// Screening found who may be on a list, so that somebody has to decide. A subject is a check, after whose it
    /// is; its note is the name.
    SCREENING_HIT(
            Permission.OPERATE,
            EnumSet.of(Role.OPERATOR),
            "/dashboard/operator/screening/",
            "/dashboard/operator/screening"),
    /// The screening provider cannot tell, so that payouts wait. A subject is a provider; its note is why.
    SCREENING_UNAVAILABLE(
            Permission.OPERATE,
            EnumSet.of(Role.OPERATOR),
            "/dashboard/operator/screening?provider=",
            "/dashboard/operator/screening"),
    /// The audit log has rows that no chain has. A subject is the organization whose log it is; its note is
    /// the organization's name, its reason why.
    AUDIT_FAULT(
            Permission.OPERATE,
            EnumSet.of(Role.OPERATOR),
            "/dashboard/operator/organizations/",
            "/dashboard/operator/organizations"),
    /// A change to who controls an organization waits for an operator, met an objection or was stopped. A subject
    /// is the organization; its note is what happened.
    OWNER_CHANGE(
            Permission.OPERATE,
            EnumSet.of(Role.OPERATOR),
            "/dashboard/operator/organizations/",
            "/dashboard/operator/organizations");

    private final Permission permission;
    private final Set<Role> mailed;
    private final String path;
    private final String list;

    /// @param path how the address of a subject's page begins
    /// @param list where all such subjects are
    Kind(Permission permission, Set<Role> mailed, String path, String list) {
        this.permission = permission;
        this.mailed = Set.copyOf(mailed);
        this.path = path;
        this.list = list;
    }

    /// What it takes to be told.
    public Permission permission() {
        return permission;
    }

    /// Whether operators are told, of all organizations together.
    public boolean isForOperators() {
        return permission == Permission.OPERATE;
    }

    /// Whether a role gets it by mail, unless a person chooses otherwise.
    public boolean isMailedTo(Role role) {
        return mailed.contains(role);
    }

    /// The page of a subject.
    public String path(Subject subject) {
        return path + subject.id();
    }

    /// The page where the others are, among whatever else it lists.
    public String list() {
        return list;
    }

    /// What a role may be told of.
    public static Set<Kind> of(Role role) {
        var kinds = EnumSet.noneOf(Kind.class);
        Stream.of(values()).filter(kind -> role.may(kind.permission)).forEach(kinds::add);
        return kinds;
    }
}
