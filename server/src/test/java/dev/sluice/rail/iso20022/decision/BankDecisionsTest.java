package dev.sluice.rail.iso20022.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.db.Tx;
import dev.sluice.rail.iso20022.decision.BankDecision.State;
import dev.sluice.rail.iso20022.decision.DecisionRefused.Reason;
import dev.sluice.vault.Vault;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BankDecisionsTest {
    private static final DecisionPerson ANA = new DecisionPerson("user-1", "Ana Lee", DecisionPerson.Place.DASHBOARD);
    private static final DecisionPerson BEN = DecisionPerson.onCommandLine("ben");

    private final TestDatabase database = TestDatabase.create();
    private final Vault vault = Vault.open(database.database(), new byte[Vault.MASTER_KEY_BYTES]);
    private final Recorder recorder = new Recorder();
    private final BankDecisions decisions = new BankDecisions(
            database.database(),
            new Clocks(() -> Instant.parse("2026-12-01T10:00:00Z")),
            vault,
            Map.of(DecisionKind.RESOLVE_PAYOUT, recorder, DecisionKind.LIFT_LIMIT, new Alone(recorder)));

    @AfterEach
    void close() {
        database.close();
    }

    /// Records the decisions that took effect. `stale` is a subject that has changed since the request.
    private static final class Recorder implements DecisionEffect {
        private final List<BankDecision> applied = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void check(Tx tx, DecisionRequest request) {
            if (request.subject().equals("ended")) {
                throw DecisionRefused.notPossible("the payout ended");
            }
        }

        @Override
        public void apply(Tx tx, BankDecision decision) {
            tx.handle().execute("UPDATE rail_iso20022_account SET leased_to = now() WHERE account = 'eur-main'");
            if (decision.subject().equals("stale")) {
                throw DecisionRefused.notPossible("the payout ended meanwhile");
            }
            applied.add(decision);
        }
    }

    private record Alone(Recorder recorder) implements DecisionEffect {
        @Override
        public void check(Tx tx, DecisionRequest request) {
            recorder.check(tx, request);
        }

        @Override
        public boolean needsSecondPerson(Tx tx, DecisionRequest request) {
            return false;
        }

        @Override
        public void apply(Tx tx, BankDecision decision) {
            recorder.apply(tx, decision);
        }
    }

    private static DecisionRequest paid(String subject) {
        return request(subject, "paid");
    }

    private static DecisionRequest request(String subject, String verdict) {
        return new DecisionRequest(
                DecisionKind.RESOLVE_PAYOUT, "eur-main", subject, verdict, "statement 12 of the bank, line 4");
    }

    private static Reason reason(Runnable call) {
        var reasons = new ArrayList<Reason>();
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(DecisionRefused.class, refused -> reasons.add(refused.reason()));
        return reasons.getFirst();
    }

    @Test
    void a_decision_takes_effect_once_a_second_person_confirms_it() {
        var requested = decisions.request(paid("p1"), ANA);
        assertThat(requested.isWaiting()).isTrue();
        assertThat(recorder.applied).isEmpty();
        assertThat(decisions.waiting("eur-main", 10)).containsExactly(requested);
        assertThat(decisions.waiting("other", 10)).isEmpty();
        var confirmed = decisions.confirm(requested.id(), BEN, "seen it too");
        assertThat(confirmed.state()).isInstanceOfSatisfying(State.Confirmed.class, state -> {
            assertThat(state.ending().by()).isEqualTo(BEN);
            assertThat(state.ending().note()).isEqualTo("seen it too");
        });
        assertThat(recorder.applied).containsExactly(confirmed);
        assertThat(decisions.waiting(null, 10)).isEmpty();
        assertThat(decisions.about("eur-main", "p1")).containsExactly(confirmed);
        assertThat(decisions.find(requested.id())).contains(confirmed);
    }

    @Test
    void a_decision_that_is_requested_twice_is_one() {
        var first = decisions.request(paid("p1"), ANA);
        assertThat(decisions.request(paid("p1"), ANA)).isEqualTo(first);
        assertThat(decisions.request(paid("p1"), BEN)).isEqualTo(first);
        assertThat(decisions.waiting(null, 10)).hasSize(1);
        assertThat(recorder.applied).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"user-1, Somebody", "user-9, ana  LEE", "' USER-1 ', x"})
    void the_person_who_requested_a_decision_does_not_confirm_it(String id, String name) {
        var requested = decisions.request(paid("p1"), ANA);
        var same = new DecisionPerson(id, name, DecisionPerson.Place.COMMAND_LINE);
        assertThat(reason(() -> decisions.confirm(requested.id(), same, null))).isEqualTo(Reason.SAME_PERSON);
        assertThat(reason(() -> decisions.refuse(requested.id(), same, "no"))).isEqualTo(Reason.SAME_PERSON);
        assertThat(decisions.requestOrConfirm(paid("p1"), same).isWaiting()).isTrue();
        assertThat(recorder.applied).isEmpty();
    }

    @Test
    void the_same_request_of_another_person_confirms_a_decision() {
        assertThat(decisions.requestOrConfirm(paid("p1"), ANA).isWaiting()).isTrue();
        assertThat(decisions.requestOrConfirm(paid("p1"), BEN).state()).isInstanceOf(State.Confirmed.class);
        assertThat(recorder.applied).hasSize(1);
    }

    @Test
    void another_verdict_on_the_same_subject_is_refused_while_one_waits() {
        var requested = decisions.request(paid("p1"), ANA);
        assertThat(reason(() -> decisions.requestOrConfirm(request("p1", "unpaid"), BEN)))
                .isEqualTo(Reason.OTHER_VERDICT);
        decisions.refuse(requested.id(), BEN, "the statement says otherwise");
        assertThat(decisions.requestOrConfirm(request("p1", "unpaid"), BEN).isWaiting())
                .isTrue();
        assertThat(recorder.applied).isEmpty();
    }

    @Test
    void a_decision_that_has_ended_does_not_change() {
        var withdrawn = decisions.request(paid("p1"), ANA).id();
        assertThat(reason(() -> decisions.withdraw(withdrawn, BEN, "no"))).isEqualTo(Reason.OTHER_PERSON);
        decisions.withdraw(withdrawn, ANA, "a mistake");
        assertThat(reason(() -> decisions.confirm(withdrawn, BEN, null))).isEqualTo(Reason.NOT_WAITING);
        var confirmed = decisions.request(paid("p1"), ANA).id();
        var done = decisions.confirm(confirmed, BEN, null);
        assertThat(decisions.confirm(confirmed, BEN, null))
                .as("a form that is sent twice")
                .isEqualTo(done);
        var third = DecisionPerson.onCommandLine("cleo");
        assertThat(reason(() -> decisions.confirm(confirmed, third, null))).isEqualTo(Reason.NOT_WAITING);
        assertThat(reason(() -> decisions.withdraw(confirmed, ANA, "late"))).isEqualTo(Reason.NOT_WAITING);
        assertThat(reason(() -> decisions.confirm(UUID.randomUUID(), BEN, null)))
                .isEqualTo(Reason.UNKNOWN);
        assertThat(recorder.applied).hasSize(1);
    }

    @Test
    void a_decision_whose_subject_has_changed_waits_without_effect() {
        assertThat(reason(() -> decisions.request(paid("ended"), ANA))).isEqualTo(Reason.NOT_POSSIBLE);
        var requested = decisions.request(paid("stale"), ANA);
        assertThat(reason(() -> decisions.confirm(requested.id(), BEN, null))).isEqualTo(Reason.NOT_POSSIBLE);
        assertThat(decisions.find(requested.id())).contains(requested);
        assertThat(recorder.applied).isEmpty();
    }

    @Test
    void one_person_is_enough_where_the_kind_says_so() {
        var alone = new DecisionRequest(DecisionKind.LIFT_LIMIT, "eur-main", "p1", "release", "agreed with the bank");
        assertThat(decisions.request(alone, ANA).state()).isInstanceOf(State.Confirmed.class);
        assertThat(recorder.applied).hasSize(1);
        var store = new DecisionStore(vault);
        assertThat(database.database()
                        .<Object>inTx(
                                tx -> store.confirmed(tx, "eur-main", DecisionKind.LIFT_LIMIT, List.of("p1", "p2"))))
                .isEqualTo(java.util.Set.of("p1"));
    }

    @Test
    void two_second_persons_at_once_carry_a_decision_out_once() throws Exception {
        var id = decisions.request(paid("p1"), ANA).id();
        try (var pool = Executors.newFixedThreadPool(4)) {
            var done = pool.invokeAll(IntStream.range(0, 4)
                    .mapToObj(each -> (Callable<Boolean>) () -> {
                        try {
                            decisions.confirm(id, DecisionPerson.onCommandLine("person " + each), null);
                            return true;
                        } catch (DecisionRefused late) {
                            return false;
                        }
                    })
                    .toList());
            int confirmed = 0;
            for (var each : done) {
                confirmed += each.get() ? 1 : 0;
            }
            assertThat(confirmed).isEqualTo(1);
        }
        assertThat(recorder.applied).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "UPDATE rail_iso20022_decision SET verdict = 'unpaid'",
        "UPDATE rail_iso20022_decision SET requested_by_id = 'x'"
    })
    void an_altered_decision_decides_nothing(String change) {
        var id = decisions.request(paid("p1"), ANA).id();
        database.database().run(tx -> tx.handle().execute(change));
        assertThat(reason(() -> decisions.confirm(id, BEN, null))).isEqualTo(Reason.ALTERED);
        assertThat(recorder.applied).isEmpty();
        var faults = new ArrayList<String>();
        database.database().read(handle -> {
            BankDecisions.verify(handle, vault, faults::add);
            return true;
        });
        assertThat(faults).singleElement().asString().contains(id.toString());
    }

    @Test
    void fields_that_are_missing_or_too_long_are_named() {
        assertThatThrownBy(() -> new DecisionRequest(DecisionKind.VOID_FILE, "eur-main", "M1", "void", " "))
                .hasMessage("evidence: must not be empty");
        assertThatThrownBy(
                        () -> new DecisionRequest(DecisionKind.VOID_FILE, "eur-main", "M1", "void", "x".repeat(2_001)))
                .hasMessage("evidence: must have at most 2000 characters");
        assertThatThrownBy(() -> DecisionPerson.onCommandLine("")).hasMessage("person: must not be empty");
    }
}
