package dev.sluice.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.sluice.app.TestService;
import dev.sluice.db.Tx;
import dev.sluice.http.Page;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The log contains every action, and reveals tampering.
class AuditsTest {
    private static final Page.Request FIRST = new Page.Request(100, 1, Page.Sort.CREATED_DESCENDING);

    private static TestService service;
    private static Audits audits;

    private final UUID organizationId = UUID.randomUUID();

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of("SLUICE_WORKERS", "off"));
        audits = Audits.wire(service.connections(), service.vault(), service.clocks());
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private AuditAction deed(String action) {
        var actor = new AuditAction.Actor(organizationId, UUID.randomUUID(), "Rani", "OWNER", "192.0.2.1");
        return new AuditAction(actor, action, "s-1", Map.of("reason", "because"));
    }

    private void does(String action) {
        audits.run(deed(action), () -> 303, status -> status, _ -> 500);
    }

    private void linkAll() {
        while (audits.link()) {
            // Links batch by batch.
        }
    }

    /// Changes rows without the database's triggers, as the owner of the tables could.
    private void tamper(Consumer<Tx> how) {
        service.connections().run(tx -> {
            tx.handle().execute("SET LOCAL session_replication_role = replica");
            how.accept(tx);
        });
    }

    @Test
    void a_deed_is_there_with_its_outcome() {
        does("payouts/{id}/cancel");
        assertThatThrownBy(() -> audits.run(
                        deed("payouts/{id}/approve"),
                        () -> {
                            throw new IllegalStateException("no");
                        },
                        _ -> 200,
                        _ -> 500))
                .isInstanceOf(IllegalStateException.class);
        var entries = audits.page(organizationId, AuditFilter.all(), FIRST).docs();
        assertThat(entries)
                .extracting(entry -> entry.action().action())
                .containsExactly("payouts/{id}/approve", "payouts/{id}/cancel");
        assertThat(entries.getFirst().isRefused()).isTrue();
        assertThat(entries.getLast().isDone()).isTrue();
        assertThat(entries.getLast().fields()).isEqualTo(Map.of("reason", "because"));
    }

    /// An entry that begins with a subject keeps it.
    @Test
    void a_deed_that_made_something_is_found_by_its_id_and_the_chain_binds_that() {
        var created = UUID.randomUUID().toString();
        var actor = deed("payouts/send").actor();
        var making = new AuditAction(actor, "payouts/send", null, Map.of());
        audits.runCreating(making, () -> 303, status -> status, _ -> Optional.of(created), _ -> 500);
        audits.runCreating(
                deed("payouts/{id}/repeat"), () -> 303, status -> status, _ -> Optional.of(created), _ -> 500);
        var byId = new AuditFilter(null, null, List.of(created), null, null);
        assertThat(audits.page(organizationId, byId, FIRST).docs())
                .extracting(entry -> entry.action().action())
                .containsExactly("payouts/send");
        linkAll();
        assertThat(audits.verify().faults()).isEmpty();
        tamper(tx -> tx.handle()
                .execute(
                        "UPDATE audit_entry SET subject = 's-2' WHERE organization_id = ? AND subject = ?",
                        organizationId,
                        created));
        assertThat(audits.verify().faults()).singleElement(STRING).contains(organizationId.toString());
        tamper(tx -> tx.handle()
                .execute(
                        "UPDATE audit_entry SET subject = ? WHERE organization_id = ? AND subject = 's-2'",
                        created,
                        organizationId));
        assertThat(audits.verify().faults()).isEmpty();
    }

    /// A failure to write the outcome does not prove a refusal, so the entry stays open.
    @Test
    void what_was_done_and_could_not_be_written_down_does_not_stand_there_as_refused() {
        var id = UUID.randomUUID();
        assertThatThrownBy(() -> audits.runOnOther(
                        deed("switch/" + id),
                        () -> 303,
                        _ -> {
                            throw new IllegalStateException("the database went away");
                        },
                        _ -> 500))
                .isInstanceOf(IllegalStateException.class);
        var entry = audits.page(organizationId, AuditFilter.all(), FIRST).docs().getFirst();
        assertThat(entry.action().action()).isEqualTo("switch/" + id);
        assertThat(entry.isRefused()).isFalse();
        assertThat(entry.isDone()).isFalse();
        assertThat(entry.fields()).isEqualTo(Map.of("reason", "because"));
    }

    @Test
    void of_several_deeds_at_once_each_has_its_own_end() {
        var actions = Map.of("a", deed("a"), "b", deed("b"));
        var done = audits.runEach(
                actions,
                () -> {
                    assertThat(outcomes())
                            .as("before any is done")
                            .containsOnlyKeys("a", "b")
                            .containsEntry("a", 0);
                    return "done";
                },
                (_, key) -> key.equals("a") ? 200 : 409,
                _ -> 500);
        assertThat(done).isEqualTo("done");
        assertThat(outcomes()).isEqualTo(Map.of("a", 200, "b", 409));
        assertThatThrownBy(() -> audits.runEach(
                        Map.of("c", deed("c"), "d", deed("d")),
                        () -> {
                            throw new IllegalStateException("no");
                        },
                        (_, _) -> 200,
                        _ -> 503))
                .isInstanceOf(IllegalStateException.class);
        assertThat(outcomes()).isEqualTo(Map.of("a", 200, "b", 409, "c", 503, "d", 503));
        linkAll();
        assertThat(audits.verify().faults()).isEmpty();
    }

    /// Returns the outcomes by action; 0 for none.
    private Map<String, Integer> outcomes() {
        return audits.all(organizationId, AuditFilter.all())
                .collect(Collectors.toMap(
                        entry -> entry.action().action(), entry -> Objects.requireNonNullElse(entry.outcome(), 0)));
    }

    @Test
    void an_entry_that_is_too_large_to_be_read_with_others_is_not_written_and_nothing_is_done() {
        var actor = new AuditAction.Actor(organizationId, UUID.randomUUID(), "Rani", "OWNER", "192.0.2.1");
        var large = new AuditAction(actor, "a", null, Map.of("reason", "\u0001".repeat(50_000)));
        assertThatThrownBy(() -> audits.run(
                        large,
                        () -> {
                            throw new AssertionError("was done");
                        },
                        _ -> 200,
                        _ -> 500))
                .isInstanceOf(IllegalStateException.class);
        assertThat(audits.page(organizationId, AuditFilter.all(), FIRST).docs()).isEmpty();
    }

    @Test
    void entries_are_linked_one_after_the_other() {
        for (int each = 0; each < 50; each++) {
            does("a" + each);
        }
        linkAll();
        assertThat(audits.page(organizationId, AuditFilter.all(), FIRST).docs())
                .extracting(Entry::position)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 50)
                        .mapToObj(each -> 51 - each)
                        .toList());
        assertThat(audits.verify().faults()).isEmpty();
    }

    @Test
    void what_is_under_way_holds_up_what_comes_after_it() {
        audits.run(
                deed("outer"),
                () -> {
                    does("inner");
                    linkAll();
                    assertThat(audits.page(organizationId, AuditFilter.all(), FIRST)
                                    .docs())
                            .extracting(Entry::position)
                            .containsOnlyNulls();
                    return 200;
                },
                status -> status,
                _ -> 500);
        linkAll();
        assertThat(audits.page(organizationId, AuditFilter.all(), FIRST).docs())
                .extracting(Entry::position)
                .containsExactly(2L, 1L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE audit_entry SET actor_name = 'Somebody' WHERE organization_id = :organization AND position = 2",
                "UPDATE audit_entry SET outcome = 403 WHERE organization_id = :organization AND position = 3",
                "DELETE FROM audit_entry WHERE organization_id = :organization AND position = 2",
                "DELETE FROM audit_entry WHERE organization_id = :organization AND position = 3",
                "UPDATE audit_head SET position = 2 WHERE organization_id = :organization"
            })
    void whoever_touches_an_entry_is_found_out(String sql) {
        abc();
        tampered(List.of(sql), faults -> assertThat(faults).anyMatch(fault -> fault.contains(organizationId + ":")));
    }

    /// Tampering without the key: each row contains its hash.
    private static final String CUT = "DELETE FROM audit_entry WHERE organization_id = :organization AND position > 2";

    private static final String SET_BACK = """
            UPDATE audit_head SET position = 2, last_hash = (
                SELECT hash FROM audit_entry WHERE organization_id = :organization AND position = 2)
            WHERE organization_id = :organization
            """;

    @Test
    void whoever_cuts_off_the_end_of_a_chain_and_sets_its_head_back_is_found_out() {
        abc();
        tampered(
                List.of(CUT, SET_BACK),
                faults -> assertThat(faults).anyMatch(fault -> fault.contains("the MAC of the chain does not match")));
    }

    @Test
    void whoever_puts_back_an_end_that_once_was_true_is_found_out() {
        does("a");
        does("b");
        linkAll();
        keep("earlier");
        does("c");
        linkAll();
        tampered(
                List.of(
                        CUT,
                        "DELETE FROM audit_head WHERE organization_id = :organization",
                        "INSERT INTO audit_head SELECT * FROM head_earlier WHERE organization_id = :organization"),
                faults -> assertThat(faults).singleElement(STRING).contains("joint MAC"));
    }

    @Test
    void whoever_takes_a_whole_chain_away_is_found_out_even_after_it_begins_anew() {
        abc();
        tampered(
                List.of(
                        "DELETE FROM audit_entry WHERE organization_id = :organization",
                        "DELETE FROM audit_head WHERE organization_id = :organization"),
                faults -> {
                    assertThat(faults).singleElement(STRING).contains("joint MAC");
                    does("d");
                    linkAll();
                    assertThat(audits.verify().faults()).singleElement(STRING).contains("joint MAC");
                });
    }

    @Test
    void linking_on_hides_no_cut() {
        abc();
        tampered(List.of(CUT, SET_BACK), _ -> {
            does("d");
            linkAll();
            assertThat(audits.verify().faults()).anyMatch(fault -> fault.contains(organizationId + ":"));
        });
    }

    @Test
    void a_register_that_is_gone_or_empty_is_a_fault() {
        abc();
        tampered(
                List.of("DELETE FROM audit_register WHERE :organization::uuid IS NOT NULL"),
                faults -> assertThat(faults).singleElement(STRING).contains("missing"));
        tampered(
                List.of("UPDATE audit_register SET since = NULL, seal = NULL WHERE :organization::uuid IS NOT NULL"),
                faults -> assertThat(faults).singleElement(STRING).contains("have no MACs"));
    }

    @Test
    void a_chain_has_to_lead_to_where_it_once_ended() {
        abc();
        var end = audits.verify().ends().stream()
                .filter(each -> each.organizationId().equals(organizationId))
                .findFirst()
                .orElseThrow();
        assertThat(End.read(end.line())).contains(end);
        assertThat(End.read("3 chains, 9 entries")).isEmpty();
        does("d");
        linkAll();
        assertThat(audits.verify(List.of(end)).faults()).isEmpty();
        assertThat(audits.verify(List.of(new End(organizationId, 4, end.hash())))
                        .faults())
                .singleElement(STRING)
                .contains("entry 4 differs from the pinned one");
        assertThat(audits.verify(List.of(new End(organizationId, 5, end.hash())))
                        .faults())
                .hasSize(1);
    }

    @Test
    void the_same_refusal_of_the_same_person_is_there_once_in_a_while() throws InterruptedException {
        var refused = deed("sign-in/refused");
        var all = IntStream.range(0, 8)
                .mapToObj(_ -> Thread.startVirtualThread(() -> audits.noteAtMost(refused, 401, Duration.ofMinutes(1))))
                .toList();
        for (var each : all) {
            each.join();
        }
        audits.noteAtMost(deed("sign-in/refused"), 401, Duration.ofMinutes(1));
        assertThat(audits.page(organizationId, AuditFilter.all(), FIRST).docs())
                .as("one of each of two people")
                .hasSize(2)
                .allMatch(entry -> Integer.valueOf(401).equals(entry.outcome()));
        audits.noteAtMost(refused, 401, Duration.ZERO);
        assertThat(audits.page(organizationId, AuditFilter.all(), FIRST).docs()).hasSize(3);
    }

    @Test
    void who_has_entries_is_found_by_name() {
        abc();
        assertThat(audits.actors(organizationId))
                .hasSize(3)
                .allMatch(each -> each.name().equals("Rani"));
        assertThat(audits.actors(UUID.randomUUID())).isEmpty();
    }

    private void abc() {
        does("a");
        does("b");
        does("c");
        linkAll();
    }

    /// Copies the tables under a name.
    private void keep(String name) {
        for (var table : List.of("entry", "head", "register")) {
            tamper(tx -> tx.handle().execute("DROP TABLE IF EXISTS " + table + "_" + name));
            tamper(tx -> tx.handle().execute("CREATE TABLE " + table + "_" + name + " AS TABLE audit_" + table));
        }
    }

    /// Tampers, checks the faults, and restores everything.
    private void tampered(List<String> how, Consumer<List<String>> then) {
        assertThat(audits.verify().faults()).isEmpty();
        keep("kept");
        how.forEach(sql -> tamper(tx -> assertThat(tx.handle()
                        .createUpdate(sql)
                        .bind("organization", organizationId)
                        .execute())
                .as(sql)
                .isPositive()));
        try {
            then.accept(audits.verify().faults());
        } finally {
            for (var table : List.of("entry", "head", "register")) {
                tamper(tx -> tx.handle().execute("DELETE FROM audit_" + table));
                tamper(tx -> tx.handle().execute("INSERT INTO audit_" + table + " SELECT * FROM " + table + "_kept"));
            }
        }
        assertThat(audits.verify().faults()).isEmpty();
    }
}
