package dev.sluice.webhook;

import dev.sluice.change.SecondPerson;
import dev.sluice.http.Route;
import dev.sluice.ledger.CoreServices;
import dev.sluice.notification.Notifications;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.vault.Vault;
import dev.sluice.webhook.delivery.Deliveries;
import dev.sluice.webhook.delivery.RetryBackoff;
import dev.sluice.webhook.delivery.Sender;
import dev.sluice.webhook.delivery.WebhookDispatcher;
import dev.sluice.webhook.delivery.WebhookStores;
import dev.sluice.webhook.endpoint.EndpointHostCheck;
import dev.sluice.webhook.endpoint.EndpointMacStore;
import dev.sluice.webhook.endpoint.Endpoints;
import dev.sluice.webhook.endpoint.WebhookRequests;
import dev.sluice.webhook.feed.EventRoutes;
import dev.sluice.webhook.feed.Payload;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/// The webhooks, wired: the endpoints, the dispatcher, the sweep of old deliveries, and the reports for pages.
public record WebhookModule(
        List<Route> routes, WebhookDispatcher dispatcher, Reports reports, BooleanSupplier deleteExpired) {

    /// Interfaces to people.
    ///
    /// @param alarm reports endpoints that were altered in the database
    /// @param secondPerson approves new endpoints and changes of the URL
    public record Reporting(Notifications notifications, TamperAlarm alarm, SecondPerson secondPerson) {}

    /// @param loopback true if endpoints on this machine are allowed, for development
    public static WebhookModule wire(
            CoreServices core, Reporting reporting, boolean loopback, RandomGenerator random, MeterRegistry meters) {
        return wire(core, reporting, new Sender(InetAddress::getAllByName, loopback, Sender.TIMEOUT), random, meters);
    }

    /// Reports each endpoint with a row that the service did not write.
    public static void verify(Handle snapshot, Vault vault, Consumer<String> fault) {
        new EndpointMacStore(vault).verify(snapshot, fault);
    }

    static WebhookModule wire(
            CoreServices core, Reporting reporting, Sender sender, RandomGenerator random, MeterRegistry meters) {
        var payload = new Payload(!core.sandbox());
        var stores = WebhookStores.of(core.vault());
        var endpoints = new Endpoints(
                core.database(), core.clocks(), core.events(), stores.endpoints(), sender, payload, random);
        var deliveries = new Deliveries(core.database(), core.clocks(), core.events(), stores);
        var routes = new WebhookRoutes(
                core.idempotency(),
                reporting.secondPerson(),
                core.envelope(),
                new WebhookRequests(new EndpointHostCheck(sender), core.sandbox()),
                endpoints,
                deliveries,
                stores.deliveries());
        var reading = new EventRoutes(core.database(), core.events(), core.envelope(), payload);
        var dispatcher = new WebhookDispatcher(
                core.database(),
                core.clocks(),
                core.events(),
                stores,
                sender,
                new RetryBackoff(random),
                payload,
                reporting.notifications(),
                meters,
                reporting.alarm());
        return new WebhookModule(
                Stream.concat(routes.routes(core.guard()).stream(), reading.routes(core.guard()).stream())
                        .toList(),
                dispatcher,
                new Reports(core.database(), core.clocks(), stores.endpoints(), core.events(), payload),
                deliveries::deleteExpired);
    }
}
