package dev.sluice.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.db.ServingRole;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.webhook.TestReceiver.Behaviour;
import dev.sluice.webhook.endpoint.Endpoint;
import dev.sluice.webhook.endpoint.WebhookFixture;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An attacker with the password of the serving role, but not the master key, tries to have events sent to another
/// address.
class TamperedEndpointTest {
    private static final Behaviour FINE = TestReceiver.answering(200);

    private final WebhookFixture fixture = new WebhookFixture();
    private final ServingRole attacker = new ServingRole(fixture.database.database());
    private TestReceiver theirs;
    private TestReceiver mine;
    private TestReceiver other;
    private Endpoint endpoint;

    @BeforeEach
    void open() throws Exception {
        theirs = new TestReceiver(FINE);
        mine = new TestReceiver(FINE);
        other = new TestReceiver(FINE);
        endpoint = fixture.endpoint(mine.url());
        fixture.endpoint(other.url());
    }

    @AfterEach
    void close() throws Exception {
        theirs.close();
        mine.close();
        other.close();
        attacker.close();
        fixture.close();
    }

    private void change(String what, Object... values) {
        var arguments = new ArrayList<>(List.of(values));
        arguments.add(endpoint.id());
        assertThat(attacker.execute("UPDATE webhook_endpoint SET " + what + " WHERE id = ?", arguments.toArray()))
                .isEqualTo(1);
    }

    /// Creates events, and waits until the other endpoint has received them.
    private void tell() {
        int before = other.received().size();
        fixture.happen(3);
        fixture.until(() -> other.received().size() >= before + 3);
        fixture.rest();
    }

    @Test
    void events_are_not_sent_to_a_url_that_was_changed_and_are_once_it_is_restored() {
        change("url = ?", theirs.url().toString());
        tell();
        assertThat(theirs.received()).isEmpty();
        assertThat(fixture.alerts)
                .singleElement()
                .satisfies(alert ->
                        assertThat(alert.message()).contains(endpoint.id().toString(), "Changed records"));
        change("url = ?", mine.url().toString());
        fixture.until(() -> mine.received().size() >= 3);
        assertThat(theirs.received()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "types = ARRAY['*', 'deposit.completed']",
                "amounts = 'string'",
                "secret = (SELECT other.secret FROM webhook_endpoint other WHERE other.id <> webhook_endpoint.id)",
                "former_secret = secret, former_until = now()",
                "mac = ''",
                "mac = sha256('guessed')"
            })
    void nothing_is_sent_to_an_endpoint_that_was_changed(String what) {
        change(what);
        tell();
        assertThat(mine.received()).isEmpty();
    }

    @Test
    void an_endpoint_that_was_inserted_is_told_nothing() {
        attacker.execute(
                "INSERT INTO webhook_endpoint (organization_id, id, url, types, amounts, status, secret, created_at,"
                        + " updated_at, mac) SELECT organization_id, ?, ?, types, amounts, status, secret, created_at,"
                        + " updated_at, mac FROM webhook_endpoint WHERE id = ?",
                fixture.clocks.newId(),
                theirs.url().toString(),
                endpoint.id());
        attacker.execute("INSERT INTO webhook_cursor (organization_id, endpoint_id, position, active)"
                + " SELECT organization_id, id, 0, true FROM webhook_endpoint e WHERE NOT EXISTS"
                + " (SELECT 1 FROM webhook_cursor c WHERE c.endpoint_id = e.id)");
        tell();
        assertThat(theirs.received()).isEmpty();
    }

    @Test
    void an_endpoint_that_was_changed_is_neither_tried_nor_rotated_and_can_be_deleted() {
        change("url = ?", theirs.url().toString());
        var refused = List.<Runnable>of(
                () -> fixture.endpoints.toUse(fixture.organization, endpoint.id()),
                () -> fixture.enabled(endpoint, false),
                () -> fixture.database
                        .database()
                        .run(tx -> fixture.endpoints.rotate(tx, fixture.organization, endpoint.id())));
        for (var each : refused) {
            assertThatThrownBy(each::run)
                    .isInstanceOfSatisfying(
                            Refused.class,
                            found -> assertThat(found.refusal()).isEqualTo(Refusal.WEBHOOK_ENDPOINT_HELD));
        }
        fixture.database.database().run(tx -> fixture.endpoints.delete(tx, fixture.organization, endpoint.id()));
        assertThat(fixture.endpoints.of(fixture.organization)).hasSize(1);
    }

    @Test
    void the_proof_names_an_endpoint_that_was_changed() {
        assertThat(faults()).isEmpty();
        change("url = ?", theirs.url().toString());
        assertThat(faults()).singleElement().asString().contains(endpoint.id().toString());
    }

    private List<String> faults() {
        var faults = new ArrayList<String>();
        return fixture.database.database().read(handle -> {
            WebhookModule.verify(handle, fixture.vault, faults::add);
            return faults;
        });
    }
}
