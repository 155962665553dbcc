package dev.sluice.webhook;

import dev.sluice.change.SecondPerson;
import dev.sluice.db.Tx;
import dev.sluice.http.Route;
import dev.sluice.ledger.Ground;
import dev.sluice.notice.Notices;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.vault.Vault;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/// The webhooks, wired: the endpoints, the dispatcher, the sweep of old deliveries, and the reports for pages.
public record WebhookRoom(List<Route> routes, Courier courier, Reports reports, BooleanSupplier sweep) {

    /// Interfaces to people.
    ///
    /// @param alarm reports endpoints that were altered in the database
    /// @param secondPerson approves new endpoints and changes of the URL
    public record Reporting(Notices notices, TamperAlarm alarm, SecondPerson secondPerson) {}

    /// @param loopback true if endpoints on this machine are allowed, for development
    public static WebhookRoom wire(
            Ground ground, Reporting reporting, boolean loopback, RandomGenerator random, MeterRegistry meters) {
        return wire(ground, reporting, new Sender(InetAddress::getAllByName, loopback, Sender.TIMEOUT), random, meters);
    }

    /// Makes the MACs of endpoints that a version without any has made.
    public static void adopt(Tx tx, Vault vault) {
        new MacStore(vault).adopt(tx);
    }

    /// Reports each endpoint with a row that the service did not write.
    public static void prove(Handle snapshot, Vault vault, Consumer<String> fault) {
        new MacStore(vault).prove(snapshot, fault);
    }

    static WebhookRoom wire(
            Ground ground, Reporting reporting, Sender sender, RandomGenerator random, MeterRegistry meters) {
        var payload = new Payload(!ground.sandbox());
        var shelves = Shelves.of(ground.vault());
        var endpoints = new Endpoints(
                ground.database(), ground.clocks(), ground.events(), shelves.endpoints(), sender, payload, random);
        var deliveries = new Deliveries(ground.database(), ground.clocks(), ground.events(), shelves);
        var routes = new WebhookRoutes(
                ground.replays(),
                reporting.secondPerson(),
                ground.envelope(),
                new WebhookRequests(new Inquiries(sender), ground.sandbox()),
                endpoints,
                deliveries,
                shelves.deliveries());
        var reading = new EventRoutes(ground.database(), ground.events(), ground.envelope(), payload);
        var courier = new Courier(
                ground.database(),
                ground.clocks(),
                ground.events(),
                shelves,
                sender,
                new Schedule(random),
                payload,
                reporting.notices(),
                meters,
                reporting.alarm());
        return new WebhookRoom(
                Stream.concat(routes.routes(ground.guard()).stream(), reading.routes(ground.guard()).stream())
                        .toList(),
                courier,
                new Reports(ground.database(), ground.clocks(), shelves.endpoints(), ground.events(), payload),
                deliveries::sweep);
    }
}
