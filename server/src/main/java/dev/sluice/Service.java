package dev.sluice;

import dev.sluice.db.DataDirLock;
import dev.sluice.http.Envelope;
import dev.sluice.http.Server;
import dev.sluice.http.TrustedProxies;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The running service, from its start to a clean stop: the database first and last, the listener in between.
final class Service {
    private static final Logger LOG = LoggerFactory.getLogger(Service.class);

    private final Config config;
    private final PrintStream out;
    private final CountDownLatch stopRequested = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);

    Service(Config config, PrintStream out) {
        this.config = config;
        this.out = out;
    }

    /// Runs until SIGTERM or Ctrl-C: then stops accepting, finishes what is under way, and gives exit code 0.
    int run() throws IOException {
        try (var _ = DataDirLock.acquire(config.dataDir())) {
            var hook = new Thread(this::awaitStop, "stop");
            Runtime.getRuntime().addShutdownHook(hook);
            var meters = meters();
            try (var ground = Foundation.open(config, meters)) {
                serve(ground, meters);
            }
            return 0;
        } finally {
            stopped.countDown();
        }
    }

    private void serve(Foundation ground, PrometheusMeterRegistry meters) throws IOException {
        var baseUrl = new AtomicReference<URI>();
        var envelope = new Envelope(InstantSource.system());
        var service = List.<dev.sluice.http.Route>of();
        try (var app = new App(config, ground, baseUrl::get, service, envelope)) {
            var demo = config.environment() == Config.Environment.SANDBOX ? app.seedDemo() : null;
            baseUrl.set(config.baseUrl().orElse(URI.create("http://" + hostInUrl() + ":" + config.port())));
            try (var server = Server.start(config.host(), config.port(), app.routes(), envelope, meters, proxies())) {
                baseUrl.set(
                        config.baseUrl().orElseGet(() -> URI.create("http://" + hostInUrl() + ":" + server.port())));
                var file = demo == null
                        ? null
                        : demo.write(config.dataDir(), baseUrl.get().toString());
                app.startWorkers();
                banner(baseUrl.get(), file);
                LOG.info("ready at {}", baseUrl.get());
                stopRequested.await();
                LOG.info("stopping: no new requests, finishing what is under way");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        LOG.info("stopped");
    }

    private void banner(URI baseUrl, @org.jspecify.annotations.Nullable Path demo) {
        out.println();
        out.println("  Sluice is ready (" + config.environment().name().toLowerCase(java.util.Locale.ROOT) + ")");
        out.println("  API            " + baseUrl);
        out.println("  API reference  " + baseUrl + "/docs");
        if (demo != null) {
            out.println("  Credentials    " + demo.toAbsolutePath().normalize());
            out.println("  Try            ./sluice api GET /v1/balance");
        }
        out.println();
        out.flush();
    }

    /// A literal IPv6 address stands in brackets in a URL; an address for all interfaces is reached by loopback.
    private String hostInUrl() {
        var host = config.host();
        if (host.equals("0.0.0.0") || host.equals("::")) {
            return "127.0.0.1";
        }
        return host.contains(":") ? "[" + host + "]" : host;
    }

    private TrustedProxies proxies() {
        return new TrustedProxies(config.trustedProxies().stream()
                .map(cidr -> TrustedProxies.AddressRange.parse(cidr.toString()))
                .toList());
    }

    private static PrometheusMeterRegistry meters() {
        var meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        for (var binder : List.of(
                new JvmMemoryMetrics(),
                new JvmGcMetrics(),
                new JvmThreadMetrics(),
                new ClassLoaderMetrics(),
                new ProcessorMetrics(),
                new UptimeMetrics())) {
            binder.bindTo(meters);
        }
        return meters;
    }

    /// Runs in the shutdown hook: the JVM waits for it, and so for the service.
    private void awaitStop() {
        stopRequested.countDown();
        try {
            stopped.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
