package dev.sluice.app;

import dev.sluice.auth.DemoSeed;
import dev.sluice.config.Config;
import dev.sluice.db.Database;
import dev.sluice.db.Migrations;
import dev.sluice.db.embedded.DataDirLock;
import dev.sluice.http.Meters;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The running service, from its start to a clean stop. The database is opened first and closed last.
final class Service {
    private static final String OWNER_SERVES = "SLUICE_DATABASE_URL: its user owns the tables, so an attacker on"
            + " this node could change the journal and the audit log; use a user that owns no tables, and set the"
            + " owner in SLUICE_DATABASE_OWNER_URL";
    private static final String NO_MAIL =
            "SLUICE_MAIL_HOST is not set: owners get no mail about owner changes by operators; such a change waits"
                    + " until an owner has seen it in the dashboard";
    private static final String NO_SCREENING =
            "SLUICE_SCREENING is none: payments are not screened against sanctions lists";
    private static final Logger LOG = LoggerFactory.getLogger(Service.class);

    private static final String TRY = "./sluice api GET /v1/balance";
    private static final Pattern PLAIN = Pattern.compile("[\\w./:-]+");

    private final Config config;
    private final PrintStream out;
    private final CountDownLatch stopRequested = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);

    Service(Config config, PrintStream out) {
        this.config = config;
        this.out = out;
    }

    /// Runs until SIGTERM or Ctrl-C. It then stops accepting requests, completes those in progress, and returns
    /// exit code 0.
    int run() throws IOException, InterruptedException {
        try (var lock = DataDirLock.acquire(config.dataDir())) {
            LOG.debug("data directory {}, lock {}", config.dataDir(), lock);
            Runtime.getRuntime().addShutdownHook(new Thread(this::awaitStop, "stop"));
            try (var meters = new Meters();
                    var infrastructure = Infrastructure.open(config, meters.registry());
                    var node = Node.start(config, infrastructure, meters.registry(), this::write)) {
                banner(node);
                LOG.info("ready at {}", node.baseUrl());
                warnings(config, infrastructure.database()).forEach(LOG::warn);
                stopRequested.await();
                LOG.info("stopping: no new requests are accepted, requests in progress are finished");
            }
            LOG.info("stopped");
            return 0;
        } finally {
            stopped.countDown();
        }
    }

    /// Returns warnings about the settings and the database that do not prevent the start.
    static List<String> warnings(Config config, Database database) {
        var warnings = new ArrayList<>(config.warnings());
        if (config.environment() == Config.Environment.LIVE && Migrations.mayChangeTables(database)) {
            warnings.add(OWNER_SERVES);
        }
        if (config.environment() == Config.Environment.LIVE && config.mail().isEmpty()) {
            warnings.add(NO_MAIL);
        }
        if (config.environment() == Config.Environment.LIVE
                && !config.screening().isOn()) {
            warnings.add(NO_SCREENING);
        }
        return List.copyOf(warnings);
    }

    private void write(DemoSeed.Demo demo, URI baseUrl) throws IOException {
        demo.write(config.dataDir(), baseUrl.toString(), config.baseUrl().isEmpty());
    }

    private void banner(Node node) {
        out.println();
        out.println("  Sluice is ready (" + config.environment().name().toLowerCase(Locale.ROOT) + ")");
        out.println("  API            " + node.baseUrl());
        out.println("  API reference  " + node.baseUrl() + "/docs");
        out.println("  Dashboard      " + node.baseUrl() + "/dashboard");
        if (node.demo().isPresent()) {
            var credentials = config.dataDir().resolve(DemoSeed.FILE);
            out.println("  Credentials    " + credentials.toAbsolutePath().normalize());
            out.println("  Try            " + tryIt(config.dataDir()));
        }
        out.println();
        out.flush();
    }

    /// Returns a command for another terminal, which does not have the environment of this one.
    static String tryIt(Path dataDir) {
        var absolute = dataDir.toAbsolutePath().normalize();
        var usual = Config.DATA_DIR.toAbsolutePath().normalize();
        return (absolute.equals(usual) ? "" : "SLUICE_DATA_DIR=" + quoted(absolute.toString()) + " ") + TRY;
    }

    /// Quotes a word for a shell, if necessary.
    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /// Runs in the shutdown hook. The JVM waits for the hook, and so for the service. A requested stop is no
    /// failure, so the exit code is 0 regardless of the signal.
    private void awaitStop() {
        if (stopped.getCount() == 0) {
            return;
        }
        stopRequested.countDown();
        try {
            stopped.await();
            Runtime.getRuntime().halt(0);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
