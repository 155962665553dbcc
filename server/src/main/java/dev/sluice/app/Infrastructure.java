package dev.sluice.app;

import dev.sluice.clock.Clocks;
import dev.sluice.config.Config;
import dev.sluice.config.MasterKey;
import dev.sluice.db.Database;
import dev.sluice.db.Migrations;
import dev.sluice.db.embedded.Embedded;
import dev.sluice.merchant.Deployment;
import dev.sluice.vault.Vault;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The infrastructure of a node: the migrated database, the vault and the clock. `embedded` is the database server
/// that Sluice includes, used if no other one is configured.
record Infrastructure(
        Database database,
        @Nullable Embedded embedded,
        Vault vault,
        Clocks clocks,
        SecureRandom random,
        MeterRegistry meters)
        implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Infrastructure.class);
    private static final int WRITERS_MAX = 8;
    private static final String MASTER_KEY_FILE = "master.key";

    /// Creates a foundation without exported metrics.
    Infrastructure(Database database, @Nullable Embedded embedded, Vault vault, Clocks clocks, SecureRandom random) {
        this(database, embedded, vault, clocks, random, new CompositeMeterRegistry());
    }

    /// Returns true if a database is configured, or an embedded one exists; opening would create an embedded one.
    static boolean isThere(Config config) {
        return config.database().isPresent() || Embedded.isIn(config.dataDir());
    }

    /// Opens the configured database for the service: migrates its schema and claims it for its environment.
    /// Starts the embedded server if no database is configured.
    static Infrastructure open(Config config, @Nullable MeterRegistry meters) {
        return open(config, meters, (database, environment) -> {
            config.databaseOwner()
                    .ifPresentOrElse(
                            owner -> Migrations.migrate(database, address(owner)), () -> Migrations.migrate(database));
            Deployment.claim(database, environment);
        });
    }

    /// Opens the database for a command, without migrating or claiming it: nodes of another version may use it at
    /// the same time.
    ///
    /// @throws dev.sluice.refusal.CannotStart if the service has to be started first
    static Infrastructure join(Config config) {
        return open(config, null, (database, environment) -> {
            Migrations.require(database);
            Deployment.require(database, environment);
        });
    }

    private static Infrastructure open(
            Config config, @Nullable MeterRegistry meters, BiConsumer<Database, String> preparation) {
        var embedded = config.database().isPresent() ? null : Embedded.startOrAttach(config.dataDir());
        var address = config.database().map(Infrastructure::address).orElseGet(() -> embeddedAddress(embedded));
        try {
            return over(Database.open(address, WRITERS_MAX, meters), embedded, config, meters, preparation);
        } catch (RuntimeException failed) {
            if (embedded != null) {
                embedded.stop();
            }
            throw failed;
        }
    }

    private static Infrastructure over(
            Database database,
            @Nullable Embedded embedded,
            Config config,
            @Nullable MeterRegistry meters,
            BiConsumer<Database, String> preparation) {
        try {
            preparation.accept(database, config.environment().name().toLowerCase(Locale.ROOT));
            var clocks = Clocks.ofMachine(InstantSource.system());
            clocks.refresh(database);
            return new Infrastructure(
                    database,
                    embedded,
                    Vault.open(
                            database,
                            masterKey(config),
                            config.previousMasterKey().map(MasterKey::bytes)),
                    clocks,
                    new SecureRandom(),
                    meters == null ? new CompositeMeterRegistry() : meters);
        } catch (RuntimeException failed) {
            database.close();
            throw failed;
        }
    }

    /// Rotates the data keys.
    ///
    /// @return true if there may be more to do at once
    boolean renewKeys() {
        return vault.refreshKeys(database, clocks.realInstant());
    }

    /// Restarts the embedded server if it has died while the service is running.
    void restartDatabase() {
        if (embedded != null && !database.isReachable() && !embedded.restart()) {
            LOG.error("the embedded PostgreSQL was started on another port; restart the service to reconnect");
        }
    }

    @Override
    public void close() {
        database.close();
        if (embedded != null) {
            embedded.stop();
        }
    }

    private static Database.Address address(Config.Database own) {
        return new Database.Address(
                own.jdbcUrl(), own.user().orElse(null), own.password().orElse(null));
    }

    private static Database.Address embeddedAddress(@Nullable Embedded embedded) {
        if (embedded == null) {
            throw new IllegalStateException("neither a configured nor an embedded database");
        }
        return new Database.Address(embedded.jdbcUrl(), embedded.user(), embedded.password());
    }

    /// Returns the configured key, or the sandbox's own, which is generated at the first start and stored beside
    /// its data.
    private static byte[] masterKey(Config config) {
        if (config.masterKey().isPresent()) {
            return config.masterKey().get().bytes();
        }
        var file = config.dataDir().resolve(MASTER_KEY_FILE);
        try {
            return read(file);
        } catch (NoSuchFileException absent) {
            return make(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static byte[] read(Path file) throws IOException {
        return Base64.getDecoder().decode(Files.readString(file).strip());
    }

    private static byte[] make(Path file) {
        var key = new byte[Vault.MASTER_KEY_BYTES];
        new SecureRandom().nextBytes(key);
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            var fresh = Files.createTempFile(
                    file.toAbsolutePath().getParent(),
                    MASTER_KEY_FILE,
                    "",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(fresh, Base64.getEncoder().encodeToString(key) + "\n", StandardOpenOption.SYNC);
            // Creating a link fails if another process has created the key in the meantime, so its key is
            // never overwritten.
            try {
                Files.createLink(file, fresh);
            } catch (java.nio.file.FileAlreadyExistsException theirs) {
                Arrays.fill(key, (byte) 0);
                return read(file);
            } finally {
                Files.delete(fresh);
            }
            return key;
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }
}
