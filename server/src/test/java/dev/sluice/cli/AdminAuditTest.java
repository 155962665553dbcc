package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.AuditFilter;
import dev.sluice.audit.Audits;
import dev.sluice.auth.AuthFixture;
import dev.sluice.http.Page;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// An audit log without its seals is sealed anew on an operator's command, and records that.
class AdminAuditTest {
    private final AuthFixture fixture = new AuthFixture();
    private final Terminal terminal = new Terminal(fixture, Path.of("."));
    private final Audits audits = Audits.wire(fixture.database.database(), fixture.vault, fixture.clocks);

    @AfterEach
    void close() {
        fixture.close();
    }

    private void linkAll() {
        while (audits.link()) {
            // Repeat batch by batch.
        }
    }

    @Test
    void chains_without_seals_are_sealed_once_and_each_log_has_where_its_chain_ended() {
        var nothing = terminal.run("admin", "audit", "seal");
        assertThat(nothing.code()).isEqualTo(1);
        assertThat(nothing.err()).startsWith("error: no chain to sign");
        var id = terminal.run("admin", "organization", "create", "Acme").out().strip();
        terminal.run("admin", "organization", "create", "Blue Ltd");
        linkAll();
        fixture.database.database().run(tx -> {
            tx.handle().execute("SET LOCAL session_replication_role = replica");
            tx.handle().execute("UPDATE audit_head SET seal = NULL");
            tx.handle().execute("UPDATE audit_register SET since = NULL, seal = NULL");
        });
        assertThat(audits.verify().faults()).hasSize(1);
        var ends = audits.verify().ends();
        var sealed = terminal.run("admin", "audit", "seal");
        assertThat(sealed.code()).isZero();
        assertThat(sealed.out()).startsWith("2 chains are signed, 0 faults");
        assertThat(ends).hasSize(2).allSatisfy(end -> assertThat(sealed.out()).contains(end.line()));
        var page = new Page.Request(50, 1, Page.Sort.CREATED_DESCENDING);
        var entry =
                audits.page(UUID.fromString(id), AuditFilter.all(), page).docs().getFirst();
        assertThat(entry.action().action()).isEqualTo("admin/audit/seal");
        assertThat(entry.actor()).isEqualTo("command line");
        assertThat(entry.fields()).containsEntry("position", "1").containsKeys("hash", "systemUser");
        linkAll();
        assertThat(audits.verify().faults()).isEmpty();
        var again = terminal.run("admin", "audit", "seal");
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).startsWith("error: the chains are signed, since ");
    }
}
