package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Door.Concern;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.operator.Reason.Again;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import dev.sluice.ownership.Answered;
import dev.sluice.ownership.OwnerChangeResult;
import java.util.List;
import java.util.Map;

/// Resets of members' second factors by operators, on the page of an organization.
final class SecondFactorPages {
    private static final String RESET = OrganizationPages.ORGANIZATIONS + "/{organization}/factors";

    private final Door door;
    private final Deck deck;
    private final Invitations invitations;
    private final OrganizationPages organizations;

    SecondFactorPages(Door door, Deck deck, Invitations invitations, OrganizationPages organizations) {
        this.door = door;
        this.deck = deck;
        this.invitations = invitations;
        this.organizations = organizations;
    }

    List<Route> routes() {
        return List.of(door.action(RESET, Permission.OPERATE, this::reset));
    }

    /// Resets the second factors of a member, or requests it if the organization has an owner.
    private Answer reset(Visit visit) {
        var organization = organizations.found(visit);
        return Reason.act(visit, "reason-factors", shown -> organizations.one(visit, shown), (reason, again) -> {
            var texts = visit.texts(OperatorPages.TEXTS);
            var id = visit.form().text("member").orElse("");
            var member = deck.people().users().list(organization.id()).stream()
                    .filter(user -> user.id().toString().equals(id) && mayReset(user))
                    .findFirst();
            if (member.isEmpty()) {
                return again.apply(new Again(409, Problems.whole(texts.get("notMember"))));
            }
            var email = member.get().email();
            var concern = new Concern(organization.id(), id, Map.of("email", email, Reason.FIELD, reason));
            return door.concerning(visit, RESET, List.of(concern), () -> switch (invitations.resetFactors(
                    visit, organization, member.get(), reason)) {
                case Answered.Made<User> _ ->
                    visit.goTo(
                            OrganizationPages.ORGANIZATIONS + "/" + organization.id(),
                            texts.get("factorsReset", email));
                case Answered.Waits<User>(var change) -> {
                    visit.note(change.request().id().toString());
                    yield visit.goToWarned(
                            OwnerChangePages.address(organization.id()), texts.get("factorsWait", email));
                }
                case Answered.Refused<User>(var verdict) ->
                    again.apply(new Again(
                            409,
                            Problems.whole(
                                    verdict == OwnerChangeResult.TOO_MANY
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
