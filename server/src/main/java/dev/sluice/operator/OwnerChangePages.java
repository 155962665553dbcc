package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.ownership.OwnerChange;
import dev.sluice.ownership.OwnerChangeResult;
import dev.sluice.ownership.OwnerChangeTexts;
import dev.sluice.ownership.OwnerDecisions;
import dev.sluice.ownership.Participant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Operators' decisions on ownership changes, shown on the organization's page.
final class OwnerChangePages {
    private static final String ONE = OrganizationPages.ORGANIZATIONS + "/{organization}/changes/{change}";

    /// Maximum number of ended changes that are shown.
    private static final int ENDED_MAX = 5;

    private final DashboardGuard guard;
    private final OperatorServices services;
    private final OwnerDecisions decisions;
    private final OrganizationPages organizations;

    OwnerChangePages(
            DashboardGuard guard, OperatorServices services, Invitations invitations, OrganizationPages organizations) {
        this.guard = guard;
        this.services = services;
        this.decisions = invitations.decisions();
        this.organizations = organizations;
    }

    List<Route> routes() {
        return List.of(
                guard.actionOn(
                        ONE + "/approve",
                        Permission.OPERATE,
                        _ -> Map.of(),
                        services::concerned,
                        context -> act(context, "changeApproved", decisions::approve)),
                guard.actionOn(
                        ONE + "/withdraw",
                        Permission.OPERATE,
                        _ -> Map.of(),
                        services::concerned,
                        context -> act(context, "changeWithdrawn", decisions::withdraw)));
    }

    /// Returns the link to the changes on the page of an organization.
    static String address(UUID organizationId) {
        return OrganizationPages.ORGANIZATIONS + "/" + organizationId + "#changes";
    }

    /// Returns the pending changes, and some of the latest ended ones.
    static List<OwnerDecisions.Listed> rows(OwnerDecisions decisions, UUID organizationId) {
        var all = decisions.list(organizationId);
        int pending = (int) all.stream().filter(OwnerChangePages::isPending).count();
        return all.stream().limit((long) pending + ENDED_MAX).toList();
    }

    /// Returns reasons for which the visitor cannot approve pending changes, by the changes' ids.
    static Map<UUID, String> obstacles(
            PageContext context, OwnerDecisions decisions, List<OwnerDecisions.Listed> rows) {
        var texts = context.texts(OwnerChangeTexts.BUNDLE);
        var by = Participant.of(context.visitor().user());
        var obstacles = new HashMap<UUID, String>();
        for (var row : rows) {
            row.change()
                    .filter(OwnerChange::isPending)
                    .map(change -> decisions.approval(change, by))
                    .filter(result -> result != OwnerChangeResult.DONE)
                    .ifPresent(result -> obstacles.put(row.id(), texts.get("result." + result)));
        }
        return obstacles;
    }

    private static boolean isPending(OwnerDecisions.Listed listed) {
        return listed.change().filter(change -> !change.isPending()).isEmpty();
    }

    @FunctionalInterface
    private interface Decision {
        OwnerChangeResult of(UUID organizationId, UUID change, Participant by, String reason);
    }

    private Answer act(PageContext context, String done, Decision decision) {
        var organization = organizations.load(context).id();
        var change = OperatorPages.id(context, "change");
        var at = "reason-change-" + change;
        return RequiredReason.run(context, at, shown -> organizations.detail(context, shown), (reason, again) -> {
            var result = decision.of(
                    organization, change, Participant.of(context.visitor().user()), reason);
            if (result == OwnerChangeResult.DONE) {
                var text = context.texts(OperatorPages.TEXTS).get(done);
                return context.redirect(address(organization), text);
            }
            int status = result == OwnerChangeResult.NOT_FOUND ? 404 : 409;
            var text = context.texts(OwnerChangeTexts.BUNDLE).get("result." + result);
            return again.apply(new Rejection(status, Problems.general(text)));
        });
    }
}
