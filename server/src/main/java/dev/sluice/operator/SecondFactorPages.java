package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.DashboardGuard.Concern;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.ownership.ChangeAnswer;
import dev.sluice.ownership.OwnerChangeResult;
import java.util.List;
import java.util.Map;

/// Resets of members' second factors by operators, on the page of an organization.
final class SecondFactorPages {
    private static final String RESET = OrganizationPages.ORGANIZATIONS + "/{organization}/second-factors";

    private final DashboardGuard guard;
    private final OperatorServices services;
    private final Invitations invitations;
    private final OrganizationPages organizations;

    SecondFactorPages(
            DashboardGuard guard, OperatorServices services, Invitations invitations, OrganizationPages organizations) {
        this.guard = guard;
        this.services = services;
        this.invitations = invitations;
        this.organizations = organizations;
    }

    List<Route> routes() {
        return List.of(guard.action(RESET, Permission.OPERATE, this::reset));
    }

    /// Resets the second factors of a member, or requests it if the organization has an owner.
    private Answer reset(PageContext context) {
        var organization = organizations.load(context);
        return RequiredReason.run(
                context, "reason-factors", shown -> organizations.detail(context, shown), (reason, again) -> {
                    var texts = context.texts(OperatorPages.TEXTS);
                    var id = context.form().text("member").orElse("");
                    var member = services.people().users().list(organization.id()).stream()
                            .filter(user -> user.id().toString().equals(id) && mayReset(user))
                            .findFirst();
                    if (member.isEmpty()) {
                        return again.apply(new Rejection(409, Problems.general(texts.get("notMember"))));
                    }
                    var email = member.get().email();
                    var concern =
                            new Concern(organization.id(), id, Map.of("email", email, RequiredReason.FIELD, reason));
                    return guard.concerning(context, RESET, List.of(concern), () -> switch (invitations.resetFactors(
                            context, organization, member.get(), reason)) {
                        case ChangeAnswer.Created<User> _ ->
                            context.redirect(
                                    OrganizationPages.ORGANIZATIONS + "/" + organization.id(),
                                    texts.get("factorsReset", email));
                        case ChangeAnswer.Pending<User>(var change) -> {
                            context.recordCreated(change.request().id().toString());
                            yield context.redirectWithWarning(
                                    OwnerChangePages.address(organization.id()), texts.get("factorsWait", email));
                        }
                        case ChangeAnswer.Refused<User>(var result) ->
                            again.apply(new Rejection(
                                    409,
                                    Problems.general(
                                            result == OwnerChangeResult.TOO_MANY
                                                    ? texts.get("ownerChangesMany")
                                                    : texts.get("notMember"))));
                    });
                });
    }

    /// Reports whether operators may reset the second factors of a person: a member who has signed up and has
    /// access.
    static boolean mayReset(User user) {
        return user.role() != Role.OPERATOR
                && !user.invited()
                && user.disabledAt().isEmpty();
    }
}
