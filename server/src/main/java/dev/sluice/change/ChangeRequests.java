package dev.sluice.change;

import dev.sluice.change.ChangeState.Approved;
import dev.sluice.change.ChangeState.CarriedOut;
import dev.sluice.change.ChangeState.Decision;
import dev.sluice.change.ChangeState.Rejected;
import dev.sluice.change.ChangeState.Waiting;
import dev.sluice.change.ChangeState.Withdrawn;
import dev.sluice.change.ChangeStore.Row;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.notification.Kind;
import dev.sluice.notification.Notifications;
import dev.sluice.notification.Subject;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.vault.Vault;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;

/// Requests for changes that need the approval of a second person. A request is for exactly one change by exactly one
/// person or program. After the approval, the requester carries it out, once, by sending the same change again.
///
/// An open request has a MAC over all its data, so that access to the database alone is not enough to approve one.
public final class ChangeRequests {
    /// Time limit for the approval and execution of a request.
    public static final Duration LIFE = Duration.ofDays(7);

    /// Maximum number of open requests of an organization.
    public static final int OPEN_MAX = 200;

    /// Maximum number of open requests of one person or program.
    public static final int OPEN_OF_ONE_MAX = 20;

    /// Retention of finished requests.
    private static final Duration KEPT = Duration.ofDays(90);

    /// Time within which a change that is sent again after it was carried out counts as a repetition.
    private static final Duration REPEATED = Duration.ofMinutes(1);

    private static final String RECORD = "change_request";

    private final Database database;
    private final Clocks clocks;
    private final Notifications notifications;
    private final TamperAlarm alarm;
    private final Duration approverWait;
    private final ChangeMac macs;

    /// @param approverWait time that has to pass before a new administrator may approve
    public ChangeRequests(
            Database database,
            Vault vault,
            Clocks clocks,
            Notifications notifications,
            TamperAlarm alarm,
            Duration approverWait) {
        alarm.expect(RECORD);
        this.alarm = alarm;
        this.database = database;
        this.clocks = clocks;
        this.notifications = notifications;
        this.approverWait = approverWait;
        this.macs = new ChangeMac(vault);
    }

    /// Requests a change. A repeated request returns the open one. The organization's administrators get a notice
    /// of a new one.
    ///
    /// @throws Refused `APPROVAL_REQUIRED` if the maximum number of requests is open
    public ChangeRequest request(ProposedChange proposed) {
        return request(proposed, Duration.ZERO);
    }

    /// Requests a change by a form. A form that is sent twice gets the request that the first one carried out.
    public ChangeRequest askByForm(ProposedChange proposed) {
        return request(proposed, REPEATED);
    }

    private ChangeRequest request(ProposedChange proposed, Duration repeated) {
        var key = macs.digest(proposed);
        return database.inTx(tx -> {
            var now = clocks.realInstant();
            ChangeStore.expire(tx, proposed.organizationId(), now);
            ChangeStore.deleteExpired(tx, proposed.organizationId(), now.minus(KEPT));
            var open = ChangeStore.open(tx, proposed.organizationId(), key, macs::opened)
                    .map(macs::verified);
            open.map(Row::request).filter(ChangeRequest::isTampered).ifPresent(request -> {
                alarm.raise(tx, RECORD, request.organizationId(), request.id());
                ChangeStore.close(tx, request, now);
            });
            var before = open.or(() -> ChangeStore.last(
                                    tx, proposed.organizationId(), key, now.minus(repeated), macs::opened)
                            .map(macs::verified))
                    .filter(row -> !row.request().isTampered());
            if (before.isPresent()) {
                return before.get().request();
            }
            if (ChangeStore.countOpen(tx, proposed.organizationId()) >= OPEN_MAX
                    || ChangeStore.countOpenOf(
                                    tx,
                                    proposed.organizationId(),
                                    proposed.requester().id())
                            >= OPEN_OF_ONE_MAX) {
                throw Refusal.APPROVAL_REQUIRED
                        .refused()
                        .withMessage(
                                "This change needs the approval of a second person, and too many changes are waiting"
                                        + " for one: approve, reject or withdraw some first");
            }
            var request = new ChangeRequest(clocks.newId(), proposed, now, now.plus(LIFE), new Waiting());
            if (!ChangeStore.insert(tx, macs.row(request))) {
                return ChangeStore.open(tx, proposed.organizationId(), key, macs::opened)
                        .map(macs::verified)
                        .map(Row::request)
                        .orElseThrow();
            }
            notifications.create(
                    tx,
                    proposed.organizationId(),
                    Kind.CHANGE_WAITING,
                    new Subject(
                            request.id().toString(),
                            null,
                            null,
                            proposed.requester().name()));
            return request;
        });
    }

    /// Consumes the approval of a change that is carried out now. An approval is consumed once.
    ///
    /// @return empty if there is none
    public Optional<ChangeRequest> consumeApproval(ProposedChange proposed) {
        return database.inTx(tx -> consumeApproval(tx, proposed));
    }

    /// Consumes the approval in the transaction of the change.
    public Optional<ChangeRequest> consumeApproval(Tx tx, ProposedChange proposed) {
        var now = clocks.realInstant();
        var row = ChangeStore.open(tx, proposed.organizationId(), macs.digest(proposed), macs::opened)
                .map(macs::verified)
                .filter(each -> each.request().at(now).state() instanceof Approved)
                .filter(each -> mayStill(tx, each.request()));
        return row.map(each -> {
            var approved = (Approved) each.request().state();
            return put(tx, each, each.request().with(new CarriedOut(approved.decision(), now)));
        });
    }

    /// Reports whether the second person may still approve changes.
    private static boolean mayStill(Tx tx, ChangeRequest request) {
        return ChangeStore.decision(request.state())
                .flatMap(decision -> Users.held(tx, request.organizationId(), decision.by()))
                .filter(user -> user.may(Permission.MANAGE_TEAM))
                .isPresent();
    }

    /// Returns an approval, after the change was refused for another reason.
    public void giveBack(ChangeRequest taken) {
        database.run(tx -> ChangeStore.lock(tx, taken.organizationId(), taken.id(), macs::opened)
                .map(macs::verified)
                .ifPresent(row -> {
                    if (row.request().state() instanceof CarriedOut(var decision, var _)) {
                        put(tx, row, row.request().with(new Approved(decision)));
                    }
                }));
    }

    /// Returns the earliest time at which a user may approve requests.
    public Instant approvesFrom(User user) {
        return user.entitlement().approvesFrom(approverWait);
    }

    /// Approves a request, as a second person with an entitlement that is old enough.
    ///
    /// @throws Refused `NOT_FOUND`, or `CHANGED_MEANWHILE` if the request is not waiting, is their own, or they
    ///     may not approve yet
    public ChangeRequest approve(UUID organizationId, UUID id, User by, String reason) {
        return decide(
                organizationId,
                id,
                (tx, request) -> request.mayBeDecidedBy(by.id()) && mayApprove(tx, by),
                request -> request.with(new Approved(decision(by, reason))));
    }

    private boolean mayApprove(Tx tx, User by) {
        return Users.held(tx, by.organizationId(), by.id())
                .filter(user -> user.may(Permission.MANAGE_TEAM))
                .filter(user -> user.entitlement().approves(approverWait, clocks.passed(tx)))
                .isPresent();
    }

    /// Rejects a request, as a second person, even after an approval that was not used yet.
    ///
    /// @throws Refused as [#approve] does
    public ChangeRequest reject(UUID organizationId, UUID id, User by, String reason) {
        return decide(
                organizationId,
                id,
                (_, request) -> request.mayBeRejectedBy(by.id()),
                request -> request.with(new Rejected(decision(by, reason))));
    }

    private Decision decision(User by, String reason) {
        return new Decision(by.id(), by.name(), clocks.realInstant(), reason);
    }

    private ChangeRequest decide(
            UUID organizationId, UUID id, BiPredicate<Tx, ChangeRequest> may, UnaryOperator<ChangeRequest> decision) {
        return database.inTx(tx -> {
            var row = locked(tx, organizationId, id);
            if (!may.test(tx, row.request().at(clocks.realInstant()))) {
                throw Refusal.CHANGED_MEANWHILE.refused();
            }
            return put(tx, row, decision.apply(row.request()));
        });
    }

    /// Withdraws the user's own request. Doing it twice is no error.
    ///
    /// @throws Refused `NOT_FOUND`, or `CHANGED_MEANWHILE` if it is finished, or another user's
    public ChangeRequest withdraw(UUID organizationId, UUID id, User by) {
        return database.inTx(tx -> {
            var row = locked(tx, organizationId, id);
            var request = row.request().at(clocks.realInstant());
            if (request.state() instanceof Withdrawn && request.isOf(by.id())) {
                return request;
            }
            if (!request.state().isOpen() || !request.isOf(by.id())) {
                throw Refusal.CHANGED_MEANWHILE.refused();
            }
            return put(tx, row, request.with(new Withdrawn(clocks.realInstant())));
        });
    }

    public Optional<ChangeRequest> find(UUID organizationId, UUID id) {
        return database.read(handle -> ChangeStore.find(handle, organizationId, id, macs::opened))
                .map(this::reported);
    }

    /// Returns open requests first, the newest of each kind first.
    public List<ChangeRequest> list(UUID organizationId, int limit) {
        return database.read(handle -> ChangeStore.list(handle, organizationId, limit, macs::opened)).stream()
                .map(this::reported)
                .toList();
    }

    /// Reports each request whose row has a wrong MAC, for ledger verification.
    public static void prove(Handle snapshot, Vault vault, Consumer<String> fault) {
        var macs = new ChangeMac(vault);
        ChangeStore.forEach(snapshot, macs::opened, row -> {
            var request = macs.verified(row).request();
            if (request.isTampered()) {
                fault.accept("change request " + request.id() + " of " + request.organizationId()
                        + ": it was changed in the database");
            }
        });
    }

    /// Verifies a row that was read, and reports it to operators if its MAC is wrong.
    private ChangeRequest reported(Row row) {
        var request = macs.verified(row).request();
        if (request.isTampered()) {
            alarm.raise(RECORD, request.organizationId(), request.id());
        }
        return request.at(clocks.realInstant());
    }

    private Row locked(Tx tx, UUID organizationId, UUID id) {
        return ChangeStore.lock(tx, organizationId, id, macs::opened)
                .map(macs::verified)
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private ChangeRequest put(Tx tx, Row row, ChangeRequest next) {
        ChangeStore.update(tx, next, macs.of(row, next));
        return next;
    }
}
