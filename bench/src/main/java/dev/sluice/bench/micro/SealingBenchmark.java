package dev.sluice.bench.micro;

import dev.sluice.db.Database;
import dev.sluice.db.Migrations;
import dev.sluice.db.embedded.Embedded;
import dev.sluice.vault.Vault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.UUID;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// Encryption and decryption of 700 bytes, roughly the encrypted size of a payout. The vault needs a database, which
/// exists only during setup.
@State(Scope.Benchmark)
public class SealingBenchmark {
    private static final int PLAIN_BYTES = 700;
    private static final int CONNECTIONS_MAX = 4;
    private static final String PURPOSE = "disbursement/payee";

    private UUID organizationId = UUID.fromString("019ab7c0-02de-7a41-9c85-3e6f7b10d2a9");
    private byte[] plain = new byte[PLAIN_BYTES];
    private Vault vault = vault();
    private byte[] sealed = vault.seal(organizationId, PURPOSE, plain);

    @Benchmark
    public byte[] seal() {
        return vault.seal(organizationId, PURPOSE, plain);
    }

    @Benchmark
    public byte[] open() {
        return vault.open(organizationId, PURPOSE, sealed);
    }

    private static Vault vault() {
        try {
            var ground = Files.createTempDirectory("sealing");
            try {
                return vault(ground);
            } finally {
                delete(ground);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Vault vault(Path ground) {
        var server = Embedded.startOrAttach(ground);
        try (var database = Database.open(
                new Database.Address(server.jdbcUrl(), server.user(), server.password()), CONNECTIONS_MAX, null)) {
            Migrations.migrate(database);
            return Vault.open(database, new byte[Vault.MASTER_KEY_BYTES]);
        } finally {
            server.stop();
        }
    }

    private static void delete(Path ground) throws IOException {
        try (var files = Files.walk(ground)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
