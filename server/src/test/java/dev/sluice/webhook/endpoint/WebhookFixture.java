package dev.sluice.webhook.endpoint;

import dev.sluice.app.Eventually;
import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.event.Event;
import dev.sluice.event.Events;
import dev.sluice.http.Method;
import dev.sluice.http.Page;
import dev.sluice.http.Query;
import dev.sluice.http.Request;
import dev.sluice.net.SsrfPolicy;
import dev.sluice.notification.Kind;
import dev.sluice.notification.Notification;
import dev.sluice.notification.Notifications;
import dev.sluice.notification.Reader;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.vault.Vault;
import dev.sluice.webhook.delivery.Deliveries;
import dev.sluice.webhook.delivery.Delivery;
import dev.sluice.webhook.delivery.DeliveryListStore;
import dev.sluice.webhook.delivery.RetryBackoff;
import dev.sluice.webhook.delivery.Sender;
import dev.sluice.webhook.delivery.WebhookDispatcher;
import dev.sluice.webhook.delivery.WebhookStores;
import dev.sluice.webhook.endpoint.Endpoints.NewEndpoint;
import dev.sluice.webhook.feed.Payload;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/// The webhook module over a real database, without a listener, and with a manual clock.
public final class WebhookFixture implements AutoCloseable {
    static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final List<String> EVERYTHING = List.of("*");

    public final TestDatabase database = TestDatabase.create();
    final AtomicReference<Instant> time =
            new AtomicReference<>(InstantSource.system().instant());
    public final Clocks clocks = new Clocks(time::get);
    public final Vault vault = Vault.open(database.database(), new byte[Vault.MASTER_KEY_BYTES]);
    final Events events = new Events(vault);
    public final WebhookStores stores = WebhookStores.of(vault);
    final Notifications notices = Notifications.wire(database.database(), vault, clocks);
    public final UUID organization = clocks.newId();
    public final Endpoints endpoints;
    public final Deliveries deliveries;
    public final WebhookDispatcher dispatcher;
    public final List<Alerts.Alert> alerts = new CopyOnWriteArrayList<>();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Sender sender;
    private final List<WebhookDispatcher> couriers = new ArrayList<>();

    public WebhookFixture() {
        this.sender = sender(InetAddress::getAllByName, TIMEOUT);
        this.endpoints = new Endpoints(
                database.database(), clocks, events, stores.endpoints(), sender, new Payload(false), new Random(1));
        this.deliveries = new Deliveries(database.database(), clocks, events, stores);
        this.dispatcher = node();
    }

    public static Sender sender(SsrfPolicy.Resolver resolver, Duration timeout) {
        return new Sender(resolver, true, timeout);
    }

    /// Returns another node on the same database.
    public WebhookDispatcher node() {
        return node(sender(InetAddress::getAllByName, TIMEOUT));
    }

    public WebhookDispatcher node(Sender with) {
        var created = new WebhookDispatcher(
                database.database(),
                clocks,
                events,
                stores,
                with,
                new RetryBackoff(new Random(2)),
                new Payload(false),
                notices,
                meters,
                new TamperAlarm(new Alerts(database.database(), clocks, (_, alert) -> alerts.add(alert)), meters));
        couriers.add(created);
        return created;
    }

    public Endpoint endpoint(URI url) {
        return endpoint(organization, url, EVERYTHING);
    }

    public Endpoint endpoint(UUID of, URI url, List<String> types) {
        var newEndpoint = new NewEndpoint(
                Optional.of(url), Optional.of(types), Optional.empty(), Optional.empty(), Optional.empty());
        return database.database().inTx(tx -> endpoints.create(tx, of, newEndpoint));
    }

    public Endpoint enabled(Endpoint endpoint, boolean enabled) {
        var newEndpoint = new NewEndpoint(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(enabled));
        return database.database()
                .inTx(tx -> endpoints.change(tx, endpoint.organizationId(), endpoint.id(), newEndpoint, _ -> {}));
    }

    public Endpoint now(Endpoint endpoint) {
        return endpoints.get(endpoint.organizationId(), endpoint.id());
    }

    /// Creates events, and returns their ids.
    public List<String> happen(int count) {
        return happen(organization, "deposit.completed", count);
    }

    public List<String> happen(UUID to, String type, int count) {
        var resource = clocks.newId();
        database.database().run(tx -> {
            var all = new ArrayList<Event>();
            for (int sequence = 1; sequence <= count; sequence++) {
                var data = "{\"number\":" + sequence + "}";
                all.add(new Event(
                        to, resource, type, sequence, data.getBytes(StandardCharsets.UTF_8), clocks.instant()));
            }
            events.append(tx, all);
        });
        return database.database().inTx(tx -> events.headsOf(tx, to, resource, count)).stream()
                .map(each -> each.id().toString())
                .toList();
    }

    /// Returns the notices to the organization's users.
    public List<Notification> told() {
        var reader = new Reader(organization, new UUID(0, 1), EnumSet.allOf(Kind.class));
        return notices.page(reader, new Page.Request(10, 1, Page.Sort.UPDATED_DESCENDING))
                .docs();
    }

    public void pass(Duration duration) {
        time.updateAndGet(now -> now.plus(duration));
    }

    /// Lets the courier work until a condition holds.
    public void until(BooleanSupplier condition) {
        until(dispatcher, condition);
    }

    public static void until(WebhookDispatcher working, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("it did not come so far within " + PATIENCE);
            }
            if (!working.step()) {
                pause();
            }
        }
    }

    /// Lets the courier work until it has no message under way, and would begin none.
    public void rest() {
        rest(dispatcher);
    }

    static void rest(WebhookDispatcher working) {
        pause();
        do {
            while (working.step()) {
                // Repeat until nothing is due.
            }
            pause();
        } while (working.step());
    }

    private static void pause() {
        Eventually.pause(Duration.ofMillis(110));
    }

    public List<Delivery> delivered(Endpoint endpoint) {
        var filter = new DeliveryListStore.Filter(EndpointRef.of(endpoint), null, null, null);
        return deliveries
                .list(filter, Page.Request.of(query("limit=100"), Page.Sort.CREATED_ASCENDING))
                .docs();
    }

    public Delivery only(Endpoint endpoint) {
        var all = delivered(endpoint);
        if (all.size() != 1) {
            throw new AssertionError("there are " + all.size() + " deliveries");
        }
        return all.getFirst();
    }

    private static Query query(String text) {
        return new Request("test", Method.GET, "/", text, new byte[0], "127.0.0.1", Map.of(), _ -> null).query();
    }

    @Override
    public void close() {
        couriers.forEach(WebhookDispatcher::close);
        sender.close();
        database.close();
    }
}
