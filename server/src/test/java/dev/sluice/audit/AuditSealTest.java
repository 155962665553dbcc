package dev.sluice.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.db.Tx;
import dev.sluice.http.Page;
import dev.sluice.vault.Vault;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The log seals itself only while it is empty. An attacker with the database but without the master key, even as the
/// owner of its tables, cannot get changed entries sealed.
class AuditSealTest {
    private static final String EMPTIED = "UPDATE audit_register SET since = NULL, seal = NULL";

    private static final List<String> UNSEALED = List.of("UPDATE audit_head SET seal = NULL", EMPTIED);

    /// Removes all entries after the first from the chain, changes their outcome, and deletes the seals.
    private static final List<String> FORGED = List.of(
            "UPDATE audit_head SET position = 1, seal = NULL, last_hash = (SELECT hash FROM audit_entry entry"
                    + " WHERE entry.organization_id = audit_head.organization_id AND entry.position = 1)",
            "UPDATE audit_entry SET position = NULL, hash = NULL, outcome = 403 WHERE position > 1",
            EMPTIED);

    private final UUID organizationId = UUID.randomUUID();
    private final Clocks clocks = new Clocks(InstantSource.system());
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
        return Audits.wire(db.database(), vault, clocks);
    }

    private void does(String action) {
        var actor = new AuditAction.Actor(organizationId, UUID.randomUUID(), "Rani", "OWNER", "192.0.2.1");
        var auditAction = new AuditAction(actor, action, "s-1", Map.of("reason", action));
        audits.run(auditAction, () -> 303, status -> status, _ -> 500);
    }

    private void linkAll() {
        while (audits.link()) {
            // Links batch by batch.
        }
    }

    private void abc() {
        does("a");
        does("b");
        does("c");
        linkAll();
        assertThat(audits.verify().faults()).isEmpty();
    }

    /// Changes rows without the database's triggers, as the owner of the tables could.
    private void tamper(List<String> how) {
        db.database().run(tx -> {
            tx.handle().execute("SET LOCAL session_replication_role = replica");
            how.forEach(sql ->
                    assertThat(tx.handle().createUpdate(sql).execute()).as(sql).isPositive());
        });
    }

    private List<Entry> entries() {
        return audits.page(organizationId, AuditFilter.all(), new Page.Request(20, 1, Page.Sort.CREATED_DESCENDING))
                .docs();
    }

    @Test
    void entries_that_were_forged_are_not_sealed_by_a_node_that_starts() {
        abc();
        tamper(FORGED);
        audits = started();
        linkAll();
        assertThat(entries()).extracting(Entry::outcome).containsExactly(403, 403, 303);
        var forged = "organization " + organizationId
                + ": 2 entries have a wrong MAC: not written by a node, or changed before they were linked";
        assertThat(audits.verify().faults())
                .hasSize(2)
                .anyMatch(fault -> fault.contains("have no MACs"))
                .contains(forged);
        does("d");
        linkAll();
        assertThat(started().verify().faults())
                .hasSize(2)
                .anyMatch(fault -> fault.contains("have no MACs"))
                .contains(forged);
        assertThat(audits.verify().since()).isEmpty();
    }

    @Test
    void a_log_whose_chains_are_gone_while_its_entries_are_linked_is_not_sealed_either() {
        abc();
        tamper(List.of("DELETE FROM audit_head", EMPTIED));
        audits = started();
        audits.link();
        assertThat(audits.verify().faults())
                .hasSize(2)
                .anyMatch(fault -> fault.contains("have no MACs"))
                .contains("organization " + organizationId + ": 3 entries are behind the end of the chain");
        assertThat(audits.verify().since()).isEmpty();
    }

    @Test
    void a_log_of_which_nothing_is_linked_is_sealed_by_itself() {
        does("before any node had workers");
        assertThat(audits.verify().faults()).isEmpty();
        linkAll();
        assertThat(audits.verify().since()).isPresent();
        assertThat(audits.verify().entries()).isEqualTo(1);
        assertThat(audits.verify().faults()).isEmpty();
    }

    @Test
    void a_node_that_starts_goes_on_with_what_is_sealed() {
        abc();
        var since = audits.verify().since();
        audits = started();
        does("d");
        linkAll();
        assertThat(audits.verify().faults()).isEmpty();
        assertThat(audits.verify().since()).isEqualTo(since);
    }

    @Test
    void chains_whose_seals_were_removed_get_new_ones_once_and_when_somebody_says_so() {
        abc();
        tamper(UNSEALED);
        audits = started();
        linkAll();
        assertThat(audits.verify().faults()).singleElement(STRING).contains("have no MACs");
        var end = audits.verify().ends().getFirst();
        var noted = new ArrayList<End>();
        var sealing = audits.seal((_, each) -> noted.add(each));
        assertThat(sealing.faults()).isEmpty();
        assertThat(sealing.ends()).containsExactly(end);
        assertThat(noted).containsExactly(end);
        does("d");
        linkAll();
        assertThat(audits.verify().faults()).isEmpty();
        assertThat(audits.verify().since()).isPresent();
        assertThatThrownBy(() -> audits.seal((_, each) -> noted.add(each)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the chains are signed, since ");
        assertThat(noted).hasSize(1);
    }

    @Test
    void a_chain_that_is_not_right_gets_no_seal() {
        abc();
        tamper(List.of(UNSEALED.getFirst(), EMPTIED, "DELETE FROM audit_entry WHERE position > 2"));
        audits = started();
        var sealing = audits.seal((_, end) -> {
            throw new AssertionError("is not sealed: " + end);
        });
        assertThat(sealing.ends()).isEmpty();
        assertThat(sealing.faults()).singleElement(STRING).contains("entries after 2 of 3 are missing");
        assertThat(audits.verify().faults()).anyMatch(fault -> fault.contains("the MAC of the chain does not match"));
    }

    @Test
    void there_is_nothing_to_seal_where_there_is_no_chain() {
        assertThatThrownBy(() -> audits.seal((_, _) -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no chain to sign");
    }

    /// Swaps the details of two entries before they are linked.
    private static final String SWAPPED = """
            UPDATE audit_entry one SET sealed = other.sealed FROM audit_entry other
            WHERE other.organization_id = one.organization_id AND other.id <> one.id
            """;

    @Test
    void details_that_change_places_are_found_out() {
        does("a");
        does("b");
        tamper(List.of(SWAPPED));
        linkAll();
        assertThat(audits.verify().faults())
                .containsExactly("organization " + organizationId
                        + ": 2 entries have a wrong MAC: not written by a node, or changed before they were linked");
    }

    /// The MACs are right, as if a node had mixed up the details.
    @Test
    void details_that_were_sealed_for_another_entry_are_found_out() {
        does("a");
        does("b");
        db.database().run(tx -> {
            tx.handle().execute("SET LOCAL session_replication_role = replica");
            var rows = AuditStore.unlinked(tx, organizationId, 2);
            mixUp(tx, rows.getFirst(), rows.getLast());
            mixUp(tx, rows.getLast(), rows.getFirst());
        });
        linkAll();
        assertThat(audits.verify().faults())
                .containsExactly(
                        "organization " + organizationId + ": the details of entry 1 were not encrypted for it",
                        "organization " + organizationId + ": the details of entry 2 were not encrypted for it");
    }

    private void mixUp(Tx tx, AuditStore.Row row, AuditStore.Row other) {
        var mixed = row.ended(303, null, other.sealed());
        AuditStore.end(tx, mixed.with(new Macs(vault).of(mixed)));
    }
}
