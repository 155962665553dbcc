package dev.sluice.merchant;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Members of an organization and their roles. Nobody changes their own role or access. Only an owner creates and
/// removes owners, so that one always remains. Operators are not managed by an organization.
public final class Team {
    /// Roles that a member can have.
    public static final List<Role> ROLES =
            List.of(Role.OWNER, Role.ADMIN, Role.MAKER, Role.CHECKER, Role.DEVELOPER, Role.VIEWER);

    private final Clocks clocks;

    public Team(Clocks clocks) {
        this.clocks = clocks;
    }

    /// Outcome of a change. The names are keys of texts.
    public enum Outcome {
        DONE,
        NOT_FOUND,
        YOURSELF,
        OWNERS_ONLY,
        TAKEN,
        LATER
    }

    /// Reports whether a user may add a person with a role.
    public static boolean mayBring(User actor, Role role) {
        return actor.role().may(Permission.MANAGE_TEAM)
                && ROLES.contains(role)
                && (role != Role.OWNER || actor.role() == Role.OWNER);
    }

    /// @param consent consent to a role with more permissions than the one before
    public Outcome setRole(Tx tx, User actor, UUID id, Role role, Consent consent) {
        return ROLES.contains(role)
                ? change(tx, actor, id, user -> (user.role() == Role.OWNER) != (role == Role.OWNER), user -> {
                    UserStore.setRole(tx.handle(), user, role);
                    if (!user.role().includes(role)) {
                        entitle(tx, user, consent);
                    }
                })
                : Outcome.NOT_FOUND;
    }

    public Outcome removeAccess(Tx tx, User actor, UUID id) {
        return help(tx, actor, id, user -> shutOut(tx, user));
    }

    /// Removes a person's access, without a check of the actor.
    public void shutOut(Tx tx, User user) {
        var since = user.disabledAt().orElseGet(clocks::instant);
        UserStore.setDisabled(tx.handle(), user, Optional.of(since));
    }

    public Outcome restoreAccess(Tx tx, User actor, UUID id, Consent consent) {
        return help(tx, actor, id, user -> enable(tx, user, consent));
    }

    private void enable(Tx tx, User user, Consent consent) {
        if (user.disabledAt().isPresent()) {
            UserStore.setDisabled(tx.handle(), user, Optional.empty());
            entitle(tx, user, consent);
        }
    }

    private void entitle(Tx tx, User user, Consent consent) {
        UserStore.recordEntitlement(tx.handle(), user, new Entitlement(clocks.realInstant(), consent));
    }

    /// Admits an invited person before the first sign-in; nothing if there is no such person.
    public Optional<User> expect(Tx tx, UUID organizationId, UUID id, Consent consent) {
        var invited = invited(tx, organizationId, id);
        invited.ifPresent(user -> enable(tx, user, consent));
        return invited;
    }

    /// Returns an invited person without a first sign-in, locked until the transaction ends; nothing if there is
    /// no such person.
    public Optional<User> invited(Tx tx, UUID organizationId, UUID id) {
        return UserStore.lock(tx.handle(), organizationId).stream()
                .filter(user -> user.id().equals(id) && user.invited())
                .findFirst();
    }

    /// Does work that an owner may do to any member, and an administrator to any except owners.
    public Outcome help(Tx tx, User actor, UUID id, Consumer<User> work) {
        return change(tx, actor, id, user -> user.role() == Role.OWNER, work);
    }

    /// @param ofOwners true if it creates or removes an owner. Only another owner can do that, so that one remains
    private static Outcome change(Tx tx, User actor, UUID id, Predicate<User> ofOwners, Consumer<User> work) {
        var all = UserStore.lock(tx.handle(), actor.organizationId());
        var match = all.stream()
                .filter(user -> user.id().equals(id) && user.role() != Role.OPERATOR)
                .findFirst();
        if (match.isEmpty()) {
            return Outcome.NOT_FOUND;
        }
        if (id.equals(actor.id())) {
            return Outcome.YOURSELF;
        }
        boolean byOwner = all.stream().anyMatch(each -> each.id().equals(actor.id()) && isOwner(each));
        if (ofOwners.test(match.get()) && !byOwner) {
            return Outcome.OWNERS_ONLY;
        }
        work.accept(match.get());
        return Outcome.DONE;
    }

    private static boolean isOwner(User user) {
        return user.role() == Role.OWNER && user.disabledAt().isEmpty();
    }
}
