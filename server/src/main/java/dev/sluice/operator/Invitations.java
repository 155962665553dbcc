package dev.sluice.operator;

import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.signin.AccessMails;
import dev.sluice.merchant.Organization;
import dev.sluice.merchant.Team;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.ownership.Ask;
import dev.sluice.ownership.ChangeAnswer;
import dev.sluice.ownership.OwnerDecisions;
import dev.sluice.ownership.OwnershipModule;
import dev.sluice.ownership.Participant;
import dev.sluice.page.Texts;
import dev.sluice.signin.People;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Operators' help for an organization's people: they invite its owners, who invite all others, and reset second
/// factors if no owner can.
public final class Invitations {
    private final OwnershipModule ownership;
    private final People people;
    private final AccessMails mails;

    public Invitations(OwnershipModule ownership, People people, AccessMails mails) {
        this.ownership = ownership;
        this.people = people;
        this.mails = mails;
    }

    /// Returns the problems of an invited person's data.
    static Problems problems(Texts texts, String email, String name) {
        var problems = new LinkedHashMap<String, String>();
        if (!Users.isEmail(email)) {
            problems.put("email", texts.get("ownerEmail"));
        }
        if (!Users.isName(name)) {
            problems.put("ownerName", texts.get("ownerNameInvalid", Users.NAME_LENGTH_MAX));
        }
        return new Problems(null, problems);
    }

    /// Withdraws an invitation. Returns false if the person has already signed up.
    boolean withdraw(Organization organization, UUID person) {
        return people.withdraw(organization.id(), person) == Team.Outcome.DONE;
    }

    /// Sends a link for the first password, or another one to a person who has not signed up yet. In live it
    /// requests a change instead if the organization has an owner.
    ChangeAnswer<String> invite(
            PageContext context, Organization organization, String email, String name, String reason) {
        var ask = new Ask(organization.id(), Participant.of(context.visitor().user()), reason, context.language());
        return ownership.changes().inviteOwner(ask, email, name, mails.invitation(context, organization.name()));
    }

    /// Resets the second factors of a member, or requests a change in live if the organization has an owner.
    ChangeAnswer<User> resetFactors(PageContext context, Organization organization, User member, String reason) {
        var by = context.visitor().user();
        var ask = new Ask(organization.id(), Participant.of(by), reason, context.language());
        return ownership
                .changes()
                .resetFactors(ask, member.email(), (tx, user) -> mails.factorsReset(tx, user, by.name()));
    }

    /// Returns the waiting time in hours of a change to an organization; null if it is made at once.
    @Nullable
    Long waitHours(List<User> people) {
        return ownership.changes().waitingTime(people).map(Duration::toHours).orElse(null);
    }

    /// Returns the service for decisions on ownership changes.
    OwnerDecisions decisions() {
        return ownership.decisions();
    }
}
