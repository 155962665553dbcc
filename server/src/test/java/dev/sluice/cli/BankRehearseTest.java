package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Commands;
import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.http.Json;
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

/// The command `bank rehearse`. The test plays the test platform.
final class BankRehearseTest {
    private static final String PROFILE = """
            id: ing
            account: {iban: NL08INGB0000001234, bic: INGBNL2A, currency: EUR, holder: Example BV}
            scheme: sepa-ct
            serves: []
            windows: {zone: Europe/Amsterdam, calendar: none, every: PT1S}
            in: {statements: camt.053}
            transport: {type: folder, out: %1$s/out, in: %1$s/in}
            """;
    private static final String REHEARSAL = """
            rehearsal:
              payee: {name: Test Payee, iban: DE75512108001245126199}
              transport: {type: folder, out: %1$s/test/out, in: %1$s/test/in}
            """;
    private static final Path STATEMENT = Path.of("src/test/resources/bank/O06_camt053_ing.xml");

    @TempDir
    private Path dir = Path.of(".");

    private final TestDatabase database = TestDatabase.create();

    private Path profile = Path.of(".");

    private Terminal terminal;

    @BeforeEach
    void open() throws IOException {
        Deployment.claim(database.database(), "sandbox");
        new ReferenceLoader(database.database(), new Clocks(InstantSource.system())).load();
        profile = Files.writeString(dir.resolve("ing.yaml"), (PROFILE + REHEARSAL).formatted(dir));
        var address = database.address();
        var silent = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        var program = new Commands(
                Map.of(
                        "SLUICE_DATABASE_URL",
                        address.jdbcUrl() + "&user=" + address.user() + "&password=" + address.password(),
                        "SLUICE_MASTER_KEY",
                        "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ/u3cuqmHZUM=",
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

    private Terminal.Printed rehearsed(String... more) {
        var arguments = new String[4 + more.length];
        System.arraycopy(new String[] {"bank", "rehearse", "--account", "ing"}, 0, arguments, 0, 4);
        System.arraycopy(more, 0, arguments, 4, more.length);
        return terminal.run(arguments);
    }

    @Test
    void it_is_open_until_a_later_run_finds_the_answers() throws IOException {
        var open = rehearsed("--wait", "PT0S", "--by", "Ana");
        assertThat(open.code()).isEqualTo(2);
        assertThat(open.out())
                .containsPattern("rename +passed +the rename failed, because the name existed")
                .containsPattern("payment +not offered +the account only receives")
                .containsPattern("entries +not answered yet +no camt.053 yet")
                .contains("answers are missing: run the command again to continue");
        Files.copy(STATEMENT, dir.resolve("test/in/statement.xml"));
        var passed = rehearsed("--wait", "PT20S", "--by", "Ben", "--json");
        assertThat(passed.code()).isZero();
        var json = Json.parse(passed.out().getBytes(StandardCharsets.UTF_8));
        assertThat(json.path("state").asString()).isEqualTo("passed");
        assertThat(json.path("startedBy").asString()).isEqualTo("Ana");
        assertThat(json.path("endedBy").asString()).isEqualTo("Ben");
        assertThat(json.path("profileHash").asString()).hasSize(64);
        assertThat(json.path("files")).singleElement().satisfies(file -> {
            assertThat(file.path("name").asString()).isEqualTo("statement.xml");
            assertThat(file.path("purpose").asString()).isEqualTo("answer");
        });
        assertThat(rehearsed("--wait", "PT0S").out()).contains("passed: live accepts the profile ing with the hash");
        assertThat(terminal.run("bank", "list").out()).containsPattern("ing +NL08INGB0000001234 +EUR +- +-");
    }

    @Test
    void a_statement_of_another_account_fails() throws IOException {
        Files.writeString(
                profile, (PROFILE.replace("NL08INGB0000001234", "NL91ABNA0417164300") + REHEARSAL).formatted(dir));
        Files.createDirectories(dir.resolve("test/in"));
        Files.copy(STATEMENT, dir.resolve("test/in/statement.xml"));
        var failed = rehearsed("--wait", "PT20S");
        assertThat(failed.code()).isEqualTo(1);
        assertThat(failed.out())
                .contains("reports account NL08INGB0000001234 and not NL91ABNA0417164300")
                .contains("failed: correct the profile, or ask the bank");
    }

    @Test
    void a_profile_without_a_test_platform_and_an_unknown_account_are_refused() throws IOException {
        Files.writeString(profile, PROFILE.formatted(dir));
        assertThat(rehearsed("--wait", "PT0S").err())
                .contains("the profile ing has no test platform: add rehearsal", "docs/bank-go-live.md");
        assertThat(terminal.run("bank", "rehearse", "--account", "abc").err())
                .contains("unknown account abc; SLUICE_BANKS has ing");
        assertThat(rehearsed("--by", " ").err()).contains("--by must be your name");
    }
}
