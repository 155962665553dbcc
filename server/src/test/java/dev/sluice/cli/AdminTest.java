package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.AuditFilter;
import dev.sluice.audit.Audits;
import dev.sluice.audit.Entry;
import dev.sluice.auth.AuthFixture;
import dev.sluice.http.Page;
import dev.sluice.merchant.User;
import dev.sluice.signin.Sessions;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class AdminTest {
    private final AuthFixture fixture = new AuthFixture();

    @TempDir
    private Path files = Path.of(".");

    private final Terminal terminal = new Terminal(fixture, Path.of("."));

    @AfterAll
    void close() {
        fixture.close();
    }

    @Test
    void the_root_lists_its_commands() {
        var help = terminal.run("--help");
        assertThat(help.code()).isZero();
        assertThat(help.out())
                .contains(
                        "serve",
                        "migrate",
                        "test",
                        "api",
                        "listen",
                        "trigger",
                        "event",
                        "verify-signature",
                        "bank",
                        "admin",
                        "verify-ledger");
        assertThat(terminal.run("--version").out()).startsWith("sluice ");
        assertThat(terminal.run().code()).isEqualTo(2);
        assertThat(terminal.run("admin").err()).contains("organization", "user", "client", "key", "switch", "balance");
        assertThat(terminal.run("serve").code()).isEqualTo(7);
        assertThat(terminal.run("migrate").code()).isEqualTo(9);
        assertThat(terminal.run("verify-ledger").code()).isEqualTo(8);
        assertThat(terminal.run("nonsense").code()).isEqualTo(2);
    }

    @Test
    void an_organization_is_found_by_id_and_by_name() {
        var created = terminal.run("admin", "organization", "create", "Blue Ltd");
        var id = created.out().strip();
        assertThat(terminal.run("admin", "organization", "list").out()).contains(id, "Blue Ltd");
        assertThat(terminal.run("admin", "user", "list", "blue ltd").code()).isZero();
        assertThat(terminal.run("admin", "user", "list", id).code()).isZero();
        var missing = terminal.run("admin", "user", "list", "Green Ltd");
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err().strip()).isEqualTo("error: no organization Green Ltd");
    }

    @Test
    void an_organization_has_a_name_that_fits_its_pages() {
        int before = fixture.organizations.list().size();
        for (var name : List.of("", " ", "x".repeat(121))) {
            var refused = terminal.run("admin", "organization", "create", name);
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.out()).isEmpty();
            assertThat(refused.err().strip()).isEqualTo("error: an organization's name has 1 to 120 characters");
        }
        assertThat(fixture.organizations.list()).hasSize(before);
        var printed = terminal.run("admin", "organization", "create", " " + "x".repeat(120) + " ");
        assertThat(fixture.organizations
                        .get(UUID.fromString(printed.out().strip()))
                        .name())
                .isEqualTo("x".repeat(120));
    }

    @Test
    void an_organization_has_a_logo() throws IOException {
        var id = organization();
        var file = files.resolve("logo.png");
        ImageIO.write(new BufferedImage(64, 64, BufferedImage.TYPE_INT_ARGB), "png", file.toFile());
        var put = terminal.run("admin", "organization", "logo", id, file.toString());
        assertThat(put.code()).isZero();
        assertThat(fixture.organizations.logo(UUID.fromString(id))).isPresent();
        assertThat(terminal.run("admin", "organization", "logo", id).code()).isZero();
        assertThat(fixture.organizations.logo(UUID.fromString(id))).isEmpty();
        var text = Files.writeString(files.resolve("logo.txt"), "logo");
        var refused = terminal.run("admin", "organization", "logo", id, text.toString());
        assertThat(refused.err().strip()).isEqualTo("error: a logo is a PNG, or a JPEG in RGB or grey");
    }

    @Test
    void a_user_is_created_listed_and_disabled() {
        var id = organization();
        var printed = terminal.run("admin", "user", "create", id, "eve@example.com", "Eve", "--role", "operator");
        assertThat(printed.out()).doesNotContain("://");
        assertThat(fixture.users.authenticate("eve@example.com", printed.value("SLUICE_DASHBOARD_PASSWORD")))
                .isPresent();
        assertThat(terminal.run("admin", "user", "list", id).out()).contains("eve@example.com", "operator", "active");
        var eve = fixture.users.find("eve@example.com").orElseThrow();
        var sessions = sessions();
        sessions.open(eve, "127.0.0.1", "test", true);
        assertThat(terminal.run("admin", "user", "disable", id, "eve@example.com")
                        .code())
                .isZero();
        assertThat(terminal.run("admin", "user", "list", id).out()).contains("disabled");
        assertThat(sessions.of(eve)).isEmpty();
        assertThat(terminal.run("admin", "user", "disable", id, "nobody@example.com")
                        .err())
                .startsWith("error: no user nobody@example.com");
    }

    private Sessions sessions() {
        return Sessions.wire(
                fixture.database.database(),
                fixture.vault,
                fixture.clocks,
                fixture.organizations,
                fixture.users,
                fixture.random,
                true);
    }

    private User user(String email) {
        return fixture.users.find(email).orElseThrow();
    }

    @Test
    void who_lost_their_password_gets_another_one_and_is_signed_out() {
        var id = organization();
        var printed = terminal.run("admin", "user", "create", id, "gone@example.com", "Go");
        var sessions = sessions();
        sessions.open(user("gone@example.com"), "127.0.0.1", "test", true);
        var renewed = terminal.run("admin", "user", "new-password", id, "gone@example.com");
        assertThat(renewed.value("SLUICE_DASHBOARD_EMAIL")).isEqualTo("gone@example.com");
        assertThat(fixture.users.authenticate("gone@example.com", renewed.value("SLUICE_DASHBOARD_PASSWORD")))
                .isPresent();
        assertThat(fixture.users.authenticate("gone@example.com", printed.value("SLUICE_DASHBOARD_PASSWORD")))
                .isEmpty();
        assertThat(sessions.of(user("gone@example.com"))).isEmpty();
        terminal.sandbox = false;
        try {
            var other = organization();
            terminal.run("admin", "user", "create", other, "away@example.com", "Away", "--role", "maker");
            terminal.run("admin", "user", "new-password", other, "away@example.com");
            assertThat(user("away@example.com").firstPasswordUntil()).isPresent();
        } finally {
            terminal.sandbox = true;
        }
        assertThat(entries(id).getLast().action().action()).isEqualTo("admin/user/new-password");
        assertThat(terminal.run("admin", "user", "new-password", organization(), "gone@example.com")
                        .err())
                .startsWith("error: no user gone@example.com in ");
    }

    @Test
    void who_lost_their_second_step_is_helped_and_told() {
        var id = organization();
        terminal.run("admin", "user", "create", id, "lost@example.com", "Lo");
        assertThat(terminal.run("admin", "user", "reset-factors", id, "lost@example.com")
                        .code())
                .isZero();
        assertThat(terminal.run("admin", "user", "reset-factors", organization(), "lost@example.com")
                        .err())
                .startsWith("error: no user lost@example.com in ");
    }

    @Test
    void a_client_is_created_rotated_fenced_and_revoked() {
        var id = organization();
        var printed = terminal.run("admin", "client", "create", id, "till", "--allow", "10.0.0.0/8,::1");
        var clientId = printed.value("SLUICE_CLIENT_ID");
        assertThat(terminal.run("admin", "client", "list", id).out())
                .contains(clientId, "server", "10.0.0.0/8 ::1", "active");

        var rotated = terminal.run("admin", "client", "rotate", clientId);
        assertThat(rotated.value("SLUICE_CLIENT_SECRET")).isNotEqualTo(printed.value("SLUICE_CLIENT_SECRET"));
        assertThat(fixture.clients.find(clientId).orElseThrow().secrets()).hasSize(2);
        assertThat(terminal.run("admin", "client", "revoke", clientId, "--previous")
                        .code())
                .isZero();
        assertThat(fixture.clients.find(clientId).orElseThrow().secrets()).hasSize(1);

        assertThat(terminal.run("admin", "client", "allow", clientId, "192.0.2.1", "2001:db8::/32")
                        .code())
                .isZero();
        assertThat(terminal.run("admin", "client", "list", id).out()).contains("192.0.2.1 2001:db8::/32");
        assertThat(terminal.run("admin", "client", "allow", clientId).err()).contains("--any");
        assertThat(terminal.run("admin", "client", "allow", clientId, "example.com")
                        .code())
                .isEqualTo(1);
        assertThat(terminal.run("admin", "client", "allow", clientId, "--any").code())
                .isZero();
        assertThat(fixture.clients.find(clientId).orElseThrow().allowlist().ranges())
                .isEmpty();

        assertThat(terminal.run("admin", "client", "revoke", clientId).code()).isZero();
        assertThat(terminal.run("admin", "client", "rotate", clientId).err()).contains("is revoked");
    }

    @Test
    void a_key_is_created_fenced_and_revoked() {
        var id = organization();
        var token = terminal.run("admin", "key", "create", id, "books", "--scope", "read,payouts")
                .value("SLUICE_API_KEY");
        var listed = terminal.run("admin", "key", "list", id).out();
        assertThat(listed)
                .contains(token.substring(0, 14) + "…", "read,payouts", "active")
                .doesNotContain(token);
        var keyId = fixture.keys
                .list(fixture.organizations
                        .find(java.util.UUID.fromString(id))
                        .orElseThrow()
                        .id())
                .getFirst()
                .id()
                .toString();
        assertThat(terminal.run("admin", "key", "allow", id, keyId, "192.0.2.0/24")
                        .code())
                .isZero();
        assertThat(terminal.run("admin", "key", "list", id).out()).contains("192.0.2.0/24");
        assertThat(terminal.run("admin", "key", "revoke", id, keyId).code()).isZero();
        assertThat(terminal.run("admin", "key", "list", id).out()).contains("revoked");
        assertThat(terminal.run("admin", "key", "create", id, "x", "--scope", "everything")
                        .err())
                .contains("unknown scope everything");
    }

    @Test
    void a_key_that_is_not_there_is_not_revoked_and_one_that_is_revoked_stays_so() {
        var id = organization();
        var other = organization();
        terminal.run("admin", "key", "create", id, "books");
        var client = terminal.run("admin", "client", "create", id, "till").value("SLUICE_CLIENT_ID");
        var key = fixture.keys.list(UUID.fromString(id)).getFirst().id().toString();
        var clientsId = fixture.clients.find(client).orElseThrow().id().toString();
        for (var wrong : List.of(UUID.randomUUID().toString(), clientsId)) {
            var refused = terminal.run("admin", "key", "revoke", id, wrong);
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.err().strip()).isEqualTo("error: no API key " + wrong);
            assertThat(entries(id).getLast().isRefused()).isTrue();
        }
        assertThat(terminal.run("admin", "key", "revoke", other, key).code()).isEqualTo(1);
        assertThat(fixture.keys.list(UUID.fromString(id)).getFirst().revokedAt())
                .isEmpty();

        assertThat(terminal.run("admin", "key", "revoke", id, key).code()).isZero();
        var revoked = fixture.keys.list(UUID.fromString(id)).getFirst().revokedAt();
        assertThat(revoked).isPresent();
        assertThat(terminal.run("admin", "key", "revoke", id, key).code()).isZero();
        assertThat(fixture.keys.list(UUID.fromString(id)).getFirst().revokedAt())
                .isEqualTo(revoked);
    }

    @Test
    void switches_are_turned_and_listed() {
        var id = organization();
        assertThat(terminal.run("admin", "switch", "on", id, "signature-required")
                        .code())
                .isZero();
        assertThat(terminal.run("admin", "switch", "off", id, "conversion", "--pair", "usdc/idr")
                        .code())
                .isZero();
        var listed = terminal.run("admin", "switch", "list", id).out();
        assertThat(listed).containsPattern("signature-required +on").containsPattern("conversion USDC/IDR +off");
        assertThat(terminal.run("admin", "switch", "on", id, "gravity").err()).contains("no switch gravity");
        assertThat(terminal.run("admin", "switch", "on", id, "checkout", "--pair", "usdc/idr")
                        .code())
                .isEqualTo(1);
    }

    @Test
    void money_is_deposited_in_the_sandbox_alone() {
        var id = organization();
        assertThat(terminal.run("admin", "balance", "deposit", id, "1000.50", "USD")
                        .code())
                .isZero();
        assertThat(terminal.deposits).contains(id + " 1000.50 USD");
        assertThat(terminal.run("admin", "balance", "deposit", id, "-1", "USD").code())
                .isNotZero();
        terminal.sandbox = false;
        assertThat(terminal.run("admin", "balance", "deposit", id, "1", "USD").err())
                .contains("only available in the sandbox");
        terminal.sandbox = true;
    }

    @Test
    void what_commands_change_stands_in_the_organizations_log() {
        var id = organization();
        terminal.run("admin", "switch", "off", id, "checkout", "--reason", " They asked for it ");
        terminal.run("admin", "switch", "off", id, "checkout", "--reason", "x".repeat(501));
        terminal.run("admin", "switch", "off", id, "conversion", "--pair", "usdc/idr");
        var printed = terminal.run("admin", "key", "create", id, "books", "--scope", "read,payouts");
        var keyId = fixture.keys.list(UUID.fromString(id)).getFirst().id().toString();
        terminal.run("admin", "key", "allow", id, keyId, "192.0.2.0/24");
        terminal.run("admin", "key", "revoke", id, keyId);
        var client = terminal.run("admin", "client", "create", id, "till");
        var clientId = client.value("SLUICE_CLIENT_ID");
        var rotated = terminal.run("admin", "client", "rotate", clientId);
        terminal.run("admin", "client", "allow", clientId, "192.0.2.1");
        terminal.run("admin", "client", "revoke", clientId, "--previous");
        var user = terminal.run("admin", "user", "create", id, "log@example.com", "Log");
        terminal.run("admin", "user", "disable", id, "log@example.com");
        terminal.run("admin", "balance", "deposit", id, "5", "USD");
        terminal.run("admin", "organization", "logo", id);
        var entries = entries(id);
        assertThat(entries.stream().map(each -> each.action().action()))
                .containsExactly(
                        "admin/organization/create",
                        "admin/switch",
                        "admin/switch",
                        "admin/key/create",
                        "admin/key/allow",
                        "admin/key/revoke",
                        "admin/client/create",
                        "admin/client/rotate",
                        "admin/client/allow",
                        "admin/client/revoke",
                        "admin/user/create",
                        "admin/user/disable",
                        "admin/balance/deposit",
                        "admin/organization/logo");
        assertThat(entries).allSatisfy(each -> {
            assertThat(each.action().actor().name()).isEqualTo("command line");
            assertThat(each.fields()).containsEntry("systemUser", System.getProperty("user.name"));
            assertThat(each.isDone()).isTrue();
        });
        assertThat(entries.get(0).fields()).containsEntry("name", "Acme");
        assertThat(entries.get(1).fields())
                .containsEntry("switch", "checkout")
                .containsEntry("before.state", "on")
                .containsEntry("reason", "They asked for it")
                .containsEntry("state", "off");
        assertThat(entries.get(2).fields()).doesNotContainKey("reason");
        assertThat(entries.get(2).fields()).containsEntry("switch", "conversion USDC/IDR");
        assertThat(entries.get(4).action().subject()).isEqualTo(keyId);
        assertThat(entries.get(4).fields())
                .containsEntry("before.allowlist", "any")
                .containsEntry("allowlist", "192.0.2.0/24");
        assertThat(entries.get(9).fields()).containsEntry("secrets", "previous");
        assertThat(entries.toString())
                .doesNotContain(printed.value("SLUICE_API_KEY"))
                .doesNotContain(client.value("SLUICE_CLIENT_SECRET"))
                .doesNotContain(rotated.value("SLUICE_CLIENT_SECRET"))
                .doesNotContain(user.value("SLUICE_DASHBOARD_PASSWORD"));
    }

    @Test
    void what_was_refused_stands_there_as_refused_and_looking_does_not_stand_there() {
        var id = organization();
        terminal.run("admin", "key", "list", id);
        terminal.run("admin", "switch", "list", id);
        assertThat(terminal.run("admin", "key", "allow", id, UUID.randomUUID().toString(), "--any")
                        .code())
                .isEqualTo(1);
        assertThat(terminal.run("admin", "client", "rotate", "cl_nobody").err()).contains("no client cl_nobody");
        var entries = entries(id);
        assertThat(entries).hasSize(2);
        assertThat(entries.getLast().isRefused()).isTrue();
    }

    /// Returns an organization's audit entries, oldest first.
    private List<Entry> entries(String id) {
        return Audits.wire(fixture.database.database(), fixture.vault, fixture.clocks)
                .page(UUID.fromString(id), AuditFilter.all(), new Page.Request(50, 1, Page.Sort.CREATED_DESCENDING))
                .docs()
                .reversed();
    }

    private String organization() {
        return terminal.run("admin", "organization", "create", "Acme").out().strip();
    }
}
