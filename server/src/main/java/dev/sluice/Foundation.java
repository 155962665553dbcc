package dev.sluice;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Embedded;
import dev.sluice.db.Migrations;
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

/// What everything stands on: the database, migrated, with its vault and its clock. `embedded` is the server that
/// comes with Sluice, where no other one is configured.
record Foundation(
        Database database,
        @Nullable Embedded embedded,
        Vault vault,
        Clocks clocks,
        SecureRandom random,
        MeterRegistry meters)
        implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Foundation.class);
    private static final int WRITERS_MAX = 8;
    private static final String MASTER_KEY_FILE = "master.key";

    /// Where nobody looks at the meters.
    Foundation(Database database, @Nullable Embedded embedded, Vault vault, Clocks clocks, SecureRandom random) {
        this(database, embedded, vault, clocks, random, new CompositeMeterRegistry());
    }

    /// Whether there is a database to look at: opening would make an embedded one.
    static boolean isThere(Config config) {
        return config.database().isPresent() || Embedded.isIn(config.dataDir());
    }

    /// Opens the configured database for the service: brings its schema up to date and claims it for its
    /// environment. Starts the embedded one where none is configured.
    static Foundation open(Config config, @Nullable MeterRegistry meters) {
        return open(config, meters, (database, environment) -> {
            config.databaseOwner()
                    .ifPresentOrElse(
                            owner -> Migrations.migrate(database, address(owner)), () -> Migrations.migrate(database));
            Deployment.claim(database, environment);
        });
    }

    /// The same for a command, which leaves to the service what schema a database has and whose it is: nodes of
    /// another version may run on it.
    ///
    /// @throws dev.sluice.refusal.CannotStart where the service has to be started first
    static Foundation join(Config config) {
        return open(config, null, (database, environment) -> {
            Migrations.require(database);
            Deployment.require(database, environment);
        });
    }

    private static Foundation open(
            Config config, @Nullable MeterRegistry meters, BiConsumer<Database, String> preparation) {
        var embedded = config.database().isPresent() ? null : Embedded.startOrAttach(config.dataDir());
        var address = config.database().map(Foundation::address).orElseGet(() -> embeddedAddress(embedded));
        try {
            return over(Database.open(address, WRITERS_MAX, meters), embedded, config, meters, preparation);
        } catch (RuntimeException failed) {
            if (embedded != null) {
                embedded.stop();
            }
            throw failed;
        }
    }

    private static Foundation over(
            Database database,
            @Nullable Embedded embedded,
            Config config,
            @Nullable MeterRegistry meters,
            BiConsumer<Database, String> preparation) {
        try {
            preparation.accept(database, config.environment().name().toLowerCase(Locale.ROOT));
            var clocks = Clocks.ofMachine(InstantSource.system());
            clocks.refresh(database);
            return new Foundation(
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

    /// Has data keys follow each other.
    ///
    /// @return whether there may be more to do at once
    boolean renewKeys() {
        return vault.keepUp(database, clocks.realInstant());
    }

    /// Starts the embedded server again should it have died under the service.
    void revive() {
        if (embedded != null && !database.isReachable() && !embedded.revive()) {
            LOG.error("the embedded PostgreSQL was started on another port; restart the service to find it again");
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

    /// The configured key, or the sandbox's own, made the first time and kept beside its data.
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
            // A link never replaces a key that another process made in between.
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
