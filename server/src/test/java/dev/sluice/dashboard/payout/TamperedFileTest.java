package dev.sluice.dashboard.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.dashboard.ImportFileCase;
import dev.sluice.db.ServingRole;
import dev.sluice.merchant.Role;
import dev.sluice.rail.RailAlerts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An attacker with the password of the serving role, but not the master key, tries to have a file pay rows that no
/// user confirmed.
class TamperedFileTest extends ImportFileCase {
    private static final String BULK = "/dashboard/payouts/bulk";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String HEAD = "currency,amount,account_name,account_number,bank_code,reference";
    private static final byte[] ROWS =
            csv(HEAD, List.of("IDR,10000,Siti Rahayu,1234567890,014,A-1", "IDR,20000,Budi Santoso,1234567891,014,A-2"));
    private static final byte[] THEIRS = csv(HEAD, List.of("IDR,10000,Rani Thief,6666666666,014,A-3"));

    private final ServingRole attacker = new ServingRole(service.connections());

    @BeforeEach
    void forgetAlerts() {
        service.connections().run(tx -> tx.handle().execute("DELETE FROM rail_alert"));
    }

    /// Deletes unfinished files, since the service retries a held file again and again.
    @AfterEach
    void leave() {
        service.connections().run(tx -> tx.handle().execute("DELETE FROM fileimport_file WHERE state <> 'DONE'"));
        attacker.close();
    }

    private static UUID id(String file) {
        return UUID.fromString(file.substring(BULK.length() + 1));
    }

    private void isHeld() {
        Eventually.within(
                PATIENCE,
                "operators are told",
                () -> RailAlerts.conditions(service.connections()).stream()
                        .anyMatch(condition -> condition.startsWith("file/tampered/")));
        assertThat(merchant.payouts()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "content = (SELECT other.content FROM fileimport_row other"
                        + " WHERE other.file_id = fileimport_row.file_id AND other.number <> fileimport_row.number)",
                "content = (SELECT content FROM fileimport_row theirs WHERE theirs.file_id = '%s')",
                "content = 'sealed by nobody'",
                "units = units * 10",
                "fee_units = 0",
                "chunk = chunk - 1",
                "payee_revision = 7",
                "mac = NULL",
                "mac = sha256('guessed')"
            })
    void rows_that_were_changed_after_somebody_looked_at_them_are_not_paid(String change) {
        var maker = person(Role.MAKER);
        var file = uploaded(maker, BULK, ROWS);
        var theirs = uploaded(person(Role.MAKER), BULK, THEIRS);
        var what = change.contains("%s") ? change.formatted(id(theirs)) : change;
        assertThat(attacker.execute(
                        "UPDATE fileimport_row SET " + what + " WHERE file_id = ? AND number = 2", id(file)))
                .isEqualTo(1);
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        isHeld();
    }

    @ParameterizedTest
    @ValueSource(strings = {"NULL", "sha256('guessed')"})
    void a_file_that_nobody_confirmed_is_not_paid(String mac) {
        var file = uploaded(person(Role.MAKER), BULK, ROWS);
        assertThat(attacker.execute(
                        "UPDATE fileimport_file SET state = 'CONFIRMED', confirmed_by = created_by,"
                                + " confirmed_by_name ="
                                + " created_by_name, confirmed_by_role = 'MAKER', confirmed_at = now(), mac = " + mac
                                + " WHERE id = ?",
                        id(file)))
                .isEqualTo(1);
        isHeld();
    }

    @Test
    void a_file_that_was_restored_is_paid() {
        var maker = person(Role.MAKER);
        var file = uploaded(maker, BULK, ROWS);
        attacker.execute("UPDATE fileimport_row SET units = units * 10 WHERE file_id = ?", id(file));
        maker.post(file + "/confirm", Map.of());
        isHeld();
        attacker.execute("UPDATE fileimport_row SET units = units / 10 WHERE file_id = ?", id(file));
        loseLeases("fileimport_file");
        awaitEnd(maker, file);
        assertThat(merchant.payouts()).isEqualTo(2);
    }
}
