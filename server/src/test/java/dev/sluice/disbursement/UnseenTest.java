package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutFixture.IDR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.rail.ForwardingRail;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.sandbox.SandboxRail;
import dev.sluice.refusal.Refused;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Payouts that a node claimed and never submitted, because it died or was delayed. Their rail is the sandbox's bank.
class UnseenTest {
    private static final long FUNDS = 1_000_000;

    private final PayoutFixture fixture = new PayoutFixture();
    private final Set<UUID> frozen = new HashSet<>();
    private final SandboxRail bank = new SandboxRail(fixture.database, fixture.auth.clocks);

    /// A node that runs an action, or ends, right before it calls the bank.
    private record Interrupted(Rail rail, Runnable before) implements ForwardingRail {
        @Override
        public List<Outcome> submit(List<Instruction> instructions) {
            before.run();
            return rail.submit(instructions);
        }
    }

    private static final class Death extends Error {
        private static final long serialVersionUID = 1;
    }

    @BeforeEach
    void fund() {
        fixture.fund(FUNDS, IDR);
    }

    @AfterEach
    void close() {
        assertThat(fixture.audit().faults()).isEmpty();
        fixture.close();
    }

    private DisbursementWorker node(Rail rail) {
        return fixture.node.worker(new RailStops(fixture.database), () -> Set.copyOf(frozen), rail);
    }

    /// Returns a payout that a node claimed before it died without submitting it.
    private UUID orphaned() {
        var payout = fixture.pay(100, IDR);
        fixture.pass(Duration.ofMinutes(5));
        assertThatExceptionOfType(Death.class)
                .isThrownBy(() -> node(new Interrupted(bank, () -> {
                            throw new Death();
                        }))
                        .step());
        return payout;
    }

    private String cancel(UUID payout) {
        return PayoutFixture.text(fixture.node.disbursements.cancel(fixture.cancel(payout, fixture.claim())));
    }

    private void assertCancelled(UUID payout) {
        assertThat(cancel(payout)).contains("CANCELLED");
        assertThat(fixture.held(IDR)).isZero();
        assertThat(fixture.available(IDR)).isEqualTo(FUNDS);
    }

    private Outcome ask(UUID payout) {
        return bank.queryOutcomes(List.of(new PayoutRef(fixture.organization, payout)))
                .getFirst();
    }

    @Test
    void what_the_bank_never_saw_is_cancelled_while_the_organization_is_frozen() {
        var payout = orphaned();
        frozen.add(fixture.organization);
        fixture.pass(DisbursementWorker.LEASE.plusSeconds(1));
        node(bank).step();
        assertThat(ask(payout)).isEqualTo(new Outcome.NotSeen());
        assertCancelled(payout);
        frozen.clear();
        fixture.pass(Duration.ofDays(1));
        node(bank).step();
        assertThat(ask(payout)).isEqualTo(new Outcome.Stopped());
        assertThat(fixture.held(IDR)).isZero();
    }

    @Test
    void it_is_cancelled_before_another_node_takes_it_over() {
        assertCancelled(orphaned());
    }

    @Test
    void what_is_not_cancelled_is_paid_once_money_may_leave() {
        var payout = orphaned();
        frozen.add(fixture.organization);
        fixture.pass(DisbursementWorker.LEASE.plusSeconds(1));
        node(bank).step();
        frozen.clear();
        fixture.pass(DisbursementWorker.LEASE.plusSeconds(1));
        node(bank).step();
        fixture.pass(Duration.ofMinutes(5));
        assertThat(ask(payout)).isInstanceOf(Outcome.Settled.class);
    }

    /// The node is only slow, and continues after the cancellation: it pays nothing.
    @Test
    void a_node_that_submits_after_the_cancellation_pays_nothing() {
        var payout = fixture.pay(100, IDR);
        fixture.pass(Duration.ofMinutes(5));
        node(new Interrupted(bank, () -> {
                    frozen.add(fixture.organization);
                    fixture.pass(DisbursementWorker.LEASE.plusSeconds(1));
                    node(bank).step();
                    assertCancelled(payout);
                }))
                .step();
        fixture.pass(Duration.ofDays(1));
        assertThat(ask(payout)).isEqualTo(new Outcome.Stopped());
        assertCancelled(payout);
    }

    @Test
    void what_the_bank_has_is_not_cancelled() {
        var payout = fixture.pay(100, IDR);
        fixture.pass(Duration.ofMinutes(5));
        node(bank).step();
        assertThatExceptionOfType(Refused.class).isThrownBy(() -> cancel(payout));
        assertThat(fixture.held(IDR)).isGreaterThan(100);
    }

    /// The bank accepted the payout, and the node died before it stored that.
    @Test
    void what_the_bank_has_and_nobody_wrote_down_is_not_cancelled() {
        var payout = fixture.pay(100, IDR);
        fixture.pass(Duration.ofMinutes(5));
        assertThatExceptionOfType(Death.class)
                .isThrownBy(() -> node(new Interrupted(bank, () -> {
                            bank.submit(List.of(fixture.node
                                    .disbursements
                                    .get(fixture.organization, payout)
                                    .instruction()));
                            throw new Death();
                        }))
                        .step());
        assertThatExceptionOfType(Refused.class).isThrownBy(() -> cancel(payout));
    }
}
