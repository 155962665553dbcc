package dev.sluice.cli;

import dev.sluice.app.Eventually;
import dev.sluice.app.TestService;
import dev.sluice.auth.AuthFixture;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.ownership.OwnershipRules;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rate.RateSettings;
import dev.sluice.vault.Vault;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A command line over a test's house, with its input and output.
final class Terminal implements Program {
    private final @Nullable AuthFixture fixture;
    private final Path dataDir;
    final Map<String, String> environment = new HashMap<>();
    final List<String> deposits = new ArrayList<>();
    boolean sandbox = true;
    boolean mailServer = true;

    /// Opens the bank accounts.
    @Nullable
    Callable<BankAccounts> accounts;

    List<BankProfile> profiles = List.of();

    /// Clock of the commands, in place of the house's.
    @Nullable
    Clocks clocks;

    RateSettings rates = RateSettings.table();

    Terminal(@Nullable AuthFixture fixture, Path dataDir) {
        this.fixture = fixture;
        this.dataDir = dataDir;
    }

    /// Returns a terminal that calls a service as the client of the demo organization.
    static Terminal at(TestService service, Path dataDir) {
        var terminal = new Terminal(null, dataDir);
        terminal.environment.putAll(service.demo().credentials());
        terminal.environment.put("SLUICE_BASE_URL", service.baseUrl().toString());
        return terminal;
    }

    /// Starts a command that does not end by itself.
    Running start(String... arguments) {
        return new Running(this, arguments);
    }

    /// A command that runs until it is stopped.
    static final class Running implements AutoCloseable {
        private static final Duration PATIENCE = Duration.ofSeconds(60);

        private final StringWriter out = new StringWriter();
        private final StringWriter err = new StringWriter();
        private final AtomicInteger code = new AtomicInteger(-1);
        private final Thread thread;

        private Running(Terminal terminal, String... arguments) {
            var command = Sluice.commandLine(terminal)
                    .setOut(new PrintWriter(out, true))
                    .setErr(new PrintWriter(err, true));
            thread = Thread.ofPlatform().start(() -> code.set(command.execute(arguments)));
        }

        /// Returns the output so far.
        Printed printed() {
            return new Printed(code.get(), out.toString(), err.toString());
        }

        /// Returns the output, once it satisfies a condition.
        ///
        /// @throws AssertionError with the output after a minute
        Printed await(Predicate<Printed> wanted) {
            return Eventually.await(PATIENCE, "it prints what is wanted", this::printed, wanted);
        }

        /// Stops the command as Ctrl-C does, and returns all its output.
        Printed stop() throws InterruptedException {
            thread.interrupt();
            if (!thread.join(PATIENCE)) {
                throw new AssertionError("it does not stop: " + printed());
            }
            return printed();
        }

        @Override
        public void close() throws InterruptedException {
            stop();
        }
    }

    /// Runs a command and returns its exit code and all its output.
    Printed run(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        var command =
                Sluice.commandLine(this).setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        int code = command.execute(arguments);
        return new Printed(code, out.toString(), err.toString());
    }

    record Printed(int code, String out, String err) {
        /// Returns the value of a `KEY=value` line.
        String value(String key) {
            return out.lines()
                    .filter(line -> line.startsWith(key + "="))
                    .findFirst()
                    .map(line -> line.substring(key.length() + 1))
                    .orElseThrow(() -> new AssertionError("no " + key + " in " + this));
        }
    }

    @Override
    public int serve() {
        return 7;
    }

    @Override
    public int migrate() {
        return 9;
    }

    @Override
    public int verifyLedger() {
        return 8;
    }

    @Override
    public int verifyAudit(@Nullable Path pinned) {
        return 8;
    }

    @Override
    public Path dataDir() {
        return dataDir;
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
        return environment;
    }

    @Override
    public void simulateBank(Path folder, @Nullable String account, boolean isTestPlatform) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<BankProfile> bankProfiles() {
        return profiles;
    }

    @Override
    public BankAccounts bankAccounts() throws Exception {
        return Objects.requireNonNull(accounts).call();
    }

    @Override
    public AdminSession adminSession() {
        return bench(Objects.requireNonNull(fixture));
    }

    private AdminSession bench(AuthFixture fixture) {
        return new AdminSession() {
            @Override
            public Database database() {
                return fixture.database.database();
            }

            @Override
            public Vault vault() {
                return fixture.vault;
            }

            @Override
            public Clocks clocks() {
                return clocks == null ? fixture.clocks : clocks;
            }

            @Override
            public SecureRandom random() {
                return fixture.random;
            }

            @Override
            public boolean isSandbox() {
                return sandbox;
            }

            @Override
            public Optional<URI> baseUrl() {
                return Optional.of(URI.create("https://pay.example.com"));
            }

            @Override
            public boolean sendsMail() {
                return mailServer;
            }

            @Override
            public OwnershipRules ownershipRules() {
                return new OwnershipRules(sandbox, OwnershipRules.WAIT_DEFAULT, OwnershipRules.WAIT_DEFAULT);
            }

            @Override
            public RateSettings rates() {
                return rates;
            }

            @Override
            public Deposit deposit() {
                return (organization, amount, currency) ->
                        deposits.add(organization + " " + amount.toPlainString() + " " + currency);
            }

            @Override
            public void close() {}
        };
    }
}
