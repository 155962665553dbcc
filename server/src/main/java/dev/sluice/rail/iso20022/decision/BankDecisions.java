package dev.sluice.rail.iso20022.decision;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.rail.iso20022.decision.BankDecision.Ending;
import dev.sluice.rail.iso20022.decision.BankDecision.State;
import dev.sluice.rail.iso20022.decision.DecisionRefused.Reason;
import dev.sluice.vault.Vault;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Decisions of people about bank accounts. One person requests a decision; it waits until a different
/// person confirms it, and takes effect in the transaction of the confirmation. The callers write the
/// audit log.
public final class BankDecisions {
    private final Database database;
    private final Clocks clocks;
    private final DecisionStore store;
    private final Map<DecisionKind, DecisionEffect> effects;

    /// @param effects one for each kind that can be decided here
    public BankDecisions(Database database, Clocks clocks, Vault vault, Map<DecisionKind, DecisionEffect> effects) {
        this.database = database;
        this.clocks = clocks;
        this.store = new DecisionStore(vault);
        this.effects = Map.copyOf(effects);
    }

    /// Requests a decision. Requested again with the same verdict, the one that waits is returned. A
    /// decision for which one person is enough takes effect at once.
    ///
    /// @throws DecisionRefused if the subject does not allow it, or another verdict waits
    public BankDecision request(DecisionRequest request, DecisionPerson by) {
        return database.inTx(tx -> request(tx, request, by));
    }

    /// Requests a decision, or confirms it if another person has requested it.
    ///
    /// @throws DecisionRefused as [#request] and [#confirm] do
    public BankDecision requestOrConfirm(DecisionRequest request, DecisionPerson by) {
        return database.inTx(tx -> {
            var requested = request(tx, request, by);
            return requested.isWaiting() && !requested.requestedBy().isSameAs(by)
                    ? confirm(tx, requested, by, request.evidence())
                    : requested;
        });
    }

    private BankDecision request(Tx tx, DecisionRequest request, DecisionPerson by) {
        var effect = effect(request.kind());
        effect.check(tx, request);
        var fresh = new BankDecision(clocks.newId(), request, by, clocks.instant(), new State.Waiting());
        if (store.insert(tx, fresh)) {
            return effect.needsSecondPerson(tx, request) ? fresh : carriedOut(tx, fresh, by, null);
        }
        var waiting = store.lockWaiting(tx, request)
                .orElseThrow(() -> new DecisionRefused(
                        Reason.NOT_WAITING, "somebody ended the decision at the same time; try again"));
        if (!waiting.verdict().equals(request.verdict())) {
            throw new DecisionRefused(
                    Reason.OTHER_VERDICT,
                    waiting.requestedBy().name() + " requested " + waiting.verdict()
                            + ", which waits for a second person; refuse or withdraw it first");
        }
        return waiting;
    }

    /// Confirms a decision as a second person. Confirmed again by this person, it is returned unchanged.
    ///
    /// @param note evidence of the second person
    /// @throws DecisionRefused if this person has requested it, it does not wait any more, or its
    ///     subject has changed
    public BankDecision confirm(UUID id, DecisionPerson by, @Nullable String note) {
        return database.inTx(tx -> {
            var decision = lock(tx, id);
            if (decision.state() instanceof State.Confirmed(var ending)
                    && ending.by().isSameAs(by)) {
                return decision;
            }
            return confirm(tx, waiting(decision), by, note);
        });
    }

    private BankDecision confirm(Tx tx, BankDecision decision, DecisionPerson by, @Nullable String note) {
        if (decision.requestedBy().isSameAs(by)) {
            throw new DecisionRefused(
                    Reason.SAME_PERSON,
                    by.name() + " requested this decision; a second, different person has to confirm it");
        }
        return carriedOut(tx, decision, by, note);
    }

    private BankDecision carriedOut(Tx tx, BankDecision decision, DecisionPerson by, @Nullable String note) {
        var confirmed = decision.with(new State.Confirmed(new Ending(by, clocks.instant(), note)));
        effect(decision.kind()).apply(tx, confirmed);
        store.end(tx, confirmed);
        return confirmed;
    }

    /// Refuses a decision that another person has requested.
    ///
    /// @throws DecisionRefused if this person has requested it, or it does not wait any more
    public BankDecision refuse(UUID id, DecisionPerson by, String reason) {
        return database.inTx(tx -> {
            var decision = waiting(lock(tx, id));
            if (decision.requestedBy().isSameAs(by)) {
                throw new DecisionRefused(
                        Reason.SAME_PERSON, by.name() + " requested this decision, and can only withdraw it");
            }
            return ended(tx, decision, new State.Refused(ending(by, reason)));
        });
    }

    /// Withdraws a decision that this person has requested.
    ///
    /// @throws DecisionRefused if another person has requested it, or it does not wait any more
    public BankDecision withdraw(UUID id, DecisionPerson by, String reason) {
        return database.inTx(tx -> {
            var decision = waiting(lock(tx, id));
            if (!decision.requestedBy().isSameAs(by)) {
                throw new DecisionRefused(
                        Reason.OTHER_PERSON,
                        decision.requestedBy().name() + " requested this decision; refuse it instead");
            }
            return ended(tx, decision, new State.Withdrawn(ending(by, reason)));
        });
    }

    private Ending ending(DecisionPerson by, String reason) {
        return new Ending(
                by, clocks.instant(), DecisionRefused.required("reason", reason, DecisionRequest.EVIDENCE_LENGTH_MAX));
    }

    private BankDecision ended(Tx tx, BankDecision decision, State state) {
        var ended = decision.with(state);
        store.end(tx, ended);
        return ended;
    }

    private BankDecision lock(Tx tx, UUID id) {
        return store.lock(tx, id).orElseThrow(() -> new DecisionRefused(Reason.UNKNOWN, "there is no decision " + id));
    }

    private static BankDecision waiting(BankDecision decision) {
        var end = decision.state().end();
        if (end != null) {
            throw new DecisionRefused(
                    Reason.NOT_WAITING,
                    "the decision was " + decision.state().stored() + " by "
                            + end.by().name());
        }
        return decision;
    }

    private DecisionEffect effect(DecisionKind kind) {
        return Optional.ofNullable(effects.get(kind))
                .orElseThrow(() -> new IllegalStateException("decisions of the kind " + kind + " have no effect here"));
    }

    public Optional<BankDecision> find(UUID id) {
        return database.read(handle -> store.find(handle, id));
    }

    /// Returns the decisions that wait for a second person, the oldest first.
    ///
    /// @param account null for all accounts
    public List<BankDecision> waiting(@Nullable String account, int limit) {
        return database.read(handle -> store.waiting(handle, account, limit));
    }

    /// Returns the decisions about a subject, the newest first.
    public List<BankDecision> about(String account, String subject) {
        return database.read(handle -> store.about(handle, account, subject));
    }

    /// Reports each decision that differs from the record that the service wrote.
    public static void verify(Handle snapshot, Vault vault, Consumer<String> fault) {
        new DecisionStore(vault).verify(snapshot, fault);
    }
}
