package dev.sluice.app;

import dev.sluice.audit.Audits;
import dev.sluice.audit.End;
import dev.sluice.cli.AdminSession;
import dev.sluice.cli.BankAccounts;
import dev.sluice.cli.Program;
import dev.sluice.clock.Clocks;
import dev.sluice.config.Config;
import dev.sluice.db.Database;
import dev.sluice.ledger.Funding;
import dev.sluice.ledger.Ledger;
import dev.sluice.ledger.LedgerVerifier;
import dev.sluice.ledger.VerificationRuns;
import dev.sluice.money.Money;
import dev.sluice.ownership.OwnershipRules;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rate.RateSettings;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import dev.sluice.vault.Vault;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// The implementation of the commands.
public final class Commands implements Program {
    private static final Path CONFIG_FILE = Path.of("sluice.yaml");
    private static final int FAILED = 1;

    private final Map<String, String> env;
    private final PrintStream out;
    private final PrintStream err;

    public Commands(Map<String, String> env, PrintStream out, PrintStream err) {
        this.env = Map.copyOf(env);
        this.out = out;
        this.err = err;
    }

    @Override
    public int serve() throws Exception {
        try {
            return new Service(config(), out).run();
        } catch (Config.Invalid invalid) {
            return explain(invalid);
        }
    }

    /// Runs the database steps of a start without serving.
    @Override
    public int migrate() throws Exception {
        try {
            var config = config();
            if (config.database().isEmpty()) {
                throw new IllegalArgumentException(
                        "SLUICE_DATABASE_URL is missing: the service migrates the embedded database itself");
            }
            Infrastructure.open(config, null).close();
            out.println("the database is up to date");
            return 0;
        } catch (Config.Invalid invalid) {
            return explain(invalid);
        }
    }

    @Override
    public int verifyLedger() throws Exception {
        return overDatabase(this::proveBooks);
    }

    @Override
    public int verifyAudit(@Nullable Path pinned) throws Exception {
        var ends = pinned == null
                ? List.<End>of()
                : Files.readAllLines(pinned).stream()
                        .flatMap(line -> End.read(line).stream())
                        .toList();
        if (pinned != null && ends.isEmpty()) {
            err.println(pinned + " contains no chain hash from verify-audit");
            return FAILED;
        }
        return overDatabase(infrastructure -> proveAudit(infrastructure, ends));
    }

    private int overDatabase(ToIntFunction<Infrastructure> proof) throws Exception {
        try {
            try (var infrastructure = joined(config())) {
                return proof.applyAsInt(infrastructure);
            }
        } catch (Config.Invalid invalid) {
            return explain(invalid);
        }
    }

    /// @throws IllegalArgumentException if there is no database: only the service creates one
    private static Infrastructure joined(Config config) {
        if (!Infrastructure.isThere(config)) {
            throw new IllegalArgumentException("no database in "
                    + config.dataDir().toAbsolutePath().normalize()
                    + ": set SLUICE_DATA_DIR or SLUICE_DATABASE_URL, or start the service (./sluice serve) first");
        }
        return Infrastructure.join(config);
    }

    private int proveBooks(Infrastructure infrastructure) {
        var begun = infrastructure.clocks().realInstant();
        var report = LedgerVerifier.verify(infrastructure.database(), AuditSources.payments(infrastructure.vault()));
        recordRun(infrastructure, begun, report);
        out.printf(
                "%,d accounts, %,d transfers, %,d payments: %s%n",
                report.accounts(),
                report.transfers(),
                report.payments(),
                report.isClean() ? "the ledger is correct" : report.faults().size() + " faults");
        report.faults().forEach(fault -> out.println("  " + fault));
        return report.isClean() ? 0 : FAILED;
    }

    /// Stores the verification run, so that metrics report its age. That fails on a read-only standby, and is
    /// reported then.
    private void recordRun(Infrastructure infrastructure, Instant begun, LedgerVerifier.Report report) {
        try (var runs = new VerificationRuns(
                infrastructure.database(), infrastructure.clocks(), AuditSources.payments(infrastructure.vault()))) {
            runs.store("command line", begun, report);
        } catch (RuntimeException refused) {
            err.println("cannot store this verification, so metrics do not show it: " + refused.getMessage());
        }
    }

    private int proveAudit(Infrastructure infrastructure, List<End> pinned) {
        var proof = Audits.wire(infrastructure.database(), infrastructure.vault(), infrastructure.clocks())
                .verify(pinned);
        out.printf(
                "%,d chains, %,d entries, joint MAC since %s: %s%n",
                proof.ends().size(),
                proof.entries(),
                proof.since().map(Instant::toString).orElse("never"),
                proof.faults().isEmpty() ? "unchanged" : proof.faults().size() + " faults");
        proof.faults().forEach(fault -> out.println("  " + fault));
        if (!pinned.isEmpty()) {
            out.printf("compared %,d hashes with the file%n", pinned.size());
        }
        proof.ends().forEach(end -> out.println(end.line()));
        return proof.faults().isEmpty() ? 0 : FAILED;
    }

    @Override
    public AdminSession adminSession() throws Exception {
        try {
            var config = config();
            return new LocalAdminSession(joined(config), config);
        } catch (Config.Invalid invalid) {
            throw new IllegalArgumentException(String.join("; ", invalid.lines()), invalid);
        }
    }

    @Override
    public BankAccounts bankAccounts() throws Exception {
        try {
            var config = config();
            return Banks.open(config, joined(config));
        } catch (Config.Invalid invalid) {
            throw new IllegalArgumentException(String.join("; ", invalid.lines()), invalid);
        }
    }

    @Override
    public void simulateBank(Path folder, @Nullable String account, boolean isTestPlatform) throws Exception {
        var bank = new StandaloneBank(folder, out);
        if (account == null) {
            bank.printTransport();
            return;
        }
        try {
            var config = config();
            if (config.environment() == Config.Environment.LIVE) {
                throw new IllegalArgumentException(
                        "SLUICE_ENVIRONMENT=live has no simulated bank; play it with SLUICE_ENVIRONMENT=sandbox");
            }
            bank.run(BankAccounts.profile(config.banks(), account), isTestPlatform);
        } catch (Config.Invalid invalid) {
            throw new IllegalArgumentException(String.join("; ", invalid.lines()), invalid);
        }
    }

    @Override
    public List<BankProfile> bankProfiles() throws Exception {
        try {
            return config().banks();
        } catch (Config.Invalid invalid) {
            throw new IllegalArgumentException(String.join("; ", invalid.lines()), invalid);
        }
    }

    @Override
    public Path dataDir() throws Exception {
        try {
            return config().dataDir();
        } catch (Config.Invalid invalid) {
            throw new IllegalArgumentException(String.join("; ", invalid.lines()), invalid);
        }
    }

    @Override
    public InstantSource clock() {
        return InstantSource.system();
    }

    @Override
    public SecureRandom random() {
        return new SecureRandom();
    }

    @Override
    public Map<String, String> environment() {
        return env;
    }

    private Config config() throws Config.Invalid {
        return Config.load(env, CONFIG_FILE);
    }

    private int explain(Config.Invalid invalid) {
        invalid.lines().forEach(line -> err.println("error: " + line));
        return FAILED;
    }

    /// Session of a local administrator with the configured database.
    private record LocalAdminSession(Infrastructure infrastructure, Config config) implements AdminSession {
        @Override
        public Database database() {
            return infrastructure.database();
        }

        @Override
        public Vault vault() {
            return infrastructure.vault();
        }

        @Override
        public Clocks clocks() {
            return infrastructure.clocks();
        }

        @Override
        public SecureRandom random() {
            return infrastructure.random();
        }

        @Override
        public boolean isSandbox() {
            return config.environment() == Config.Environment.SANDBOX;
        }

        @Override
        public Optional<URI> baseUrl() {
            return config.baseUrl();
        }

        @Override
        public boolean sendsMail() {
            return config.mail().isPresent();
        }

        @Override
        public OwnershipRules ownershipRules() {
            return Ownership.rules(config);
        }

        @Override
        public RateSettings rates() {
            return config.rates();
        }

        @Override
        public Deposit deposit() {
            var references = new References(infrastructure.database(), Served.everything());
            var funding = new Funding(new Ledger(infrastructure.clocks()), infrastructure.clocks());
            return (organizationId, amount, currency) -> deposit(references, funding, organizationId, amount, currency);
        }

        private void deposit(
                References references, Funding funding, UUID organizationId, BigDecimal amount, String currency) {
            var asset = references
                    .asset(currency)
                    .orElseThrow(() -> new IllegalArgumentException("unknown currency or token " + currency));
            if (amount.signum() <= 0 || !Money.fits(amount, asset)) {
                throw new IllegalArgumentException(
                        "the amount must be positive, with at most " + asset.exponent() + " decimals");
            }
            infrastructure
                    .database()
                    .run(tx -> funding.deposit(tx, organizationId, List.of(Money.exactly(amount, asset))));
        }

        @Override
        public void close() {
            infrastructure.close();
        }
    }
}
