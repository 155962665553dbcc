package dev.sluice.bench;

import dev.sluice.bench.stage.Filling;
import dev.sluice.bench.stage.Progress;
import dev.sluice.config.Config;
import dev.sluice.db.Database;
import dev.sluice.db.embedded.Embedded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `./sluice bench seed`: fills the configured database, on which the service has been started before, with payouts
/// and deposits with correct books, and verifies them.
@Command(
        name = "seed",
        description = "Fill the configured database with past payouts and deposits, and verify the ledger. The"
                + " service must have been started on it before.",
        mixinStandardHelpOptions = true)
final class Seeding implements Callable<Integer> {
    static final Filling FILLING = new Filler();

    private static final int CONNECTIONS_MAX = 8;
    private static final Path CONFIG_FILE = Path.of("sluice.yaml");

    @Option(names = "--disbursements", paramLabel = "N", required = true, description = "Number of payouts to add.")
    private long disbursements;

    @Option(
            names = "--deposits",
            paramLabel = "N",
            description = "Number of deposits to create through the service (default: ${DEFAULT-VALUE}).",
            defaultValue = "0")
    private long deposits;

    /// Runs the service's own `verify-ledger` first and last. It rejects a database on which no service of this
    /// version has started; only such a start creates schema and key.
    @Override
    public Integer call() throws Exception {
        int opened = verifyLedger();
        if (opened != 0) {
            return opened;
        }
        var progress = new Progress(System.err);
        var config = Config.load(System.getenv(), CONFIG_FILE);
        if (config.database().isPresent()) {
            var address = config.database().get();
            fill(
                    config,
                    new Database.Address(
                            address.jdbcUrl(),
                            address.user().orElse(null),
                            address.password().orElse(null)),
                    progress);
        } else {
            var embedded = Embedded.startOrAttach(config.dataDir());
            try {
                fill(config, new Database.Address(embedded.jdbcUrl(), embedded.user(), embedded.password()), progress);
            } finally {
                embedded.stop();
            }
        }
        return verifyLedger();
    }

    private void fill(Config config, Database.Address address, Progress progress) throws Exception {
        try (var database = Database.open(address, CONNECTIONS_MAX, null)) {
            FILLING.fill(database, masterKey(config), new Filling.Amount(disbursements, deposits), progress);
        }
    }

    private static byte[] masterKey(Config config) throws IOException {
        return config.masterKey().isPresent()
                ? config.masterKey().get().bytes()
                : Base64.getDecoder()
                        .decode(Files.readString(config.dataDir().resolve("master.key"))
                                .strip());
    }

    private static int verifyLedger() throws IOException, InterruptedException {
        return new ProcessBuilder(List.of(Bench.launcher().toString(), "verify-ledger"))
                .inheritIO()
                .start()
                .waitFor();
    }
}
