package dev.sluice.auth;

import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.Switches;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.merchant.Users;
import dev.sluice.vault.Vault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;

/// The sandbox's demo organization: created once per database, with users, a client and a key, and written to
/// `demo.env`. The credentials are stored encrypted, so that every node and every later start writes the same ones.
public final class DemoSeed {
    /// Name of the file in the data directory.
    public static final String FILE = "demo.env";

    private static final String ADDRESS = "SLUICE_BASE_URL";
    private static final String DASHBOARD = "SLUICE_DASHBOARD_URL";
    private static final String DASHBOARD_PATH = "/dashboard";

    /// Marker file that exists if the address in `demo.env` was derived, not configured. It is separate because
    /// other people's scripts read `demo.env`.
    private static final String DERIVED = "demo.env.derived";

    private static final String WHY_DERIVED =
            "SLUICE_BASE_URL in demo.env is derived: a start in a shell that sourced this file derives it again.\n";

    private static final String NAME = "Demo Merchant";
    private static final String PURPOSE = "auth_demo";
    private static final String ROUTE = "demo";

    private final Database database;
    private final Vault vault;
    private final Organizations organizations;
    private final Users users;
    private final TenantDirectory directory;
    private final ApiClients clients;
    private final ApiKeys keys;

    private DemoSeed(
            Database database,
            Vault vault,
            Organizations organizations,
            Users users,
            TenantDirectory directory,
            ApiClients clients,
            ApiKeys keys) {
        this.database = database;
        this.vault = vault;
        this.organizations = organizations;
        this.users = users;
        this.directory = directory;
        this.clients = clients;
        this.keys = keys;
    }

    public static DemoSeed wire(
            Database database,
            Vault vault,
            Organizations organizations,
            Users users,
            TenantDirectory directory,
            ApiClients clients,
            ApiKeys keys) {
        return new DemoSeed(database, vault, organizations, users, directory, clients, keys);
    }

    /// Returns the demo organization of this database, creating it if necessary. `balances` runs in the creating
    /// transaction, so that either everything exists or nothing. Nodes that start together create one.
    public Demo seed(BiConsumer<Tx, UUID> balances) {
        try {
            return findOrCreate(balances);
        } catch (LostRace another) {
            return findOrCreate(balances);
        }
    }

    private Demo findOrCreate(BiConsumer<Tx, UUID> balances) {
        return database.inTx(tx -> {
            var existing = directory.find(tx, TenantDirectory.Kind.DEMO, ROUTE);
            if (existing.isPresent()) {
                return read(tx, existing.get());
            }
            var organization = organizations.create(tx, NAME, Switches.sandbox());
            if (!directory.claim(tx, TenantDirectory.Kind.DEMO, ROUTE, organization.id())) {
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
        var client = clients.create(tx, organizationId, "Demo client", Scope.ALL, Allowlist.ANY);
        var key = keys.create(tx, organizationId, "Demo key", Scope.ALL, Allowlist.ANY);
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

    /// Returns true if the address among these variables is no setting but a derived one that a shell sourced from
    /// `demo.env`.
    public static boolean isSourced(Path dataDir, Map<String, String> variables) {
        var address = variables.get(ADDRESS);
        return address != null
                && (address + DASHBOARD_PATH).equals(variables.get(DASHBOARD))
                && Files.exists(dataDir.resolve(DERIVED));
    }

    /// The demo organization and its credentials, by their names in `demo.env`.
    public record Demo(UUID organizationId, Map<String, String> credentials) {
        /// Writes `demo.env` into the data directory.
        ///
        /// @param derived true if the address was not configured
        public Path write(Path dataDir, String baseUrl, boolean derived) throws IOException {
            var values = new LinkedHashMap<String, String>();
            values.put(ADDRESS, baseUrl);
            values.put(DASHBOARD, baseUrl + DASHBOARD_PATH);
            values.putAll(credentials);
            var file = dataDir.resolve(FILE);
            mark(dataDir, derived);
            EnvFile.write(file, values);
            return file;
        }

        private static void mark(Path dataDir, boolean derived) throws IOException {
            if (derived) {
                Files.writeString(Files.createDirectories(dataDir).resolve(DERIVED), WHY_DERIVED);
            } else {
                Files.deleteIfExists(dataDir.resolve(DERIVED));
            }
        }

        /// Never shows the credentials.
        @Override
        public String toString() {
            return "Demo[" + organizationId + "]";
        }
    }

    /// Another node created the demo organization first. Rolls back this node's.
    private static final class LostRace extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
