package dev.sluice.cli;

import dev.sluice.auth.House;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rate.RateSettings;
import dev.sluice.vault.Vault;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A command line over a test's house: what was typed, what came out.
final class Terminal implements Program {
    private final House house;
    private final Path dataDir;
    final Map<String, String> environment = new HashMap<>();
    final List<String> deposits = new ArrayList<>();
    boolean sandbox = true;
    RateSettings rates = RateSettings.table();

    Terminal(House house, Path dataDir) {
        this.house = house;
        this.dataDir = dataDir;
    }

    /// Runs a command and gives its exit code and everything it printed.
    Printed run(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        var command =
                Sluice.commandLine(this).setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        int code = command.execute(arguments);
        return new Printed(code, out.toString(), err.toString());
    }

    record Printed(int code, String out, String err) {
        /// The value of a `KEY=value` line.
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
    public int verifyLedger() {
        return 8;
    }

    @Override
    public Path dataDir() {
        return dataDir;
    }

    @Override
    public Map<String, String> environment() {
        return environment;
    }

    @Override
    public Workbench workbench() {
        return new Workbench() {
            @Override
            public Database database() {
                return house.database.database();
            }

            @Override
            public Vault vault() {
                return house.vault;
            }

            @Override
            public Clocks clocks() {
                return house.clocks;
            }

            @Override
            public SecureRandom random() {
                return house.random;
            }

            @Override
            public boolean isSandbox() {
                return sandbox;
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
