package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.AuditFilter;
import dev.sluice.audit.Audits;
import dev.sluice.audit.Entry;
import dev.sluice.auth.AuthFixture;
import dev.sluice.http.Page;
import dev.sluice.ledger.Ledger;
import dev.sluice.merchant.Role;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The commands `admin vault`, and their audit entries.
final class AdminVaultTest {
    private final AuthFixture fixture = new AuthFixture();
    private final Terminal terminal = new Terminal(fixture, Path.of("."));

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void a_data_key_is_followed_by_another_and_only_by_one() {
        assertThat(terminal.run("admin", "vault", "list").out()).containsPattern("KEYS +CURRENT SINCE +NEXT FROM\\n1 ");
        assertThat(terminal.run("admin", "vault", "rotate").out()).containsPattern("\\n2 +20[^ ]+Z +20[^ ]+Z");
        var again = terminal.run("admin", "vault", "rotate");
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).contains("a rotation is already pending: the next data key takes over within the hour");
        assertThat(log(Ledger.PLATFORM)).as("where nobody is an operator").hasSize(1);
    }

    @Test
    void it_stands_in_the_log_of_every_organization_of_operators() {
        var day = fixture.organization("Day");
        var night = fixture.organization("Night");
        fixture.users.create(day.id(), "day@example.com", "Day", Role.OPERATOR);
        fixture.users.create(night.id(), "night@example.com", "Night", Role.OPERATOR);
        assertThat(terminal.run("admin", "vault", "rotate").code()).isZero();
        assertThat(log(Ledger.PLATFORM)).isEmpty();
        for (var each : List.of(day, night)) {
            assertThat(log(each.id())).singleElement().satisfies(entry -> {
                assertThat(entry.action().action()).isEqualTo("admin/vault/rotate");
                assertThat(entry.action().actor().name()).isEqualTo("command line");
                assertThat(entry.fields()).containsEntry("systemUser", System.getProperty("user.name"));
                assertThat(entry.isDone()).isTrue();
            });
        }
    }

    private List<Entry> log(UUID organizationId) {
        return Audits.wire(fixture.database.database(), fixture.vault, fixture.clocks)
                .page(organizationId, AuditFilter.all(), new Page.Request(50, 1, Page.Sort.CREATED_DESCENDING))
                .docs();
    }
}
