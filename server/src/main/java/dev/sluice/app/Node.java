package dev.sluice.app;

import dev.sluice.auth.DemoSeed;
import dev.sluice.config.Config;
import dev.sluice.http.Envelope;
import dev.sluice.http.Routes;
import dev.sluice.http.ServiceRoutes;
import dev.sluice.http.server.Admission;
import dev.sluice.http.server.PublicScheme;
import dev.sluice.http.server.Server;
import dev.sluice.net.TrustedProxies;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// One node of the service on an open database: the modules, the listener and the workers, started together. Any
/// number of nodes can share a database.
final class Node implements AutoCloseable {
    private final App app;
    private final Server server;
    private final URI baseUrl;
    private final DemoSeed.@Nullable Demo demo;

    private Node(App app, Server server, URI baseUrl, DemoSeed.@Nullable Demo demo) {
        this.app = app;
        this.server = server;
        this.baseUrl = baseUrl;
        this.demo = demo;
    }

    /// Writes the demo organization's credentials to a file.
    @FunctionalInterface
    interface CredentialsWriter {
        void write(DemoSeed.Demo demo, URI baseUrl) throws IOException;
    }

    /// Starts to listen and to answer requests. The node becomes ready once the credentials are written.
    static Node start(
            Config config, Infrastructure infrastructure, PrometheusMeterRegistry meters, CredentialsWriter credentials)
            throws IOException {
        var address = new AtomicReference<>(url(config, config.port()));
        var envelope = new Envelope(InstantSource.system());
        var written = new AtomicBoolean();
        var service = ServiceRoutes.routes(
                envelope, () -> written.get() && infrastructure.database().isReachable(), meters);
        var admission = new Admission();
        var front = new App.Front(address::get, service, envelope, admission::isPressed);
        var app = new App(config, infrastructure, front, ConfiguredRails::sandbox);
        try {
            var demo = config.environment() == Config.Environment.SANDBOX ? app.seedDemo() : null;
            var server = Server.start(
                    config.host(),
                    config.port(),
                    app.routes(),
                    envelope,
                    meters,
                    proxies(config),
                    outside(config),
                    admission);
            address.set(url(config, server.port()));
            var node = new Node(app, server, address.get(), demo);
            node.begin(credentials);
            written.set(true);
            return node;
        } catch (IOException | RuntimeException failed) {
            app.close();
            throw failed;
        }
    }

    private void begin(CredentialsWriter credentials) throws IOException {
        try {
            if (demo != null) {
                credentials.write(demo, baseUrl);
            }
            app.startWorkers();
        } catch (IOException | RuntimeException failed) {
            server.close();
            throw failed;
        }
    }

    private static PublicScheme outside(Config config) {
        return config.hasTls() ? PublicScheme.TLS : PublicScheme.PLAIN;
    }

    URI baseUrl() {
        return baseUrl;
    }

    Routes routes() {
        return app.routes();
    }

    /// Returns the demo organization of a sandbox.
    Optional<DemoSeed.Demo> demo() {
        return Optional.ofNullable(demo);
    }

    /// Stops accepting requests, completes those in progress, then stops the workers.
    @Override
    public void close() {
        try {
            server.close();
        } finally {
            app.close();
        }
    }

    private static URI url(Config config, int port) {
        return config.baseUrl().orElseGet(() -> URI.create("http://" + hostInUrl(config.host()) + ":" + port));
    }

    /// Formats a host for a URL. IPv6 literals need brackets; a wildcard address is replaced by the loopback
    /// address.
    private static String hostInUrl(String host) {
        if (host.equals("0.0.0.0") || host.equals("::")) {
            return "127.0.0.1";
        }
        return host.contains(":") ? "[" + host + "]" : host;
    }

    private static TrustedProxies proxies(Config config) {
        return new TrustedProxies(config.trustedProxies());
    }
}
