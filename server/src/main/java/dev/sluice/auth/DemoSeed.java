package dev.sluice.auth;

import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.Routing;
import dev.sluice.merchant.Switches;
import dev.sluice.merchant.Users;
import dev.sluice.vault.Vault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;

/// The sandbox's demo organization: made once per database, with people, a client and a key, and told in `demo.env`.
/// The credentials are kept sealed, so that every node and every later start writes the same ones.
public final class DemoSeed {
    /// The file's name in the data directory.
    public static final String FILE = "demo.env";

    private static final String NAME = "Demo Merchant";
    private static final String PURPOSE = "auth_demo";
    private static final String ROUTE = "demo";

    private final Database database;
    private final Vault vault;
    private final Organizations organizations;
    private final Users users;
    private final Routing routing;
    private final ApiClients clients;
    private final ApiKeys keys;

    private DemoSeed(
            Database database,
            Vault vault,
            Organizations organizations,
            Users users,
            Routing routing,
            ApiClients clients,
            ApiKeys keys) {
        this.database = database;
        this.vault = vault;
        this.organizations = organizations;
        this.users = users;
        this.routing = routing;
        this.clients = clients;
        this.keys = keys;
    }

    public static DemoSeed wire(
            Database database,
            Vault vault,
            Organizations organizations,
            Users users,
            Routing routing,
            ApiClients clients,
            ApiKeys keys) {
        return new DemoSeed(database, vault, organizations, users, routing, clients, keys);
    }

    /// The demo organization of this database. Where there is none yet it is made, and `balances` is called in the
    /// same transaction, so that either all of it exists or nothing. Nodes that start together make one.
    public Demo seed(BiConsumer<Tx, UUID> balances) {
        try {
            return findOrCreate(balances);
        } catch (LostRace another) {
            return findOrCreate(balances);
        }
    }

    private Demo findOrCreate(BiConsumer<Tx, UUID> balances) {
        return database.inTx(tx -> {
            var existing = routing.find(tx, Routing.Kind.DEMO, ROUTE);
            if (existing.isPresent()) {
                return read(tx, existing.get());
            }
            var organization = organizations.create(tx, NAME, Switches.sandbox());
            if (!routing.claim(tx, Routing.Kind.DEMO, ROUTE, organization.id())) {
                throw new LostRace();
            }
            var credentials = create(tx, organization.id());
            balances.accept(tx, organization.id());
            return new Demo(organization.id(), credentials);
        });
    }

    private Map<String, String> create(Tx tx, UUID organizationId) {
        var person = users.create(tx, organizationId, "merchant@demo.example", "Demo User", Role.OWNER);
        var operator = users.create(tx, organizationId, "operator@demo.example", "Demo Operator", Role.OPERATOR);
        var client = clients.create(tx, organizationId, "Demo client", Allowlist.ANY);
        var key = keys.create(tx, organizationId, "Demo key", EnumSet.allOf(Scope.class), Allowlist.ANY);
        var credentials = new LinkedHashMap<String, String>();
        credentials.put("SLUICE_CLIENT_ID", client.client().clientId());
        credentials.put("SLUICE_CLIENT_SECRET", client.secret());
        credentials.put("SLUICE_API_KEY", key.token());
        credentials.put("SLUICE_DASHBOARD_EMAIL", person.user().email());
        credentials.put("SLUICE_DASHBOARD_PASSWORD", person.password());
        credentials.put("SLUICE_OPERATOR_EMAIL", operator.user().email());
        credentials.put("SLUICE_OPERATOR_PASSWORD", operator.password());
        var sealed = vault.seal(organizationId, PURPOSE, EnvFile.text(credentials));
        DemoStore.insert(tx.handle(), organizationId, sealed);
        return credentials;
    }

    private Demo read(Tx tx, UUID organizationId) {
        var text = vault.openText(organizationId, PURPOSE, DemoStore.read(tx.handle(), organizationId));
        return new Demo(organizationId, EnvFile.parse(text));
    }

    /// The demo organization and its credentials, by the names that `demo.env` gives them.
    public record Demo(UUID organizationId, Map<String, String> credentials) {
        /// Writes `demo.env` into the data directory.
        public Path write(Path dataDir, String baseUrl) throws IOException {
            var values = new LinkedHashMap<String, String>();
            values.put("SLUICE_BASE_URL", baseUrl);
            values.put("SLUICE_DASHBOARD_URL", baseUrl + "/dashboard");
            values.putAll(credentials);
            var file = dataDir.resolve(FILE);
            EnvFile.write(file, values);
            return file;
        }

        /// Never shows the credentials.
        @Override
        public String toString() {
            return "Demo[" + organizationId + "]";
        }
    }

    /// Another node made the demo organization first; what this one made is rolled back.
    private static final class LostRace extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
