package dev.sluice.bench.figure;

import dev.sluice.bench.load.Plan;
import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.stage.BenchEnvironment;
import dev.sluice.bench.stage.Generator;
import dev.sluice.bench.stage.Merchants;
import dev.sluice.bench.stage.Pauses;
import dev.sluice.bench.stage.Rate;
import dev.sluice.bench.stage.Service;
import dev.sluice.bench.stage.ServiceUnderTest;
import dev.sluice.bench.stage.Setting;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Figure 14, for information: rate at which a node delivers past events to new webhook endpoints, relative to a bare
/// client that sends signed messages of that length to the same receiver. Payouts are created and completed first, so
/// that the node only delivers. Counting takes place between two shares of the events.
final class WebhookDeliveries implements Figure {
    private static final double FROM = 0.1;
    private static final double UNTIL = 0.9;
    private static final Duration GLANCE = Duration.ofMillis(10);
    private static final Duration DELIVERY_TIMEOUT = Duration.ofMinutes(10);
    private static final Duration SLICE = Duration.ofMillis(500);
    private static final double NANOS_PER_SECOND = 1e9;

    /// Maximum number of concurrent deliveries to an endpoint.
    private static final int CONNECTIONS_PER_ENDPOINT = 32;

    private final Heading heading;
    private final int endpoints;

    private WebhookDeliveries(Heading heading, int endpoints) {
        this.heading = heading;
        this.endpoints = endpoints;
    }

    /// Returns the figure with one organization's endpoint.
    static WebhookDeliveries single() {
        return new WebhookDeliveries(
                new Heading("14", "webhook events/s ÷ bare signed posts/s", Goal.none(), Setting.TOLD), 1);
    }

    /// Returns the figure with endpoints of twenty organizations.
    static WebhookDeliveries twenty() {
        return new WebhookDeliveries(
                new Heading("14b", "the same over 20 endpoints ÷ bare posts/s", Goal.none(), Setting.TOLD), 20);
    }

    @Override
    public Heading heading() {
        return heading;
    }

    @Override
    public Finding measure(BenchEnvironment environment) throws Exception {
        var service = environment.service(Setting.TOLD);
        var merchants = service.some(endpoints);
        pile(environment, service, merchants);
        var bare = new Generator(environment.children(), environment.dir());
        try (var worker = service.worker();
                var tallies = service.tallies()) {
            tallies.drain();
            long events = service.events(merchants);
            int bytes = tell(environment, service, worker, merchants).bytes();
            environment.warm("bare posts", letters(environment, bytes), bare);
            return Rounds.of(environment, this, service)
                    .note("%,d events of %,d bytes for each round, counted from %.0f %% to %.0f %% of them; all have to"
                                    .formatted(events, bytes, 100 * FROM, 100 * UNTIL)
                            + " arrive. The bare client has %,d connections.".formatted(connections()))
                    .measure(_ -> {
                        var theirs = post(environment, bare, bytes);
                        return Reading.ratio(
                                tell(environment, service, worker, merchants).rate(), theirs);
                    });
        }
    }

    private int connections() {
        return endpoints * CONNECTIONS_PER_ENDPOINT;
    }

    private static void pile(BenchEnvironment environment, ServiceUnderTest service, List<Merchants.Created> merchants)
            throws Exception {
        var payers = merchants.stream().map(Merchants.Created::merchant).toList();
        var slice = service.paying(payers, Loads.BATCH_CONNECTIONS, Loads.BATCH).lasting(Duration.ZERO, SLICE);
        long wanted = service.payouts() + environment.settings().webhookPayouts();
        while (service.payouts() < wanted) {
            environment.generator().run(slice, Generator.Watch.NONE);
        }
    }

    /// Delivery rate, and the average length of a message.
    private record Told(Rate rate, int bytes) {}

    private static Told tell(
            BenchEnvironment environment, ServiceUnderTest service, Service worker, List<Merchants.Created> merchants)
            throws Exception {
        long events = service.events(merchants);
        try (var endpoints = service.tell(merchants)) {
            endpoints.catchUp();
            var meter = environment.meter(List.of(worker.pid()));
            long first = await(environment, (long) (events * FROM));
            long from = System.nanoTime();
            meter.begin();
            long last = await(environment, (long) (events * UNTIL));
            double seconds = (System.nanoTime() - from) / NANOS_PER_SECOND;
            meter.end();
            await(environment, events);
            var received = environment.generator().received();
            return new Told(
                    new Rate("events", last - first, seconds, meter.cost(), Map.of("ToldTwice", (double)
                            (received.messages() - received.distinct()))),
                    (int) (received.bytes() / received.messages()));
        }
    }

    private static long await(BenchEnvironment environment, long wanted) throws IOException {
        long end = System.nanoTime() + DELIVERY_TIMEOUT.toNanos();
        long now = environment.generator().received().distinct();
        while (now < wanted) {
            if (System.nanoTime() > end) {
                throw new IOException("only %,d of %,d events arrived in time".formatted(now, wanted));
            }
            Pauses.pause(GLANCE);
            now = environment.generator().received().distinct();
        }
        return now;
    }

    private Plan letters(BenchEnvironment environment, int bytes) throws IOException {
        var settings = environment.settings();
        int port = environment.generator().receive(1).getFirst();
        return Plan.letters(port, connections(), settings.settling(), settings.measured(), bytes);
    }

    private Rate post(BenchEnvironment environment, Generator bare, int bytes) throws IOException {
        var meter = environment.meter(List.of(bare.pid()));
        var result = bare.run(letters(environment, bytes), meter);
        return new Rate("posts", result.requests(), result.seconds(), meter.cost(), Map.of());
    }
}
