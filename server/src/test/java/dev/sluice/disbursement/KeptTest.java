package dev.sluice.disbursement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.TestDatabase;
import dev.sluice.db.Tx;
import dev.sluice.disbursement.DueStore.ClaimResult;
import dev.sluice.disbursement.DueStore.Claimed;
import dev.sluice.disbursement.DueStore.Withheld;
import dev.sluice.disbursement.query.Backlog;
import dev.sluice.disbursement.query.BacklogStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A queue with many held payouts, because their rail is stopped or their organization is frozen.
class KeptTest {
    private static final Instant NOW = Instant.parse("2026-11-20T08:00:00Z");
    private static final String BANK = "bank";
    private static final String CHAIN = "chain";
    private static final List<String> CONFIGURED = List.of(BANK, CHAIN);
    private static final UUID ACME = new UUID(1, 1);
    private static final UUID BOLT = new UUID(1, 2);
    private static final int LIMIT = 100;
    private static final Withheld NOTHING = new Withheld(Set.of(), Set.of());
    private static final Withheld BANK_STOPPED = new Withheld(Set.of(BANK), Set.of());
    private static final Withheld ACME_FROZEN = new Withheld(Set.of(), Set.of(ACME));

    private final TestDatabase db = TestDatabase.create();

    @AfterEach
    void close() {
        db.close();
    }

    /// Adds payouts that are due at intervals of one second.
    private void queue(UUID organization, String rail, int attempts, Duration ago, int count) {
        db.database()
                .read(handle -> handle.execute(
                        "INSERT INTO disbursement_due (organization_id, disbursement_id, due_at, attempts, rail) SELECT"
                                + " ?::uuid, gen_random_uuid(), ?::timestamptz + n * interval '1 second', ?, ?"
                                + " FROM generate_series(1, ?) AS n",
                        organization,
                        NOW.minus(ago).toString(),
                        attempts,
                        rail,
                        count));
    }

    private ClaimResult step(Withheld withheld) {
        return db.database().inTx(tx -> DueStore.claim(tx, NOW, NOW.plusSeconds(30), CONFIGURED, withheld, LIMIT));
    }

    /// Steps until nothing more is due.
    private List<Claimed> all(Withheld withheld) {
        var claimed = new ArrayList<Claimed>();
        for (var met = step(withheld); met.count() > 0; met = step(withheld)) {
            claimed.addAll(met.claimed());
        }
        return claimed;
    }

    /// Returns the number of queue rows that one step reads.
    private long read(Withheld withheld) {
        return db.database().inTx(tx -> {
            long before = read(tx);
            DueStore.claim(tx, NOW, NOW.plusSeconds(30), CONFIGURED, withheld, LIMIT);
            return read(tx) - before;
        });
    }

    private static long read(Tx tx) {
        return tx.handle()
                .select("SELECT idx_tup_fetch + seq_tup_read FROM pg_stat_xact_user_tables"
                        + " WHERE relname = 'disbursement_due'")
                .mapTo(Long.class)
                .one();
    }

    @Test
    void what_is_kept_is_not_read_again_and_again() {
        queue(ACME, BANK, 0, Duration.ofDays(3), 1_000);
        queue(BOLT, CHAIN, 0, Duration.ofDays(2), 1_000);
        queue(BOLT, "elsewhere", 0, Duration.ofDays(4), 1_000);
        var withheld = new Withheld(Set.of(BANK), Set.of(BOLT));
        assertThat(all(withheld)).isEmpty();
        queue(ACME, CHAIN, 0, Duration.ofDays(1), 5);
        assertThat(read(withheld)).isBetween(5L, 30L);
        assertThat(step(withheld).count()).isZero();
    }

    @Test
    void a_rail_that_has_much_to_do_or_is_stopped_delays_no_other() {
        queue(ACME, BANK, 0, Duration.ofDays(3), 3 * LIMIT);
        queue(BOLT, CHAIN, 0, Duration.ofDays(1), 3);
        assertThat(step(BANK_STOPPED).claimed()).extracting(Claimed::rail).containsExactly(CHAIN, CHAIN, CHAIN);
        queue(BOLT, CHAIN, 0, Duration.ofDays(1), 3);
        assertThat(step(NOTHING).claimed())
                .hasSize(LIMIT)
                .extracting(Claimed::rail)
                .contains(BANK, CHAIN);
    }

    @Test
    void all_that_was_kept_is_taken_up_at_once_when_it_may_go() {
        queue(ACME, BANK, 0, Duration.ofDays(3), 250);
        queue(BOLT, BANK, 0, Duration.ofDays(2), 10);
        queue(ACME, CHAIN, 0, Duration.ofDays(1), 10);
        assertThat(all(BANK_STOPPED)).hasSize(10);
        assertThat(step(NOTHING).claimed()).hasSize(LIMIT).allSatisfy(each -> {
            assertThat(each.ref().organizationId()).as("the oldest first").isEqualTo(ACME);
            assertThat(each.attempt()).isEqualTo(1);
        });
        assertThat(all(NOTHING)).hasSize(160);
    }

    @Test
    void what_two_keep_waits_for_both() {
        queue(ACME, BANK, 0, Duration.ofDays(3), 250);
        queue(BOLT, BANK, 0, Duration.ofDays(2), 10);
        var both = new Withheld(Set.of(BANK), Set.of(ACME));
        assertThat(all(both)).isEmpty();
        assertThat(all(ACME_FROZEN))
                .hasSize(10)
                .allSatisfy(each -> assertThat(each.ref().organizationId()).isEqualTo(BOLT));
        assertThat(all(both)).isEmpty();
        assertThat(all(BANK_STOPPED)).isEmpty();
        assertThat(all(NOTHING)).hasSize(250);
    }

    @Test
    void what_a_stopped_rail_has_is_asked_about() {
        queue(ACME, BANK, 1, Duration.ofDays(3), 3);
        queue(ACME, BANK, 0, Duration.ofDays(4), 2 * LIMIT);
        assertThat(all(BANK_STOPPED)).extracting(Claimed::attempt).containsExactly(2, 2, 2);
    }

    @Test
    void what_is_kept_is_counted_as_it_was() {
        queue(ACME, BANK, 0, Duration.ofDays(3), 250);
        queue(BOLT, CHAIN, 0, Duration.ofDays(2), 10);
        var before = db.database().read(handle -> BacklogStore.queues(handle, NOW));
        assertThat(before.stream().collect(Collectors.toMap(Backlog.Queue::rail, Backlog.Queue::due)))
                .containsEntry(BANK, 250L)
                .containsEntry(CHAIN, 10L);
        assertThat(all(new Withheld(Set.of(BANK), Set.of(BOLT)))).isEmpty();
        assertThat(db.database().<List<Backlog.Queue>>read(handle -> BacklogStore.queues(handle, NOW)))
                .isEqualTo(before);
    }
}
