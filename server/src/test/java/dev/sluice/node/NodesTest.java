package dev.sluice.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.rail.RailHealth;
import dev.sluice.vault.Vault;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Heartbeats of several nodes over a real PostgreSQL.
class NodesTest {
    private static final WorkerReport MAIL = new WorkerReport("mail");

    private final TestDatabase db = TestDatabase.create();
    private final Vault vault = Vault.open(db.database(), new byte[Vault.MASTER_KEY_BYTES]);
    private Instant now = Instant.parse("2026-11-21T02:30:00Z");
    private List<WorkerReport> workers = List.of(MAIL);
    private final RailHealth health = new RailHealth(() -> now);
    private Nodes here;
    private Nodes there;

    @BeforeEach
    void open() {
        here = node(new RailHealth(() -> now));
        now = now.plusSeconds(1);
        there = node(health);
    }

    @AfterEach
    void close() {
        db.close();
    }

    private Nodes node(RailHealth health) {
        return new Nodes(db.database(), vault, new Clocks((InstantSource) () -> now), "1.2.3", () -> workers, health);
    }

    private NodeReport other() {
        var all = here.all();
        assertThat(all).hasSize(2);
        assertThat(all.getFirst().id()).isEqualTo(here.self().id());
        return all.getLast();
    }

    @Test
    void a_node_knows_itself_and_what_others_said() {
        there.recordSeen();
        assertThat(here.all()).as("one that never spoke knows itself").hasSize(2);
        health.line("sandbox", "").answered();
        health.line("stellar", "").failed("no answer");
        workers = List.of(
                MAIL,
                new WorkerReport("bulk").begun(now),
                new WorkerReport("notices").ran(now.minusSeconds(1)).begun(now).failed(now, "it broke"));
        assertThat(other().rails()).as("what was said before").isEmpty();
        now = now.plus(Nodes.BEAT);
        there.recordSeen();
        assertThat(other()).isEqualTo(there.self());
        assertThat(other().troubled(now)).extracting(WorkerReport::name).containsExactly("notices");
        assertThat(other().troubled(now.plus(Duration.ofMinutes(6))))
                .extracting(WorkerReport::name)
                .containsExactly("bulk", "notices");
        assertThat(other().of("stellar").failure()).isEqualTo("no answer");
        assertThat(other().of("unheard-of")).isEqualTo(RailHealth.Reading.NONE);
    }

    @Test
    void a_node_that_says_nothing_is_missed_and_forgotten_a_day_later() {
        there.recordSeen();
        now = now.plusSeconds(30);
        assertThat(other().isMissed(now)).isFalse();
        now = now.plusSeconds(30);
        assertThat(other().isMissed(now)).isTrue();
        now = now.plus(Duration.ofHours(23));
        here.recordSeen();
        assertThat(other().isMissed(now)).isTrue();
        now = now.plus(Duration.ofHours(1));
        here.recordSeen();
        assertThat(here.all()).hasSize(1);
        there.recordSeen();
        assertThat(other().isMissed(now)).as("it was only held up").isFalse();
    }

    @Test
    void a_node_that_goes_takes_its_row_along_and_one_that_never_spoke_has_none() {
        there.recordSeen();
        there.leave();
        here.leave();
        assertThat(here.all()).hasSize(1);
    }

    @Test
    void what_failed_is_kept_sealed_short_and_whole() {
        var half = "🙂".repeat(200).substring(1);
        workers = List.of(MAIL.failed(now, "secret of a merchant"), new WorkerReport("bulk").failed(now, half));
        there.recordSeen();
        var stored = db.database().read(NodeStore::all).getFirst().status();
        assertThat(new String(stored, StandardCharsets.ISO_8859_1)).doesNotContain("secret", "mail");
        var told = other().workers();
        assertThat(told.getFirst()).isEqualTo(workers.getFirst());
        assertThat(told.getLast().failure()).startsWith("?🙂").hasSizeLessThan(310);
    }

    @Test
    void what_two_nodes_counted_of_a_rail_is_added_up() {
        var first = new RailHealth.Reading(3, 1, 0, now, now.minusSeconds(5), "then", new RailHealth.Lately(2, 1));
        var second = new RailHealth.Reading(
                4, 2, 1, now.minusSeconds(9), now.minusSeconds(2), "later", new RailHealth.Lately(4, 0));
        var both = new RailHealth.Reading(7, 3, 1, now, now.minusSeconds(2), "later", new RailHealth.Lately(6, 1));
        assertThat(first.and(second)).isEqualTo(both);
        assertThat(second.and(first)).isEqualTo(both);
        assertThat(RailHealth.Reading.NONE.and(first)).isEqualTo(first);
        assertThat(first.and(RailHealth.Reading.NONE)).isEqualTo(first);
    }
}
