package dev.sluice.recipient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.TestService;
import dev.sluice.db.ServingRole;
import dev.sluice.rail.RailAlerts;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An attacker with the password of the serving role, but not the master key, changes stored recipients in the
/// database.
class TamperedRecipientTest {
    private static final String OTHER_ACCOUNT = "sealed = (SELECT other.sealed FROM recipient other"
            + " WHERE other.organization_id = recipient.organization_id AND other.id <> recipient.id LIMIT 1)";

    private static TestService service;
    private static ServingRole attacker;
    private Merchant merchant;
    private String recipient;

    @BeforeAll
    static void start() {
        service = TestService.start();
        attacker = new ServingRole(service.connections());
    }

    @AfterAll
    static void stop() {
        attacker.close();
        service.close();
    }

    @BeforeEach
    void store() {
        merchant = Merchant.at(service);
        recipient = merchant.storedInIndonesia();
        merchant.stored(
                "IDR",
                "ID",
                "\"bankName\":\"Bank Central Asia\",\"accountNumber\":\"6666666666\",\"paymentCode\":\"014\"");
    }

    @AfterEach
    void close() {
        merchant.close();
    }

    private String pay() {
        return merchant.pay(Merchant.idr("{\"recipientId\":\"" + recipient + "\",\"amount\":50000}"))
                .toString();
    }

    private void change(String what) {
        assertThat(attacker.execute("UPDATE recipient SET " + what + " WHERE id = ?", UUID.fromString(recipient)))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                OTHER_ACCOUNT,
                "name = 'Thief'",
                "sequence = sequence + 1",
                "mac = NULL",
                "mac = sha256('guessed')",
                OTHER_ACCOUNT + ", mac = (SELECT other.mac FROM recipient other WHERE other.organization_id ="
                        + " recipient.organization_id AND other.id <> recipient.id LIMIT 1)"
            })
    void who_was_changed_is_not_paid_and_reported_and_found_by_the_proof_of_the_books(String change) {
        assertThat(pay()).startsWith("201");
        change(change);
        assertThat(pay()).contains("RECIPIENT_HELD");
        assertThat(RailAlerts.conditions(service.connections()))
                .anySatisfy(condition -> assertThat(condition).startsWith("recipient/tampered/"));
        assertThat(service.audit().faults())
                .filteredOn(fault -> fault.contains(recipient))
                .singleElement()
                .asString()
                .contains("recipient", "changed in the database");
    }

    @Test
    void the_neighbours_of_who_was_changed_are_paid() {
        change(OTHER_ACCOUNT);
        assertThat(pay()).contains("RECIPIENT_HELD");
        recipient = merchant.storedInIndonesia();
        assertThat(pay()).startsWith("201");
    }

    @Test
    void who_was_changed_is_not_made_genuine_by_a_change_and_can_be_deleted() {
        change(OTHER_ACCOUNT);
        var path = "/v1/recipient/" + recipient;
        assertThat(merchant.client().patch(path, "{\"city\":\"Bogor\"}").toString())
                .contains("RECIPIENT_HELD");
        assertThat(merchant.client().delete(path).toString()).startsWith("200");
    }

    @Test
    void a_deleted_recipient_that_is_brought_back_is_not_paid() {
        merchant.client().delete("/v1/recipient/" + recipient).expect(200);
        change("deleted_at = NULL, sequence = 1");
        assertThat(pay()).contains("RECIPIENT_HELD");
    }

    @Test
    void a_row_that_is_restored_is_paid_again() {
        change("name = 'Thief'");
        assertThat(pay()).contains("RECIPIENT_HELD");
        change("name = 'Siti Rahayu'");
        assertThat(pay()).startsWith("201");
    }
}
