package dev.sluice.ownership;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.mail.Mail;
import dev.sluice.merchant.Consent;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.ownership.ChangeAnswer.Created;
import dev.sluice.ownership.ChangeAnswer.Pending;
import dev.sluice.ownership.ChangeAnswer.Refused;
import dev.sluice.ownership.ProposedOwnerChange.AddPerson;
import dev.sluice.ownership.ProposedOwnerChange.EndAccess;
import dev.sluice.ownership.ProposedOwnerChange.RenewPassword;
import dev.sluice.ownership.ProposedOwnerChange.ResetFactors;
import dev.sluice.signin.People;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;

/// Operators' changes to the access of an organization's people. In a live deployment, if the organization has an
/// owner with access who has set a password themselves, each begins a request; otherwise it is done at once.
public final class OwnerChanges {
    /// Maximum number of pending changes of an organization.
    static final int PENDING_MAX = 10;

    private final Database database;
    private final Clocks clocks;
    private final Users users;
    private final People people;
    private final OwnerChangeRecords changes;
    private final Announcements announcements;
    private final OwnershipRules rules;

    OwnerChanges(
            Database database,
            Clocks clocks,
            Users users,
            People people,
            OwnerChangeRecords changes,
            Announcements announcements,
            OwnershipRules rules) {
        this.database = database;
        this.clocks = clocks;
        this.users = users;
        this.people = people;
        this.changes = changes;
        this.announcements = announcements;
        this.rules = rules;
    }

    /// Returns the waiting time of a change to an organization; empty if it is made at once.
    public Optional<Duration> waitingTime(List<User> people) {
        return needsRequest(people) ? Optional.of(rules.waitingTime()) : Optional.empty();
    }

    /// Invites an owner. An invited person who has not set a password yet gets another link at the same address.
    ///
    /// @param mail makes the mail from the person and the token of the link
    public ChangeAnswer<String> inviteOwner(Ask ask, String email, String name, BiFunction<User, String, Mail> mail) {
        var organizationId = ask.organizationId();
        var known = users.find(email);
        if (known.isPresent() && !isExpectedOwner(known.get(), organizationId)) {
            return new Refused<>(OwnerChangeResult.EMAIL_TAKEN);
        }
        return database.inTx(tx -> {
            var all = Users.lockAll(tx, organizationId);
            var again = found(all, email).filter(user -> user.role() == Role.OWNER);
            boolean open = again.filter(user -> user.disabledAt().isEmpty()).isPresent();
            if (!open && needsRequest(all)) {
                return request(tx, ask, new AddPerson(address(email), name.strip(), Role.OWNER, true));
            }
            if (again.isPresent()) {
                return people.inviteAgain(tx, organizationId, again.get().id(), Consent.ONE, mail)
                        ? new Created<>(address(email))
                        : new Refused<>(OwnerChangeResult.EMAIL_TAKEN);
            }
            people.invite(tx, organizationId, email, name, Role.OWNER, Consent.ONE, mail);
            return new Created<>(address(email));
        });
    }

    private static boolean isExpectedOwner(User user, UUID organizationId) {
        return user.organizationId().equals(organizationId) && user.role() == Role.OWNER && user.invited();
    }

    /// Creates a person with a generated password. In live it is a first password, to be replaced.
    ///
    /// @throws IllegalArgumentException if the address is malformed or taken
    public ChangeAnswer<User.WithPassword> create(Ask ask, String email, String name, Role role) {
        var organizationId = ask.organizationId();
        boolean taken = users.find(email).isPresent();
        return database.inTx(tx -> {
            var all = Users.lockAll(tx, organizationId);
            if (role != Role.OPERATOR && needsRequest(all)) {
                if (taken) {
                    return new Refused<>(OwnerChangeResult.EMAIL_TAKEN);
                }
                requireWellFormed(email, name);
                return request(tx, ask, new AddPerson(address(email), name.strip(), role, false));
            }
            return new Created<>(
                    rules.sandbox()
                            ? users.create(tx, organizationId, email, name, role)
                            : users.createWithFirstPassword(tx, organizationId, email, name, role));
        });
    }

    private static void requireWellFormed(String email, String name) {
        if (!Users.isEmail(email)) {
            throw new IllegalArgumentException("not an e-mail address: " + email);
        }
        if (!Users.isName(name)) {
            throw new IllegalArgumentException("a name has 1 to " + Users.NAME_LENGTH_MAX
                    + " characters, none of them invisible or for the direction of text");
        }
    }

    /// Removes a person's second factors.
    public ChangeAnswer<User> resetFactors(Ask ask, String email, BiFunction<Tx, User, Mail> mail) {
        return of(ask, email, user -> new ResetFactors(user.email(), user.id()), (tx, user) -> {
            people.resetFactors(tx, user, Consent.ONE, each -> mail.apply(tx, each));
            return user;
        });
    }

    /// Generates a new password for a person. In live it is a first password, to be replaced.
    public ChangeAnswer<User.WithPassword> renewPassword(Ask ask, String email, BiFunction<Tx, User, Mail> mail) {
        return of(
                ask,
                email,
                user -> new RenewPassword(user.email(), user.id()),
                (tx, user) -> people.renewPassword(tx, user, !rules.sandbox(), each -> mail.apply(tx, each)));
    }

    private <T> ChangeAnswer<T> of(
            Ask ask, String email, Function<User, ProposedOwnerChange> proposal, BiFunction<Tx, User, T> work) {
        return database.inTx(tx -> {
            var all = Users.lockAll(tx, ask.organizationId());
            var match = found(all, email);
            if (match.isEmpty()) {
                return new Refused<>(OwnerChangeResult.PERSON_NOT_FOUND);
            }
            var user = match.get();
            return user.role() != Role.OPERATOR && needsRequest(all)
                    ? request(tx, ask, proposal.apply(user))
                    : new Created<>(work.apply(tx, user));
        });
    }

    /// Ends a person's access at once. Only the end of the last owner's access waits, since operators could invite
    /// anybody after it. The other owners are notified if an owner loses access.
    public ChangeAnswer<User> endAccess(Ask ask, String email) {
        return database.inTx(tx -> {
            var all = Users.lockAll(tx, ask.organizationId());
            var match = found(all, email);
            if (match.isEmpty()) {
                return new Refused<>(OwnerChangeResult.PERSON_NOT_FOUND);
            }
            var user = match.get();
            var others = all.stream()
                    .filter(each -> each.isActiveOwner() && !each.id().equals(user.id()))
                    .toList();
            if (!rules.sandbox() && user.isActiveOwner() && others.isEmpty()) {
                return request(tx, ask, new EndAccess(user.email(), user.id()));
            }
            people.removeAccess(tx, ask.organizationId(), user.email());
            if (!rules.sandbox() && user.role() == Role.OWNER) {
                announcements.accessTaken(tx, others, user, ask.reason());
            }
            return new Created<>(user);
        });
    }

    private boolean needsRequest(List<User> all) {
        return !rules.sandbox() && all.stream().anyMatch(User::isActiveOwner);
    }

    /// Begins a request, or returns the pending one for the same change.
    private <T> ChangeAnswer<T> request(Tx tx, Ask ask, ProposedOwnerChange proposed) {
        if (ask.reason().isBlank()) {
            throw new IllegalArgumentException("--reason is missing: owners are informed of it");
        }
        var organizationId = ask.organizationId();
        var pending = changes.list(tx.handle(), organizationId, OwnerDecisions.LISTED_MAX).stream()
                .flatMap(each -> each.genuine().stream())
                .filter(OwnerChange::isPending)
                .toList();
        var same = pending.stream()
                .filter(each -> each.request().proposed().equals(proposed))
                .findFirst();
        if (same.isPresent()) {
            return new Pending<>(same.get());
        }
        if (pending.size() >= PENDING_MAX) {
            return new Refused<>(OwnerChangeResult.TOO_MANY);
        }
        var change = changes.begin(
                tx,
                new OwnerChangeRequest(
                        organizationId,
                        clocks.newId(),
                        proposed,
                        ask.by(),
                        ask.reason(),
                        clocks.realInstant(),
                        rules.waitingTime(),
                        OwnerDecisions.operators(tx).size(),
                        ask.language()));
        var owners = Announcements.owners(tx, organizationId);
        announcements.announce(tx, owners, change, OwnerChangeEvent.REQUESTED, ask.by(), ask.reason());
        return new Pending<>(change);
    }

    private static Optional<User> found(List<User> all, String email) {
        return all.stream().filter(user -> user.email().equals(address(email))).findFirst();
    }

    private static String address(String email) {
        return email.strip().toLowerCase(Locale.ROOT);
    }
}
