package dev.sluice.disbursement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.AtOnce;
import dev.sluice.clock.Clocks;
import dev.sluice.disbursement.query.Backlog;
import dev.sluice.disbursement.reconciliation.StuckPayouts;
import dev.sluice.http.Page;
import dev.sluice.notification.Kind;
import dev.sluice.notification.Notification;
import dev.sluice.notification.Notifications;
import dev.sluice.notification.Reader;
import dev.sluice.notification.Subject;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.sandbox.SandboxRail;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Notices to operators about payouts with an unknown outcome.
class StuckPayoutsTest {
    private static final Duration A_MOMENT = Duration.ofSeconds(1);

    private final PayoutFixture fixture = new PayoutFixture();

    @BeforeEach
    void fund() {
        fixture.fund(1_000_000, PayoutFixture.EUR);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private StuckPayouts node() {
        return node(fixture.auth.clocks);
    }

    private StuckPayouts node(Clocks telling) {
        return new StuckPayouts(
                fixture.database,
                new DisbursementStore(fixture.auth.vault),
                fixture.auth.clocks,
                Notifications.wire(fixture.database, fixture.auth.vault, telling));
    }

    private UUID unknown() {
        var id = fixture.pay(3_000, PayoutFixture.EUR);
        tell(id, new Outcome.Unknown("no answer", fixture.auth.clocks.instant()));
        return id;
    }

    private void tell(UUID id, Outcome outcome) {
        fixture.node.disbursements.applyOutcomes(List.of(fixture.applyOutcome(id, outcome)));
    }

    private List<Notification> told() {
        return Notifications.wire(fixture.database, fixture.auth.vault, fixture.auth.clocks)
                .page(
                        new Reader(Notifications.OPERATORS, new UUID(0, 1), Set.of(Kind.PAYOUT_STUCK)),
                        new Page.Request(10, 1, Page.Sort.UPDATED_DESCENDING))
                .docs();
    }

    private int count() {
        return told().stream().mapToInt(Notification::count).sum();
    }

    @Test
    void one_is_told_once_it_has_been_so_for_a_while() {
        var id = unknown();
        fixture.pass(Backlog.STUCK_AFTER.minus(Duration.ofMinutes(1)));
        assertThat(node().step()).isFalse();
        assertThat(told()).isEmpty();
        fixture.pass(Duration.ofMinutes(1).plus(A_MOMENT));
        assertThat(node().step()).isFalse();
        assertThat(told()).singleElement().satisfies(notification -> {
            assertThat(notification.count()).isEqualTo(1);
            assertThat(notification.subjects()).singleElement().satisfies(subject -> {
                assertThat(subject.id()).isEqualTo(Subject.of(fixture.organization, id));
                assertThat(subject.amount()).isEqualByComparingTo("30.00");
                assertThat(subject.note()).isEqualTo(SandboxRail.NAME);
            });
        });
        node().step();
        tell(id, new Outcome.Unknown("no answer yet", fixture.auth.clocks.instant()));
        fixture.pass(Duration.ofDays(1));
        node().step();
        assertThat(count()).as("asking in vain is no news").isEqualTo(1);
    }

    @Test
    void one_whose_outcome_is_known_in_time_is_not_told() {
        var id = unknown();
        tell(id, new Outcome.Rejected(FailureCode.ACCOUNT_CLOSED, "closed"));
        fixture.pay(3_000, PayoutFixture.EUR);
        fixture.pass(Duration.ofDays(1));
        node().step();
        assertThat(told()).isEmpty();
    }

    @Test
    void one_that_becomes_so_anew_is_told_anew() {
        var id = unknown();
        fixture.pass(Backlog.STUCK_AFTER.plus(A_MOMENT));
        node().step();
        tell(id, new Outcome.Accepted("rail-1", fixture.auth.clocks.instant()));
        tell(id, new Outcome.Unknown("no answer", fixture.auth.clocks.instant()));
        node().step();
        assertThat(count()).isEqualTo(1);
        fixture.pass(Backlog.STUCK_AFTER.plus(A_MOMENT));
        node().step();
        assertThat(count()).isEqualTo(2);
    }

    @Test
    void nodes_that_look_at_once_tell_each_once_and_name_ten() {
        var nodes = Stream.generate(this::node).limit(4).toList();
        for (int round = 0; round < 5; round++) {
            for (int each = 0; each < 5; each++) {
                unknown();
            }
            fixture.pass(Backlog.STUCK_AFTER.plus(A_MOMENT));
            AtOnce.each(nodes, StuckPayouts::step);
            node().step();
            assertThat(count()).isEqualTo(5 * (round + 1));
        }
        assertThat(told())
                .singleElement()
                .satisfies(notification -> assertThat(notification.subjects()).hasSize(Notifications.NAMED_MAX));
    }

    @Test
    void what_a_node_found_before_it_died_is_told_by_another() {
        unknown();
        fixture.pass(Backlog.STUCK_AFTER.plus(A_MOMENT));
        var dying = node(deadly());
        assertThatThrownBy(dying::step).isInstanceOf(Killed.class);
        assertThat(told()).isEmpty();
        node().step();
        assertThat(count()).isEqualTo(1);
    }

    /// Returns a clock that kills its node on the first use.
    private Clocks deadly() {
        var armed = new AtomicBoolean();
        var clocks = new Clocks(() -> {
            if (armed.get()) {
                throw new Killed();
            }
            return fixture.auth.clocks.instant();
        });
        armed.set(true);
        return clocks;
    }

    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
