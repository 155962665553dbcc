package dev.sluice.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Migrations;
import dev.sluice.db.TwoRoles;
import dev.sluice.vault.Vault;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Protection of the audit log against the serving role, if another role owns its tables.
class AuditGuardTest {
    private static final UUID ORGANIZATION = UUID.randomUUID();

    private static TwoRoles roles;
    private static Database serving;
    private static Audits audits;

    @BeforeAll
    static void open() {
        roles = new TwoRoles();
        serving = Database.open(roles.serving(), 4, null);
        Migrations.migrate(serving, roles.owner());
        var vault = Vault.open(serving, new byte[Vault.MASTER_KEY_BYTES]);
        audits = Audits.wire(serving, vault, new Clocks(InstantSource.system()));
        does("a");
        does("b");
        begins("s-1");
        while (audits.link()) {
            // Links batch by batch.
        }
    }

    @AfterAll
    static void close() {
        serving.close();
        roles.close();
    }

    private static void does(String action) {
        var actor = new AuditAction.Actor(ORGANIZATION, UUID.randomUUID(), "Rani", "OWNER", "192.0.2.1");
        audits.runOnOther(
                new AuditAction(actor, action, null, Map.of("reason", "x")), () -> 403, status -> status, _ -> 500);
    }

    /// Begins an action that never ends, as after a crash.
    private static void begins(String subject) {
        var actor = new AuditAction.Actor(UUID.randomUUID(), UUID.randomUUID(), "Rani", "OWNER", "192.0.2.1");
        assertThatThrownBy(() -> audits.run(
                        new AuditAction(actor, "e", subject, Map.of()),
                        () -> {
                            throw new AssertionError("the node died");
                        },
                        _ -> 200,
                        _ -> 500))
                .isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE audit_entry SET position = NULL, hash = NULL WHERE position = 2",
                "UPDATE audit_entry SET position = position + 10",
                "UPDATE audit_entry SET hash = sha256('x') WHERE position = 2",
                "UPDATE audit_entry SET outcome = 303 WHERE position = 2",
                "UPDATE audit_entry SET outcome = 303 WHERE position IS NULL",
                "UPDATE audit_entry SET outcome = NULL WHERE position IS NULL",
                "UPDATE audit_entry SET sealed = 'x' WHERE position = 2",
                "UPDATE audit_entry SET sealed = 'x' WHERE position IS NULL",
                "UPDATE audit_entry SET mac = sha256('x') WHERE position = 2",
                "UPDATE audit_entry SET mac = sha256('x') WHERE outcome IS NOT NULL AND position IS NULL",
                "UPDATE audit_entry SET sealed = repeat('x', 300001)::bytea WHERE subject = 's-1'",
                "INSERT INTO audit_entry SELECT * FROM audit_entry WHERE position = 2",
                "UPDATE audit_entry SET subject = 'x' WHERE position = 2",
                "UPDATE audit_entry SET subject = 'x' WHERE outcome IS NOT NULL AND position IS NULL",
                "UPDATE audit_entry SET subject = 'x' WHERE subject = 's-1'",
                "UPDATE audit_head SET seal = NULL",
                "UPDATE audit_head SET position = 1, last_hash = (SELECT hash FROM audit_entry WHERE position = 1)",
                "UPDATE audit_head SET last_hash = sha256('x')",
                "UPDATE audit_head SET organization_id = gen_random_uuid()",
                "UPDATE audit_register SET since = NULL, seal = NULL",
                "UPDATE audit_register SET since = now()",
                "DROP TRIGGER audit_entry_kept ON audit_entry",
                "ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_kept",
                "SET session_replication_role = replica",
                "CREATE OR REPLACE FUNCTION audit_head_kept() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END'"
            })
    void it_takes_nothing_back(String sql) {
        does("c");
        assertThat(answer(sql)).isIn("42501", "55000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE audit_entry SET mac = NULL WHERE subject = 's-1'",
                "INSERT INTO audit_entry SELECT (jsonb_populate_record(entry, '{\"mac\": null}')).*"
                        + " FROM audit_entry entry WHERE position IS NULL"
            })
    void it_takes_no_entry_without_a_mac(String sql) {
        does("c");
        assertThat(answer(sql)).isEqualTo("23502");
    }

    private static String answer(String sql) {
        return serving.read(handle -> {
            try (var statement = handle.getConnection().createStatement()) {
                statement.execute(sql);
                return "done";
            } catch (SQLException refused) {
                return String.valueOf(refused.getSQLState());
            }
        });
    }

    @Test
    void the_log_goes_on_and_is_right() {
        does("d");
        while (audits.link()) {
            // Links batch by batch.
        }
        assertThat(audits.verify().faults()).isEmpty();
    }
}
