package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutHouse.IDR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.disbursement.DueStore.Kept;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.sandbox.SandboxRail;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Payouts that do not get on, as operators are told of them.
class BacklogTest {
    private static final Duration BOUND = Duration.ofMinutes(15);

    private final PayoutHouse house = new PayoutHouse();
    private final Set<String> stopped = new HashSet<>();
    private final Set<UUID> frozen = new HashSet<>();
    private final Backlog backlog =
            new Backlog(house.database, new BacklogStore(house.node.parts.store()), () -> new Kept(stopped, frozen));

    @BeforeEach
    void fund() {
        house.fund(1_000_000, IDR);
    }

    @AfterEach
    void close() {
        house.close();
    }

    private Instant now() {
        return house.house.clocks.instant();
    }

    private List<UUID> stuck(int limit) {
        return backlog.stuck(now(), BOUND, limit).stream()
                .map(each -> each.payout().id())
                .toList();
    }

    /// Takes up what is due, and does not come back with it.
    private void lose() {
        var none = new Kept(Set.of(), Set.of());
        house.database.run(tx -> DueStore.claim(tx, now(), now().plusSeconds(60), List.of(SandboxRail.NAME), none, 1));
    }

    private void cannotTell(UUID payout) {
        var unknown = new Outcome.Unknown("no answer", now().plus(Duration.ofDays(1)));
        house.node.disbursements.tell(List.of(house.tell(payout, unknown)));
    }

    @Test
    void what_is_worst_comes_first_however_much_is_only_slow() {
        var slow = house.pay(100, IDR);
        var lost = house.pay(100, IDR);
        house.pass(Duration.ofMinutes(5));
        lose();
        lose();
        house.node.disbursements.tell(
                List.of(house.tell(slow, new Outcome.Accepted("bank-1", now().plus(Duration.ofDays(1))))));
        var slower = house.pay(100, IDR);
        var unknown = house.pay(100, IDR);
        cannotTell(unknown);
        assertThat(stuck(10)).as("nothing has waited for long").containsExactly(unknown);
        house.pass(Duration.ofHours(1));
        assertThat(stuck(10)).containsExactly(unknown, lost, slow, slower);
        assertThat(stuck(1)).containsExactly(unknown);
        assertThat(stuck(3)).containsExactly(unknown, lost, slow);
    }

    @Test
    void what_only_waits_for_a_rail_that_is_stopped_is_left_out() {
        house.pay(100, IDR);
        var unknown = house.pay(100, IDR);
        cannotTell(unknown);
        house.pass(Duration.ofHours(1));
        assertThat(stuck(10)).hasSize(2);
        stopped.add(SandboxRail.NAME);
        assertThat(stuck(10)).containsExactly(unknown);
    }

    @Test
    void what_only_waits_for_an_organization_that_is_frozen_is_left_out_and_what_a_rail_has_is_not() {
        house.pay(100, IDR);
        house.pass(Duration.ofMinutes(5));
        lose();
        var second = house.pay(100, IDR);
        house.pass(Duration.ofHours(1));
        assertThat(stuck(10)).hasSize(2).contains(second);
        frozen.add(house.organization);
        assertThat(stuck(10)).hasSize(1).doesNotContain(second);
    }
}
