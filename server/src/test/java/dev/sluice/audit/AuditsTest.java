package dev.sluice.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.TestService;
import dev.sluice.db.Tx;
import dev.sluice.http.Page;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The log has every deed, and shows when somebody touched it.
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

    private Deed deed(String action) {
        var actor = new Deed.Actor(organizationId, UUID.randomUUID(), "Rani", "OWNER", "192.0.2.1");
        return new Deed(actor, action, "s-1", Map.of("reason", "because"));
    }

    private void does(String action) {
        audits.doing(deed(action), () -> 303, status -> status, _ -> 500);
    }

    private void linkAll() {
        while (audits.link()) {
            // One batch after the other.
        }
    }

    private void tamper(Consumer<Tx> how) {
        service.connections().run(how::accept);
    }

    @Test
    void a_deed_is_there_with_its_outcome() {
        does("payouts/{id}/cancel");
        assertThatThrownBy(() -> audits.doing(
                        deed("payouts/{id}/approve"),
                        () -> {
                            throw new IllegalStateException("no");
                        },
                        _ -> 200,
                        _ -> 500))
                .isInstanceOf(IllegalStateException.class);
        var entries = audits.page(organizationId, AuditFilter.all(), FIRST).docs();
        assertThat(entries)
                .extracting(entry -> entry.deed().action())
                .containsExactly("payouts/{id}/approve", "payouts/{id}/cancel");
        assertThat(entries.getFirst().isRefused()).isTrue();
        assertThat(entries.getLast().isDone()).isTrue();
        assertThat(entries.getLast().fields()).isEqualTo(Map.of("reason", "because"));
    }

    @Test
    void entries_are_linked_one_after_the_other() {
        for (int each = 0; each < 5; each++) {
            does("a" + each);
        }
        linkAll();
        assertThat(audits.page(organizationId, AuditFilter.all(), FIRST).docs())
                .extracting(Entry::position)
                .containsExactly(5L, 4L, 3L, 2L, 1L);
        assertThat(audits.prove().faults()).isEmpty();
    }

    @Test
    void what_is_under_way_holds_up_what_comes_after_it() {
        audits.doing(
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
        does("a");
        does("b");
        does("c");
        linkAll();
        tamper(tx -> tx.handle()
                .createUpdate(sql)
                .bind("organization", organizationId)
                .execute());
        assertThat(audits.prove().faults()).hasSize(1).allMatch(fault -> fault.contains(organizationId.toString()));
        tamper(tx -> tx.handle()
                .createUpdate("DELETE FROM audit_entry WHERE organization_id = :organization")
                .bind("organization", organizationId)
                .execute());
        tamper(tx -> tx.handle()
                .createUpdate("DELETE FROM audit_head WHERE organization_id = :organization")
                .bind("organization", organizationId)
                .execute());
    }
}
