package dev.sluice.screening;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.http.Page;
import dev.sluice.refusal.Refusal;
import dev.sluice.screening.Check.Consequence;
import dev.sluice.screening.Check.Decision;
import dev.sluice.screening.Check.State;
import dev.sluice.vault.Vault;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Checks of payouts, recipients and payments: requested and read by their owners, and decided by operators.
public final class Screenings {
    private static final Logger LOG = LoggerFactory.getLogger(Screenings.class);

    private final Database database;
    private final Clocks clocks;
    private final CheckStore store;
    private final ClearanceStore clearances;
    private final boolean on;

    /// @param on true if this deployment screens
    public Screenings(Database database, Vault vault, Clocks clocks, boolean on) {
        this.database = database;
        this.clocks = clocks;
        this.store = new CheckStore(vault);
        this.clearances = new ClearanceStore(store.rows());
        this.on = on;
    }

    CheckStore store() {
        return store;
    }

    ClearanceStore clearances() {
        return clearances;
    }

    /// Reports whether this deployment screens; otherwise no payment waits.
    public boolean isOn() {
        return on;
    }

    /// Requests checks, in the transaction of their subjects. A party already screened for the same subject keeps
    /// its result; its owner is notified again.
    public void request(Tx tx, List<ScreeningRequest> requested) {
        store.request(tx, requested, clocks.instant());
    }

    /// Drops checks that are no longer needed.
    public void drop(Tx tx, List<CheckRef> gone) {
        store.drop(tx, gone);
    }

    /// Returns the consequences by subject, read before money moves. A subject without a check, or with a row that
    /// differs from the record that the service wrote, is screened again and waits.
    public Map<UUID, Consequence> consequences(Tx tx, List<ScreeningRequest> requested) {
        var consequences = new HashMap<UUID, Consequence>();
        if (!on) {
            requested.forEach(each -> consequences.put(each.ref().subjectId(), Consequence.PASS));
            return consequences;
        }
        var checks = store
                .find(tx.handle(), requested.stream().map(ScreeningRequest::ref).toList())
                .stream()
                .collect(Collectors.toMap(Check::ref, Function.identity()));
        var missing = new ArrayList<ScreeningRequest>();
        var foreign = new ArrayList<ScreeningRequest>();
        for (var each : requested) {
            var check = checks.get(each.ref());
            var consequence = Consequence.WAIT;
            if (check == null || check.state() == State.DROPPED) {
                missing.add(each);
            } else if (isOf(check, each)) {
                consequence = check.state().consequence();
            } else {
                foreign.add(each);
            }
            consequences.put(each.ref().subjectId(), consequence);
        }
        store.request(tx, missing, clocks.instant());
        foreign.forEach(each -> LOG.error(
                "the check of {} {} was screened by no provider, or its record was changed outside the service: it"
                        + " is requested again",
                each.kind().wire(),
                each.ref().subjectId()));
        store.reopen(tx, foreign, clocks.instant());
        return consequences;
    }

    /// Returns the consequences for incoming money that waits. If screening has been turned off since, open hits
    /// still wait for an operator, and rejected ones stay rejected.
    public Map<UUID, Consequence> consequencesOfReceived(Tx tx, List<ScreeningRequest> requested) {
        var consequences = new HashMap<>(consequences(tx, requested));
        if (!on) {
            store
                    .find(
                            tx.handle(),
                            requested.stream().map(ScreeningRequest::ref).toList())
                    .stream()
                    .filter(check -> check.state() == State.HIT || check.state() == State.REJECTED)
                    .forEach(check -> consequences.put(
                            check.ref().subjectId(), check.state().consequence()));
        }
        return consequences;
    }

    /// Reports whether a check is valid for a party. An open check or a hit always is: its subject is read again
    /// once there is a result.
    private static boolean isOf(Check check, ScreeningRequest requested) {
        return switch (check.state()) {
            case OPEN, HIT -> true;
            case CLEAR ->
                isScreened(check) && check.authentic() && check.party().equals(requested.party());
            case CLEARED, REJECTED -> check.authentic() && check.party().equals(requested.party());
            case DROPPED -> false;
        };
    }

    /// Reports whether the check comes from a provider. A node without one lets everything pass, for example while
    /// nodes are restarted one by one with the setting.
    private static boolean isScreened(Check check) {
        var result = check.result();
        return result != null && !result.provider().equals(Screener.NONE.name());
    }

    /// Returns the subjects that an operator rejected, among some. An altered row rejects nothing: the check of
    /// each payment is the gate.
    public Set<CheckRef> rejected(Handle handle, List<CheckRef> subjects) {
        return on
                ? store.find(handle, subjects).stream()
                        .filter(check -> check.state() == State.REJECTED && check.authentic())
                        .map(Check::ref)
                        .collect(Collectors.toSet())
                : Set.of();
    }

    /// Returns the checks of some subjects.
    public List<Check> find(UUID organizationId, Collection<UUID> subjects) {
        var refs = subjects.stream().map(id -> new CheckRef(organizationId, id)).toList();
        return refs.isEmpty() ? List.of() : database.read(handle -> store.find(handle, refs));
    }

    public Optional<Check> find(CheckRef ref) {
        return database.read(handle -> store.find(handle, List.of(ref))).stream()
                .findFirst();
    }

    /// Returns the hits that wait for an operator, the oldest first.
    public Page<Check> openHits(Page.Request page) {
        return database.browse(handle ->
                Page.of(CheckStore.count(handle).hits(), page, () -> store.hits(handle, page.limit(), page.offset())));
    }

    /// Returns the checks whose provider was unavailable, the oldest first.
    public List<Check> unavailable(int limit) {
        return database.browse(handle -> store.unavailable(handle, limit));
    }

    /// Numbers of waiting checks.
    ///
    /// @param hits for an operator
    /// @param unavailable for the provider to be available again
    public record Waiting(long hits, long unavailable) {}

    public Waiting waiting() {
        var count = database.read(CheckStore::count);
        return new Waiting(count.hits(), count.unavailable());
    }

    /// Decides on a hit. The worker notifies the owner. A cleared party passes with the same matches from now on,
    /// including its other waiting subjects.
    ///
    /// @param seen the matches that the operator was shown
    public Decided decide(CheckRef ref, boolean cleared, Operator operator, List<Match> seen) {
        return database.inTx(tx -> {
            var check = store.lock(tx, ref).orElseThrow(Refusal.NOT_FOUND::refused);
            if (check.state() != State.HIT) {
                return Decided.OVERTAKEN;
            }
            var result = check.result();
            if (!check.authentic() || result == null) {
                store.reopen(tx, List.of(new ScreeningRequest(ref, check.kind(), check.party())), clocks.instant());
                return Decided.CHANGED;
            }
            if (!result.matches().equals(seen)) {
                return Decided.OVERTAKEN;
            }
            var decision = new Decision(
                    operator.id(),
                    operator.name(),
                    operator.reason(),
                    clocks.instant().truncatedTo(ChronoUnit.MICROS));
            var decided = CheckRows.with(check, cleared ? State.CLEARED : State.REJECTED, result, decision);
            store.decide(tx, decided, decision);
            if (cleared) {
                clearances.insert(tx, decided, result.matches(), decision);
                store.askAgain(tx, decided, clocks.instant());
            }
            return Decided.DONE;
        });
    }

    /// Result of an operator's decision.
    public enum Decided {
        DONE,
        /// The check does not wait any more, or its matches differ from the shown ones.
        OVERTAKEN,
        /// The row differs from the record that the service wrote, and the check is requested again.
        CHANGED
    }

    /// Operator of a decision, with the reason.
    public record Operator(UUID id, String name, String reason) {
        public Operator {
            Objects.requireNonNull(reason);
        }
    }
}
