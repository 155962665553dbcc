package dev.sluice.ownership;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.mail.Mail;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.ownership.OwnerChangeState.Waiting;
import dev.sluice.ownership.OwnerChangeStep.NoticeChannel;
import dev.sluice.ownership.OwnerChangeStore.Ref;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/// Decisions on changes: operators approve and withdraw, owners object, and the command line carries out those that
/// print a password.
public final class OwnerDecisions {
    /// Maximum number of listed changes of an organization, pending ones first.
    static final int LISTED_MAX = 100;

    private static final int READ_AT_ONCE = 500;
    private static final Ref BEFORE_ALL = new Ref(new UUID(0, 0), new UUID(0, 0));

    private final Database database;
    private final Clocks clocks;
    private final OwnerChangeRecords changes;
    private final Announcements announcements;
    private final OwnerChangeEffects effects;
    private final OwnershipRules rules;

    OwnerDecisions(
            Database database,
            Clocks clocks,
            OwnerChangeRecords changes,
            Announcements announcements,
            OwnerChangeEffects effects,
            OwnershipRules rules) {
        this.database = database;
        this.clocks = clocks;
        this.changes = changes;
        this.announcements = announcements;
        this.effects = effects;
        this.rules = rules;
    }

    /// Change as stored.
    ///
    /// @param change empty if a row differs from the record that the service wrote
    public record Listed(UUID organizationId, UUID id, Optional<OwnerChange> change) {}

    /// Returns the changes of an organization, pending ones first, then the newest.
    public List<Listed> list(UUID organizationId) {
        return database.read(handle -> changes.list(handle, organizationId, LISTED_MAX)).stream()
                .map(each -> new Listed(each.organizationId(), each.id(), each.genuine()))
                .toList();
    }

    /// Returns the ids of organizations that have pending changes.
    public List<UUID> organizations() {
        return open().stream().map(Ref::organizationId).distinct().toList();
    }

    List<Ref> open() {
        var all = new ArrayList<Ref>();
        var last = BEFORE_ALL;
        while (true) {
            var after = last;
            var some = database.read(handle -> OwnerChangeStore.open(handle, after, READ_AT_ONCE));
            all.addAll(some);
            if (some.size() < READ_AT_ONCE) {
                return all;
            }
            last = some.getLast();
        }
    }

    /// Returns the operators with access.
    static List<User> operators(Tx tx) {
        return Users.operators(tx).stream()
                .filter(user -> user.disabledAt().isEmpty() && !user.invited())
                .toList();
    }

    /// Returns the result that an approval would have now, without approving.
    public OwnerChangeResult approval(OwnerChange change, Participant by) {
        return database.inTx(tx -> approval(tx, change, by));
    }

    private OwnerChangeResult approval(Tx tx, OwnerChange change, Participant by) {
        var operators = operators(tx);
        if (!isOperator(by, operators)) {
            return OwnerChangeResult.NOT_ENTITLED;
        }
        var passed = clocks.passed(tx);
        boolean tooNew = operators.stream()
                .filter(each -> each.id().equals(by.id()))
                .anyMatch(user -> !user.entitlement().approves(rules.approverWait(), passed));
        return tooNew
                ? OwnerChangeResult.TOO_RECENT
                : change.state().approval(change.request(), by, operators.size(), passed);
    }

    /// Approves a change for an operator or the command line.
    public OwnerChangeResult approve(UUID organizationId, UUID id, Participant by, String reason) {
        return decide(organizationId, id, (tx, change) -> {
            var result = approval(tx, change, by);
            if (result == OwnerChangeResult.DONE) {
                var step = new OwnerChangeStep.Approved(clocks.realInstant(), by, reason);
                take(tx, change, step, OwnerChangeEvent.APPROVED, by, reason);
            }
            return result;
        });
    }

    /// Withdraws a change: any operator may, not only the requester.
    public OwnerChangeResult withdraw(UUID organizationId, UUID id, Participant by, String reason) {
        return decide(organizationId, id, (tx, change) -> {
            if (!isOperator(by, operators(tx))) {
                return OwnerChangeResult.NOT_ENTITLED;
            }
            if (!change.isPending()) {
                return OwnerChangeResult.NOT_PENDING;
            }
            take(
                    tx,
                    change,
                    new OwnerChangeStep.Withdrawn(clocks.realInstant(), by, reason),
                    OwnerChangeEvent.WITHDRAWN,
                    by,
                    reason);
            return OwnerChangeResult.DONE;
        });
    }

    /// Objects to a change for an owner of the organization.
    public OwnerChangeResult object(User owner, UUID id, String reason) {
        return decide(owner.organizationId(), id, (tx, change) -> {
            var now = Users.held(tx, owner.organizationId(), owner.id());
            if (now.filter(User::isActiveOwner).isEmpty()) {
                return OwnerChangeResult.NOT_ENTITLED;
            }
            var by = Participant.of(now.get());
            var result = change.state().objection(by.id());
            if (result == OwnerChangeResult.DONE) {
                take(
                        tx,
                        change,
                        new OwnerChangeStep.Objected(clocks.realInstant(), by, reason),
                        OwnerChangeEvent.OBJECTED,
                        by,
                        reason);
            }
            return result;
        });
    }

    /// Records that an owner sees the pending changes of their organization.
    public void recordView(User owner) {
        list(owner.organizationId()).stream()
                .filter(each -> each.change().filter(OwnerChange::isUnnotified).isPresent())
                .forEach(each -> decide(owner.organizationId(), each.id(), (tx, change) -> {
                    var now = Users.held(tx, owner.organizationId(), owner.id()).filter(User::isActiveOwner);
                    if (now.isEmpty() || !change.isUnnotified()) {
                        return OwnerChangeResult.ALREADY_DECIDED;
                    }
                    var at = clocks.realInstant();
                    var step = new OwnerChangeStep.OwnerTold(at, NoticeChannel.SEEN, Participant.of(now.get()), "");
                    changes.add(tx, change, step, at);
                    return OwnerChangeResult.DONE;
                }));
    }

    /// Confirms for the command line that owners were told of a change in another way than by mail.
    ///
    /// @param reason how they were told
    public OwnerChangeResult confirmNotified(UUID organizationId, UUID id, Participant by, String reason) {
        return decide(organizationId, id, (tx, change) -> {
            if (!by.isCommandLine()) {
                return OwnerChangeResult.NOT_ENTITLED;
            }
            if (!change.isPending()) {
                return OwnerChangeResult.NOT_PENDING;
            }
            if (!change.isUnnotified()) {
                return OwnerChangeResult.ALREADY_NOTIFIED;
            }
            var step = new OwnerChangeStep.OwnerTold(clocks.realInstant(), NoticeChannel.CONFIRMED, by, reason);
            take(tx, change, step, OwnerChangeEvent.CONFIRMED, by, reason);
            return OwnerChangeResult.DONE;
        });
    }

    /// Carries out a change that is due and prints a password.
    ///
    /// @param mail notifies the person of a new password
    public ChangeAnswer<User.WithPassword> carryOut(UUID organizationId, UUID id, BiFunction<Tx, User, Mail> mail) {
        return database.inTx(tx -> {
            var stored = changes.locked(tx, new Ref(organizationId, id));
            if (stored.isEmpty()) {
                return new ChangeAnswer.Refused<>(OwnerChangeResult.NOT_FOUND);
            }
            var change = stored.get().genuine();
            if (change.isEmpty()) {
                return new ChangeAnswer.Refused<>(OwnerChangeResult.TAMPERED);
            }
            if (!(change.get().state() instanceof Waiting waiting) || waiting.isLapsed(clocks.realInstant())) {
                return new ChangeAnswer.Refused<>(OwnerChangeResult.NOT_PENDING);
            }
            if (!change.get().request().proposed().isPrinted() || !waiting.isReady(clocks.passed(tx))) {
                return new ChangeAnswer.Refused<>(OwnerChangeResult.NOT_READY);
            }
            return effects.print(tx, change.get(), mail)
                    .<ChangeAnswer<User.WithPassword>>map(ChangeAnswer.Created::new)
                    .orElseGet(() -> new ChangeAnswer.Refused<>(OwnerChangeResult.PERSON_NOT_FOUND));
        });
    }

    private OwnerChangeResult decide(
            UUID organizationId, UUID id, BiFunction<Tx, OwnerChange, OwnerChangeResult> decision) {
        return database.inTx(tx -> {
            var stored = changes.locked(tx, new Ref(organizationId, id));
            return stored.map(each -> each.genuine()
                            .map(change -> decision.apply(tx, change))
                            .orElse(OwnerChangeResult.TAMPERED))
                    .orElse(OwnerChangeResult.NOT_FOUND);
        });
    }

    private void take(
            Tx tx, OwnerChange change, OwnerChangeStep step, OwnerChangeEvent event, Participant by, String reason) {
        var owners = Announcements.owners(tx, change.request().organizationId());
        var after = changes.add(tx, change, step, clocks.realInstant());
        announcements.announce(tx, owners, after, event, by, reason);
    }

    private static boolean isOperator(Participant by, List<User> operators) {
        return by.isCommandLine()
                || operators.stream().anyMatch(each -> each.id().equals(by.id()) && each.role() == Role.OPERATOR);
    }
}
