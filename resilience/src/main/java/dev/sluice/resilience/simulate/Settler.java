package dev.sluice.resilience.simulate;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.http.Method;
import dev.sluice.ledger.Funding;
import dev.sluice.ledger.Ledger;
import dev.sluice.merchant.Organization;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Switches;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.resilience.proof.Listener;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;

/// Creates the merchants of a world.
final class Settler {
    /// Multiple of every possible number of lanes. Merchants with equal remainders share a lane; two lanes in
    /// parallel would make the simulation nondeterministic.
    private static final int LANES_MULTIPLE = 12;
    private static final List<Money> OPENING = List.of(
            Money.exactly(new BigDecimal("200000000"), Asset.fiat("IDR", 2)),
            Money.exactly(new BigDecimal("50000"), Asset.crypto("usdc-polygon", 6)));

    private final World world;
    private final Database database;
    private final Life node;
    private final Listener listener;
    private final Model model;

    Settler(World world, Database database, Life node, Listener listener, Model model) {
        this.world = world;
        this.database = database;
        this.node = node;
        this.listener = listener;
        this.model = model;
    }

    /// Creates a merchant with money and a webhook endpoint for all events.
    Organization settle(String name) {
        var clocks = new Clocks(world.clock(), world.dice());
        var last = clocks.newId();
        while (!isInFirstLane(new UUID(last.getMostSignificantBits(), last.getLeastSignificantBits() + 1))) {
            last = clocks.newId();
        }
        var merchant = Organizations.wire(database, clocks).create(name, Switches.sandbox());
        var funding = new Funding(new Ledger(clocks), clocks);
        database.run(tx -> funding.deposit(tx, merchant.id(), OPENING));
        OPENING.forEach(money -> model.begins(merchant.id(), money));
        if (!isInFirstLane(merchant.id())) {
            throw new IllegalStateException("an id is not the one after the last: " + merchant.id());
        }
        var id = merchant.id().toString();
        var answer = node.call(
                merchant,
                Method.POST,
                "/v1/webhook/endpoint",
                "{\"url\":\"%s\",\"types\":[\"*\"]}".formatted(listener.url(id)).getBytes(StandardCharsets.UTF_8),
                Map.of("Idempotency-Key", "endpoint-" + id, "Content-Type", "application/json"));
        var secret = new JsonMapper()
                .readTree(answer.body())
                .path("data")
                .path("secret")
                .asString("");
        if (secret.isEmpty()) {
            throw new IllegalStateException("no endpoint: " + new String(answer.body(), StandardCharsets.UTF_8));
        }
        listener.knows(id, secret);
        return merchant;
    }

    private static boolean isInFirstLane(UUID organization) {
        return Math.floorMod(organization.hashCode(), LANES_MULTIPLE) == 0;
    }
}
