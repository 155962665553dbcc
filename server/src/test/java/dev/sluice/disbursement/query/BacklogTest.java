package dev.sluice.disbursement.query;

import static dev.sluice.disbursement.PayoutFixture.IDR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.disbursement.DueStore;
import dev.sluice.disbursement.DueStore.Withheld;
import dev.sluice.disbursement.PayoutFixture;
import dev.sluice.disbursement.query.Backlog.BacklogPage;
import dev.sluice.disbursement.query.Backlog.Search;
import dev.sluice.disbursement.query.Backlog.StuckReason;
import dev.sluice.disbursement.query.BacklogStore.Reach;
import dev.sluice.http.Page;
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

/// Payouts without progress, as reported to operators.
class BacklogTest {
    private static final Duration BOUND = Duration.ofMinutes(15);

    private final PayoutFixture fixture = new PayoutFixture();
    private final Set<String> stopped = new HashSet<>();
    private final Set<UUID> frozen = new HashSet<>();
    private final Backlog backlog = new Backlog(
            fixture.database, new BacklogStore(fixture.node.parts.store()), () -> new Withheld(stopped, frozen));

    @BeforeEach
    void fund() {
        fixture.fund(1_000_000, IDR);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private Instant now() {
        return fixture.auth.clocks.instant();
    }

    private List<UUID> stuck(int limit) {
        return ids(stuck(Search.ALL, limit, 1));
    }

    private BacklogPage stuck(Search search, int limit, int page) {
        return backlog.stuck(search, now(), BOUND, new Page.Request(limit, page, Page.Sort.CREATED_DESCENDING));
    }

    private static List<UUID> ids(BacklogPage page) {
        return page.page().docs().stream().map(each -> each.payout().id()).toList();
    }

    /// Leases the due payouts, and never returns.
    private void lose() {
        var none = new Withheld(Set.of(), Set.of());
        fixture.database.run(
                tx -> DueStore.claim(tx, now(), now().plusSeconds(60), List.of(SandboxRail.NAME), none, 1));
    }

    private void cannotTell(UUID payout) {
        var unknown = new Outcome.Unknown("no answer", now().plus(Duration.ofDays(1)));
        fixture.node.disbursements.applyOutcomes(List.of(fixture.applyOutcome(payout, unknown)));
    }

    @Test
    void what_is_worst_comes_first_however_much_is_only_slow() {
        var slow = fixture.pay(100, IDR);
        var lost = fixture.pay(100, IDR);
        fixture.pass(Duration.ofMinutes(5));
        lose();
        lose();
        fixture.node.disbursements.applyOutcomes(
                List.of(fixture.applyOutcome(slow, new Outcome.Accepted("bank-1", now().plus(Duration.ofDays(1))))));
        var slower = fixture.pay(100, IDR);
        var unknown = fixture.pay(100, IDR);
        cannotTell(unknown);
        assertThat(stuck(10)).as("nothing has waited for long").containsExactly(unknown);
        fixture.pass(Duration.ofHours(1));
        assertThat(stuck(10)).containsExactly(unknown, lost, slow, slower);
        assertThat(stuck(1)).containsExactly(unknown);
        assertThat(stuck(3)).containsExactly(unknown, lost, slow);
    }

    @Test
    void all_of_them_stand_on_pages_and_are_narrowed() {
        var lost = fixture.pay(100, IDR);
        fixture.pass(Duration.ofMinutes(5));
        lose();
        var slow = fixture.pay(100, IDR);
        var unknown = fixture.pay(100, IDR);
        cannotTell(unknown);
        fixture.pass(Duration.ofHours(1));
        var recent = fixture.pay(100, IDR);
        var second = stuck(Search.ALL, 2, 2);
        assertThat(ids(second)).containsExactly(slow).doesNotContain(recent);
        assertThat(second.page().total()).isEqualTo(3);
        assertThat(second.more()).isFalse();
        assertThat(ids(stuck(new Search(StuckReason.UNKNOWN, null, null), 9, 1)))
                .containsExactly(unknown);
        assertThat(ids(stuck(new Search(StuckReason.LOST, null, null), 9, 1))).containsExactly(lost);
        assertThat(ids(stuck(new Search(StuckReason.SLOW, fixture.organization, SandboxRail.NAME), 9, 1)))
                .containsExactly(slow);
        assertThat(ids(stuck(new Search(null, new UUID(3, 4), null), 9, 1))).isEmpty();
        assertThat(ids(stuck(new Search(null, null, "other"), 9, 1))).isEmpty();
    }

    @Test
    void it_is_said_where_not_all_are_looked_through() {
        fixture.pay(100, IDR);
        fixture.pay(100, IDR);
        fixture.pass(Duration.ofHours(1));
        var now = now();
        var reach = new Reach(now, now.minus(BOUND), new Withheld(stopped, frozen), 1);
        var found = fixture.database.read(handle -> BacklogStore.count(handle, Search.ALL, reach));
        assertThat(found.more()).isTrue();
        var enough = new Reach(now, now.minus(BOUND), new Withheld(stopped, frozen), 2);
        var all = fixture.database.read(handle -> BacklogStore.count(handle, Search.ALL, enough));
        assertThat(all).isEqualTo(new BacklogStore.Count(2, false));
    }

    @Test
    void what_only_waits_for_a_rail_that_is_stopped_is_left_out() {
        fixture.pay(100, IDR);
        var unknown = fixture.pay(100, IDR);
        cannotTell(unknown);
        fixture.pass(Duration.ofHours(1));
        assertThat(stuck(10)).hasSize(2);
        stopped.add(SandboxRail.NAME);
        assertThat(stuck(10)).containsExactly(unknown);
    }

    @Test
    void what_only_waits_for_an_organization_that_is_frozen_is_left_out_and_what_a_rail_has_is_not() {
        fixture.pay(100, IDR);
        fixture.pass(Duration.ofMinutes(5));
        lose();
        var second = fixture.pay(100, IDR);
        fixture.pass(Duration.ofHours(1));
        assertThat(stuck(10)).hasSize(2).contains(second);
        frozen.add(fixture.organization);
        assertThat(stuck(10)).hasSize(1).doesNotContain(second);
    }
}
