package dev.sluice.webhook;

import dev.sluice.http.Route;
import dev.sluice.ledger.Ground;
import dev.sluice.notice.Notices;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// The room, wired: the endpoints, the courier, what forgets old deliveries, and what pages tell of all that.
public record WebhookRoom(List<Route> routes, Courier courier, Reports reports, BooleanSupplier sweep) {

    /// @param loopback whether endpoints on this machine may be told, as when trying things out
    public static WebhookRoom wire(
            Ground ground, Notices notices, boolean loopback, RandomGenerator random, MeterRegistry meters) {
        return wire(ground, notices, new Sender(InetAddress::getAllByName, loopback, Sender.TIMEOUT), random, meters);
    }

    static WebhookRoom wire(
            Ground ground, Notices notices, Sender sender, RandomGenerator random, MeterRegistry meters) {
        var payload = new Payload(!ground.sandbox());
        var shelves = Shelves.of(ground.vault());
        var endpoints = new Endpoints(
                ground.database(), ground.clocks(), ground.events(), shelves.endpoints(), sender, payload, random);
        var deliveries = new Deliveries(ground.database(), ground.clocks(), ground.events(), shelves);
        var routes = new WebhookRoutes(
                ground.replays(),
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
                notices,
                meters);
        return new WebhookRoom(
                Stream.concat(routes.routes(ground.guard()).stream(), reading.routes(ground.guard()).stream())
                        .toList(),
                courier,
                new Reports(ground.database(), ground.clocks(), shelves.endpoints(), ground.events(), payload),
                deliveries::sweep);
    }
}
