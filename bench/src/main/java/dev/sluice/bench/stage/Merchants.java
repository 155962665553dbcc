package dev.sluice.bench.stage;

import dev.sluice.auth.Allowlist;
import dev.sluice.auth.ApiClients;
import dev.sluice.auth.Scope;
import dev.sluice.auth.TamperReport;
import dev.sluice.bench.load.Plan;
import dev.sluice.clock.Clocks;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.db.Database;
import dev.sluice.ledger.Funding;
import dev.sluice.ledger.Ledger;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.Switches;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.merchant.Users;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.signin.Sessions;
import dev.sluice.vault.Vault;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// Creates merchants with an organization, a client, money, and recipients, which are created through the API.
public final class Merchants {
    private static final Asset IDR = Asset.fiat("IDR", 2);
    private static final BigDecimal OPENING = new BigDecimal("900000000000000");
    private static final String NAME = "Siti Rahayu";
    private static final String RECIPIENT = """
            {"name":"Siti Rahayu","email":"siti@example.com","address":"Jalan Braga NUMBER","city":"Bandung",\
            "postCode":"40111","bank":{"bankName":"Bank Central Asia","accountName":"Siti Rahayu",\
            "accountNumber":"1234567890","paymentCode":"014","currency":"IDR","country":"ID"}}""";

    private final Database database;
    private final Vault vault;
    private final Clocks clocks = new Clocks(InstantSource.system());
    private final SecureRandom random = new SecureRandom();

    public Merchants(Database database, Vault vault) {
        this.database = database;
        this.vault = vault;
    }

    /// A merchant and its organization.
    public record Created(UUID organizationId, Plan.Merchant merchant) {}

    /// Creates organizations, each with the same number of recipients.
    public List<Created> make(int count, int payees, URI baseUrl) throws IOException, InterruptedException {
        var organizations = Organizations.wire(database, clocks);
        var created = new ArrayList<Created>(count);
        for (int i = 0; i < count; i++) {
            created.add(join(
                    organizations
                            .create("Merchant " + (i + 1), Switches.sandbox())
                            .id(),
                    payees,
                    baseUrl));
        }
        return created;
    }

    /// Creates a signed-in user and returns the session cookie.
    String session(UUID organizationId, Role role) {
        var users = Users.wire(database, clocks, TenantDirectory.wire(database), random);
        var user = users.create(organizationId, role + "-" + clocks.newId() + "@example.com", "Bench", role)
                .user();
        var organizations = Organizations.wire(database, clocks);
        var sessions = Sessions.wire(database, vault, clocks, organizations, users, random, true);
        return DashboardGuard.SESSION + "=" + sessions.open(user, "127.0.0.1", "bench", true);
    }

    /// Creates a merchant for an existing organization: a client, more money, and recipients unless an earlier run
    /// has left them.
    public Created join(UUID organizationId, int payees, URI baseUrl) throws IOException, InterruptedException {
        var client = ApiClients.wire(
                        database, vault, clocks, TenantDirectory.wire(database), random, true, TamperReport.NONE)
                .create(organizationId, "bench", Scope.ALL, Allowlist.ANY);
        var funding = new Funding(new Ledger(clocks), clocks);
        database.run(tx -> funding.deposit(tx, organizationId, List.of(Money.exactly(OPENING, IDR))));
        var recipients =
                new ArrayList<>(database.read(handle -> ServiceStore.payees(handle, organizationId, NAME, payees)));
        var merchant = new Plan.Merchant(client.client().clientId(), client.secret(), List.of());
        try (var api = new Api(baseUrl)) {
            for (int i = recipients.size(); i < payees; i++) {
                var body = RECIPIENT.replace("NUMBER", Integer.toString(i + 1));
                recipients.add(api.call(merchant, "POST", "/v1/recipient", body)
                        .path("id")
                        .stringValue());
            }
        }
        return new Created(organizationId, new Plan.Merchant(merchant.clientId(), merchant.secret(), recipients));
    }
}
