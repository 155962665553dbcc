package dev.sluice.ownership;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import dev.sluice.mail.Mail;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.ownership.ProposedOwnerChange.AddPerson;
import dev.sluice.ownership.ProposedOwnerChange.EndAccess;
import dev.sluice.ownership.ProposedOwnerChange.RenewPassword;
import dev.sluice.ownership.ProposedOwnerChange.ResetFactors;
import dev.sluice.signin.People;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/// Effects of changes. Each runs in the transaction that adds the last step, so it happens exactly once, despite
/// concurrent attempts and crashes.
final class OwnerChangeEffects {
    private final Clocks clocks;
    private final Users users;
    private final People people;
    private final OwnerChangeRecords changes;
    private final Announcements announcements;
    private final ConcernedPersonMails mails;

    OwnerChangeEffects(
            Clocks clocks,
            Users users,
            People people,
            OwnerChangeRecords changes,
            Announcements announcements,
            ConcernedPersonMails mails) {
        this.clocks = clocks;
        this.users = users;
        this.people = people;
        this.changes = changes;
        this.announcements = announcements;
        this.mails = mails;
    }

    /// Makes a change that prints no password.
    void apply(Tx tx, OwnerChange change) {
        var request = change.request();
        var organizationId = request.organizationId();
        var all = Users.lockAll(tx, organizationId);
        var owners = all.stream().filter(User::isActiveOwner).toList();
        switch (request.proposed()) {
            case AddPerson person -> invite(tx, change, owners, all, person);
            case ResetFactors reset -> {
                var mail = mails.factorsReset(tx, request);
                about(
                        tx,
                        change,
                        owners,
                        all,
                        reset.personId(),
                        user -> people.resetFactors(tx, user, change.consent(), mail));
            }
            case EndAccess(var _, var id) ->
                about(tx, change, owners, all, id, user -> people.removeAccess(tx, organizationId, user.email()));
            case RenewPassword _ -> throw new IllegalStateException("a password is printed");
        }
    }

    private void invite(Tx tx, OwnerChange change, List<User> owners, List<User> all, AddPerson person) {
        var organizationId = change.request().organizationId();
        var mail = mails.invitation(change.request());
        var known =
                all.stream().filter(user -> user.email().equals(person.email())).findFirst();
        if (known.isPresent()) {
            boolean expected = known.get().role() == person.role()
                    && people.inviteAgain(tx, organizationId, known.get().id(), change.consent(), mail);
            end(tx, change, owners, expected);
        } else if (users.isTaken(tx, person.email())) {
            end(tx, change, owners, false);
        } else {
            people.invite(tx, organizationId, person.email(), person.name(), person.role(), change.consent(), mail);
            end(tx, change, owners, true);
        }
    }

    private void about(Tx tx, OwnerChange change, List<User> owners, List<User> all, UUID id, Consumer<User> work) {
        var person = all.stream().filter(user -> user.id().equals(id)).findFirst();
        person.ifPresent(work);
        end(tx, change, owners, person.isPresent());
    }

    /// Makes a change that generates a password.
    ///
    /// @return empty if it is impossible: then it has failed
    Optional<User.WithPassword> print(Tx tx, OwnerChange change, BiFunction<Tx, User, Mail> mail) {
        var organizationId = change.request().organizationId();
        var all = Users.lockAll(tx, organizationId);
        var owners = all.stream().filter(User::isActiveOwner).toList();
        var created = switch (change.request().proposed()) {
            case AddPerson(var email, var name, var role, var _) ->
                users.isTaken(tx, email)
                        ? Optional.<User.WithPassword>empty()
                        : Optional.of(users.createWithFirstPassword(tx, organizationId, email, name, role));
            case RenewPassword(var _, var id) ->
                all.stream()
                        .filter(user -> user.id().equals(id) && user.role() != Role.OPERATOR)
                        .findFirst()
                        .map(user -> people.renewPassword(tx, user, true, each -> mail.apply(tx, each)));
            case ResetFactors _, EndAccess _ -> throw new IllegalStateException("nothing is printed");
        };
        end(tx, change, owners, created.isPresent());
        return created;
    }

    private void end(Tx tx, OwnerChange change, List<User> owners, boolean done) {
        var now = clocks.realInstant();
        var step = done
                ? new OwnerChangeStep.Done(now)
                : new OwnerChangeStep.Failed(now, failure(change.request().proposed()));
        var after = changes.add(tx, change, step, now);
        var event = done ? OwnerChangeEvent.DONE : OwnerChangeEvent.FAILED;
        announcements.announce(tx, owners, after, event, Participant.SERVICE, "");
    }

    private static String failure(ProposedOwnerChange proposed) {
        return switch (proposed) {
            case AddPerson _ -> "TAKEN";
            case ResetFactors _, RenewPassword _, EndAccess _ -> "NO_PERSON";
        };
    }
}
