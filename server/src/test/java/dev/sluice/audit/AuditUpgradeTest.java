package dev.sluice.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.http.Page;
import dev.sluice.vault.Vault;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Rows without a MAC come from an earlier version. The first node that starts links them unchanged. Later ones are
/// never linked, even if the owner of the tables inserts them or deletes the note about that.
class AuditUpgradeTest {
    /// The second row has no outcome, as if its action never ended.
    private static final String EARLIER = """
            INSERT INTO audit_entry (organization_id, id, begun_at, actor_id, actor_name, actor_role, address, action,
                sealed, outcome)
            SELECT :organization, gen_random_uuid(), '2999-01-01', gen_random_uuid(), 'Rani', 'OWNER', '-', 'earlier',
                :sealed, nullif(number, 2)
            FROM generate_series(1, 30) number
            """;

    private final UUID organization = UUID.randomUUID();
    private TestDatabase db;
    private Vault vault;
    private Audits audits;

    @BeforeEach
    void open() {
        db = TestDatabase.create();
        vault = Vault.open(db.database(), new byte[Vault.MASTER_KEY_BYTES]);
        audits = started();
    }

    @AfterEach
    void close() {
        db.close();
    }

    /// Returns the log of a node after its start.
    private Audits started() {
        return Audits.wire(db.database(), vault, new Clocks(InstantSource.system()));
    }

    private void does(String action) {
        var actor = new AuditAction.Actor(organization, UUID.randomUUID(), "Rani", "OWNER", "192.0.2.1");
        audits.doing(new AuditAction(actor, action, null, Map.of()), () -> 303, status -> status, _ -> 500);
    }

    private void linkAll() {
        while (audits.link()) {
            // Links batch by batch.
        }
    }

    private void earlier() {
        db.database().run(tx -> {
            tx.handle().execute("SET LOCAL session_replication_role = replica");
            tx.handle()
                    .createUpdate(EARLIER)
                    .bind("organization", organization)
                    .bind("sealed", vault.seal(organization, "audit", "{}"))
                    .execute();
        });
    }

    private List<Entry> entries() {
        return audits.page(organization, AuditFilter.all(), new Page.Request(200, 1, Page.Sort.CREATED_DESCENDING))
                .docs();
    }

    @Test
    void rows_without_a_mac_are_linked_by_the_first_node_after_the_upgrade() {
        earlier();
        does("of this version");
        assertThat(audits.prove().faults()).isEmpty();
        linkAll();
        assertThat(entries()).hasSize(31).allMatch(each -> each.position() != null && each.position() > 0);
        assertThat(entries()).allMatch(Entry::authentic);
        assertThat(audits.prove().faults()).isEmpty();
    }

    @Test
    void after_that_none_is_linked_whoever_inserts_it() {
        does("of this version");
        linkAll();
        earlier();
        assertForged(30);
        linkAll();
        audits = started();
        linkAll();
        assertForged(30);
    }

    private void assertForged(int number) {
        assertThat(audits.prove().faults())
                .containsExactly("organization " + organization + ": " + number
                        + " entries have a wrong MAC: not written by a node, or changed before they were linked");
    }

    @Test
    void taking_the_note_of_it_away_brings_nothing_back() {
        does("of this version");
        linkAll();
        db.database().run(tx -> {
            tx.handle().execute("SET LOCAL session_replication_role = replica");
            assertThat(tx.handle().execute("UPDATE audit_register SET macs_since = NULL"))
                    .isEqualTo(1);
        });
        earlier();
        audits = started();
        linkAll();
        assertThat(entries()).filteredOn(Entry::authentic).hasSize(1);
        assertThat(audits.prove().faults()).hasSize(2).anyMatch(fault -> fault.contains("joint MAC"));
    }
}
