package dev.sluice.rail.sandbox.bank;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.iso20022.BankFile;
import dev.sluice.iso20022.BankFiles;
import dev.sluice.iso20022.Entry;
import dev.sluice.iso20022.Message.StatementMessage;
import dev.sluice.iso20022.Message.StatusReport;
import dev.sluice.iso20022.Statement;
import dev.sluice.iso20022.Unreadable;
import dev.sluice.refusal.Refused;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jdbi.v3.core.JdbiException;

/// A customer of the simulated bank with folders, a manual clock, and the service's reader.
final class Customer {
    static final String IBAN = "DE89370400440532013000";
    static final String PAYEE = "AT611904300234573201";
    static final long OPENING = 1_000_000;
    static final Instant START = Instant.parse("2026-11-24T09:00:00Z");
    private static final int STEPS_MAX = 20;

    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final Clocks clocks = new Clocks(now::get);
    private final Database database;
    private final SimulatedBank bank;

    Customer(Database database, Path folder, UnaryOperator<BankSettings> change) {
        this.database = database;
        this.bank = new SimulatedBank(database, change.apply(settings(folder)), clocks);
        bank.open();
    }

    static Customer of(Database database, Path folder) {
        return new Customer(database, folder, settings -> settings);
    }

    /// Returns the settings of a SEPA account; the folder's name identifies it.
    static BankSettings settings(Path folder) {
        return new BankSettings(
                folder.getFileName().toString(),
                new BankSettings.Account(IBAN, true, "COBADEFFXXX", "EUR", 2, "Example GmbH"),
                new BankSettings.Folders(
                        folder.resolve("out"), folder.resolve("in"), folder.resolve("acks"), folder.resolve("sent")),
                new BankSettings.Accepts(
                        "pain.001.001.09",
                        BankSettings.Charset.SEPA_LATIN,
                        70,
                        140,
                        "SLEV",
                        99_999_999_999L,
                        false,
                        Set.of("MsgId", "EndToEndId"),
                        Duration.ofDays(90),
                        true,
                        false),
                new BankSettings.Sends(
                        "pain.002.001.10",
                        BankSettings.Level.GROUP,
                        "ACSC",
                        "camt.054.001.08",
                        "camt.052.001.08",
                        "camt.053.001.08",
                        true,
                        true),
                BankSettings.Prices.NONE,
                BankSettings.Timing.ORDINARY,
                OPENING,
                ZoneId.of("Europe/Berlin"),
                true);
    }

    SimulatedBank bank() {
        return bank;
    }

    /// Returns the same account on another node.
    SimulatedBank otherNode() {
        return new SimulatedBank(database, bank.settings(), clocks);
    }

    /// Returns the same account on a node with its own connections.
    SimulatedBank otherNode(Database connections) {
        return new SimulatedBank(connections, bank.settings(), clocks);
    }

    Instant now() {
        return now.get();
    }

    void send(String name, String text) {
        try {
            var out = bank.settings().folders().out();
            Files.createDirectories(out);
            Files.writeString(out.resolve(name), text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Sends a file under a temporary name and renames it, and waits until the bank has taken it.
    void deliver(String name, String text) {
        try {
            var out = bank.settings().folders().out();
            Files.createDirectories(out);
            Files.writeString(out.resolve(name + ".part"), text);
            Files.move(out.resolve(name + ".part"), out.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            while (Files.exists(out.resolve(name))) {
                Thread.onSpinWait();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Sends a file and lets the bank finish it.
    void process(PaymentText file) {
        send(file.msgId() + ".xml", file.text());
        settle();
    }

    /// Steps at once, and after the usual time of a booking.
    void settle() {
        steps();
        pass(Duration.ofSeconds(5));
        pass(Duration.ofSeconds(5));
    }

    void pass(Duration duration) {
        now.updateAndGet(before -> before.plus(duration));
        steps();
    }

    void passTo(String instant) {
        now.set(Instant.parse(instant));
        steps();
    }

    /// Advances the clock without a step.
    void later(Duration duration) {
        now.updateAndGet(before -> before.plus(duration));
    }

    /// Steps until nothing is left to do, although connections of the pool were cut.
    void untilQuiet() {
        for (int i = 0; i < STEPS_MAX; i++) {
            try {
                steps();
                return;
            } catch (Refused | JdbiException cut) {
                // The pool has a connection of before.
            }
        }
        throw new AssertionError("the bank does not come back");
    }

    private void steps() {
        for (int i = 0; i < STEPS_MAX; i++) {
            if (!bank.step()) {
                return;
            }
        }
        throw new AssertionError("the bank does not come to rest");
    }

    List<Path> paths(String kind) {
        var in = bank.settings().folders().in();
        if (!Files.isDirectory(in)) {
            return List.of();
        }
        try (var files = Files.list(in)) {
            return files.filter(each -> each.getFileName().toString().startsWith(kind))
                    .sorted()
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Returns the received files of a kind, in their order.
    List<BankFile> files(String kind) {
        return paths(kind).stream().map(Customer::read).toList();
    }

    static BankFile read(Path path) {
        try (var bytes = Files.newInputStream(path)) {
            return BankFiles.read(bytes);
        } catch (Unreadable unreadable) {
            throw new AssertionError(path + ": " + unreadable.getMessage(), unreadable);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    String text(Path path) {
        try {
            return Files.readString(path, StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    List<StatusReport> reports() {
        return files("pain.002").stream()
                .flatMap(each -> each.messages().stream())
                .map(StatusReport.class::cast)
                .toList();
    }

    List<Statement> statements(String kind) {
        return files(kind).stream()
                .flatMap(each -> each.messages().stream())
                .flatMap(each -> ((StatementMessage) each).statements().stream())
                .toList();
    }

    /// Returns the statements of those files that are whole.
    List<Statement> readable(String kind) {
        return paths(kind).stream()
                .flatMap(path -> {
                    try (var bytes = Files.newInputStream(path)) {
                        return BankFiles.read(bytes).messages().stream();
                    } catch (Unreadable cutOff) {
                        return Stream.empty();
                    } catch (IOException failed) {
                        throw new UncheckedIOException(failed);
                    }
                })
                .flatMap(each -> ((StatementMessage) each).statements().stream())
                .toList();
    }

    List<Entry> entries(String kind) {
        return statements(kind).stream()
                .flatMap(each -> each.entries().stream())
                .toList();
    }

    List<String> names(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var files = Files.list(folder)) {
            return files.map(each -> each.getFileName().toString()).sorted().toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
