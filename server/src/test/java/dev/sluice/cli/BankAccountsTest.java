package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Commands;
import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.merchant.Deployment;
import dev.sluice.reference.ReferenceLoader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The commands about bank accounts: `bank list`, `bank files` and `bank import`.
final class BankAccountsTest {
    private static final String KEY = "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ/u3cuqmHZUM=";
    private static final String PROFILE = """
            id: ing
            account: {iban: NL08INGB0000001234, bic: INGBNL2A, currency: EUR, holder: Example BV}
            scheme: sepa-ct
            serves: [{currency: EUR, countries: SEPA}]
            windows: {zone: Europe/Amsterdam, calendar: TARGET}
            in: {statements: camt.053}
            transport: {type: folder, out: %1$s/out, in: %1$s/in}
            """;
    private static final Path SAMPLES = Path.of("src/test/resources/bank");

    @TempDir
    private Path dir = Path.of(".");

    private final TestDatabase database = TestDatabase.create();

    private Terminal terminal;

    @BeforeEach
    void open() throws IOException {
        Deployment.claim(database.database(), "sandbox");
        new ReferenceLoader(database.database(), new Clocks(InstantSource.system())).load();
        var profile = dir.resolve("ing.yaml");
        Files.writeString(profile, PROFILE.formatted(dir));
        var address = database.address();
        var silent = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        var program = new Commands(
                Map.of(
                        "SLUICE_DATABASE_URL",
                        address.jdbcUrl() + "&user=" + address.user() + "&password=" + address.password(),
                        "SLUICE_MASTER_KEY",
                        KEY,
                        "SLUICE_BANKS",
                        profile.toString()),
                silent,
                silent);
        terminal = new Terminal(null, dir);
        terminal.accounts = program::bankAccounts;
    }

    @AfterEach
    void close() {
        database.close();
    }

    private Terminal.Printed imported(Path file) {
        return terminal.run("bank", "import", file.toString(), "--account", "ing");
    }

    @Test
    void a_statement_is_applied_once_and_its_balance_is_listed() {
        assertThat(terminal.run("bank", "list").out()).containsPattern("ing +NL08INGB0000001234 +EUR +- +- +bank-ing");
        var statement = SAMPLES.resolve("O06_camt053_ing.xml");
        var first = imported(statement);
        assertThat(first.out()).startsWith("applied camt.053.001.02");
        assertThat(first.code()).isZero();
        var again = imported(statement);
        assertThat(again.out()).startsWith("known before: applied");
        assertThat(again.code()).isZero();
        assertThat(terminal.run("bank", "list").out()).containsPattern("ing +NL08INGB0000001234 +EUR +[0-9.]+ +20");
    }

    @Test
    void a_statement_of_another_account_is_held_with_the_reason() {
        var held = imported(SAMPLES.resolve("O07_camt053_nordea.xml"));
        assertThat(held.code()).isEqualTo(1);
        assertThat(held.out()).startsWith("held camt.053.001.02").contains("is not NL08INGB0000001234 of ing");
    }

    @Test
    void a_file_that_is_no_bank_file_is_unreadable() throws IOException {
        var file = dir.resolve("note.txt");
        Files.writeString(file, "hello");
        var unreadable = imported(file);
        assertThat(unreadable.code()).isEqualTo(2);
        assertThat(unreadable.out()).startsWith("unreadable").contains("no bank file that can be read");
    }

    @Test
    void unknown_accounts_and_missing_files_are_named() {
        var unknown = terminal.run("bank", "files", "--account", "nobody");
        assertThat(unknown.code()).isEqualTo(1);
        assertThat(unknown.err()).contains("unknown account nobody; SLUICE_BANKS has ing");
        assertThat(imported(dir.resolve("missing.xml")).err()).contains("no such file: ");
        assertThat(terminal.run("bank", "import", "a.xml").code())
                .as("without an account")
                .isEqualTo(2);
    }

    @Test
    void no_files_are_an_empty_list() {
        var files = terminal.run("bank", "files");
        assertThat(files.code()).isZero();
        assertThat(files.out()).startsWith("FILE").hasLineCount(1);
    }
}
