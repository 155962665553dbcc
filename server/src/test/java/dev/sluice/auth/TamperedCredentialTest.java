package dev.sluice.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.db.ServingRole;
import dev.sluice.merchant.Organization;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.refusal.Refused;
import dev.sluice.text.Sha256;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An attacker with the password of the serving role, and without the master key, wants a credential that pays.
class TamperedCredentialTest {
    private static final KeyMaker RANI = new KeyMaker(new UUID(0, 7), "Rani");

    private final AuthFixture fixture = new AuthFixture();
    private final ServingRole attacker = new ServingRole(fixture.database.database());
    private final Organization acme = fixture.organization("Acme");
    private final List<String> reported = new ArrayList<>();
    private final ApiKeys keys = ApiKeys.wire(
            fixture.database.database(),
            fixture.vault,
            fixture.clocks,
            fixture.routing,
            fixture.random,
            true,
            this::report);
    private final ApiClients clients = node();

    @AfterEach
    void close() {
        attacker.close();
        fixture.close();
    }

    /// Returns the clients of a node that has read none yet.
    private ApiClients node() {
        return ApiClients.wire(
                fixture.database.database(),
                fixture.vault,
                fixture.clocks,
                fixture.routing,
                fixture.random,
                true,
                this::report);
    }

    private void report(String kind, UUID organization, UUID id) {
        assertThat(organization).isEqualTo(acme.id());
        reported.add(kind + " " + id);
    }

    private List<String> faults() {
        var faults = new ArrayList<String>();
        fixture.database.database().run(tx -> CredentialProof.verify(tx.handle(), fixture.vault, faults::add));
        return faults;
    }

    private void change(String table, UUID id, String what) {
        assertThat(attacker.execute("UPDATE " + table + " SET " + what + " WHERE id = ?", id))
                .isEqualTo(1);
    }

    @Test
    void a_key_that_was_inserted_is_not_accepted() {
        var token = "sk_test_" + "a".repeat(43);
        var sha256 = Sha256.of(token);
        var id = fixture.clocks.newId();
        attacker.execute(
                "INSERT INTO auth_api_key (organization_id, id, sha256, prefix, label, scopes, allowlist, mac)"
                        + " VALUES (?, ?, ?, 'sk_test_aaaaaa', 'mine', '{read,payouts}', '{}', sha256('guessed'))",
                acme.id(),
                id,
                sha256);
        boolean claimed = fixture.database
                .database()
                .inTx(tx -> fixture.routing.claim(
                        tx, TenantDirectory.Kind.API_KEY, HexFormat.of().formatHex(sha256), acme.id()));
        assertThat(claimed).isTrue();
        assertThat(keys.bearer(token, true)).isEmpty();
        assertThat(keys.list(acme.id())).extracting(ApiKey::authentic).containsExactly(false);
        assertThat(faults()).singleElement().asString().contains("API key " + id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "scopes = '{read,payouts}'",
                "allowlist = '{}'",
                "made_by = NULL, made_by_name = NULL",
                "revoked_at = NULL, label = 'other'",
                "mac = NULL",
                "mac = sha256('guessed')"
            })
    void a_key_that_was_changed_is_not_accepted_and_can_only_be_revoked(String what) {
        var allowlist = Allowlist.parse(List.of("203.0.113.7"));
        var key = keys.create(acme.id(), fixture.clocks.newId(), "Shop", Set.of(Scope.READ), allowlist, RANI)
                .orElseThrow();
        assertThat(keys.bearer(key.token(), true)).isPresent();
        change("auth_api_key", key.key().id(), what);
        keys.allow(
                acme.id(),
                keys.create(acme.id(), "Other", Scope.ALL, Allowlist.ANY).key().id(),
                Allowlist.ANY);
        assertThat(keys.bearer(key.token(), true)).isEmpty();
        assertThat(reported).containsExactly("api-key " + key.key().id());
        assertThat(faults()).hasSize(1);
        assertThatThrownBy(() -> keys.allow(acme.id(), key.key().id(), Allowlist.ANY))
                .isInstanceOf(Refused.class);
        keys.revoke(acme.id(), key.key().id());
        assertThat(keys.list(acme.id()).getFirst().revokedAt()).isPresent();
        assertThat(keys.bearer(key.token(), true)).isEmpty();
        assertThat(faults()).hasSize(1);
    }

    @Test
    void a_revoked_key_does_not_come_back() {
        var key = keys.create(acme.id(), "Shop", Scope.ALL, Allowlist.ANY);
        keys.revoke(acme.id(), key.key().id());
        assertThat(faults()).isEmpty();
        change("auth_api_key", key.key().id(), "revoked_at = NULL");
        assertThat(keys.bearer(key.token(), true)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"scopes = '{read,payouts}'", "allowlist = '{}'", "mac = NULL", "client_id = 'other'"})
    void a_client_that_was_changed_is_not_accepted_and_can_only_be_revoked(String what) {
        var created = clients.create(
                        acme.id(),
                        fixture.clocks.newId(),
                        "Shop",
                        Set.of(Scope.READ),
                        Allowlist.parse(List.of("203.0.113.7")),
                        RANI)
                .orElseThrow()
                .client();
        assertThat(clients.signer(created.clientId(), true)).isPresent();
        assertThat(faults()).isEmpty();
        change("auth_client", created.id(), what);
        var later = node();
        assertThat(later.signer(created.clientId(), true)).isEmpty();
        assertThat(faults()).hasSize(1);
        if (!what.startsWith("client_id")) {
            assertThat(reported).containsExactly("api-client " + created.id());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> later.allow(created.clientId(), Allowlist.ANY))
                    .withMessageContaining("changed in the database");
            assertThatIllegalArgumentException().isThrownBy(() -> later.rotate(created.clientId()));
            later.revoke(created.clientId());
            assertThat(later.list(acme.id()).getFirst().isUsable()).isFalse();
        }
    }

    /// The secret of one client that the attacker knows is put into another one that pays.
    @Test
    void a_secret_of_another_client_is_not_accepted() {
        var known = clients.create(acme.id(), "Known", Set.of(Scope.READ), Allowlist.ANY);
        var paying = clients.create(acme.id(), "Paying", Scope.ALL, Allowlist.ANY);
        assertThat(attacker.execute(
                        "INSERT INTO auth_client_secret (organization_id, client, slot, id, sealed, mac)"
                                + " SELECT organization_id, ?, 1, ?, sealed, mac FROM auth_client_secret"
                                + " WHERE client = ?",
                        paying.client().id(),
                        fixture.clocks.newId(),
                        known.client().id()))
                .isEqualTo(1);
        assertThat(clients.signer(paying.client().clientId(), true)).isEmpty();
        assertThat(clients.signer(known.client().clientId(), true)).isPresent();
        assertThat(faults())
                .singleElement()
                .asString()
                .contains(paying.client().id().toString());
    }

    @Test
    void what_the_service_changes_stays_authentic() {
        var key = keys.create(acme.id(), "Shop", Scope.ALL, Allowlist.ANY);
        var client = clients.create(acme.id(), "Shop", Scope.ALL, Allowlist.ANY).client();
        keys.allow(acme.id(), key.key().id(), Allowlist.parse(List.of("203.0.113.7", "2001:db8::/32")));
        clients.allow(client.clientId(), Allowlist.parse(List.of("10.0.0.0/8")));
        clients.rotate(client.clientId());
        clients.rotate(client.clientId());
        clients.revokePrevious(client.clientId());
        assertThat(keys.bearer(key.token(), true).map(ApiKey::allowlist).map(Allowlist::texts))
                .isEqualTo(Optional.of(List.of("203.0.113.7", "2001:db8::/32")));
        assertThat(clients.signer(client.clientId(), true)).isPresent();
        assertThat(faults()).isEmpty();
        clients.revoke(client.clientId());
        assertThat(faults()).isEmpty();
    }
}
