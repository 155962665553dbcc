package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Commands;
import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.http.Json;
import dev.sluice.merchant.Deployment;
import dev.sluice.rail.iso20022.inbound.CamtText;
import dev.sluice.rail.iso20022.inbound.CamtText.EntryText;
import dev.sluice.reference.ReferenceLoader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The command `reconcile`: its JSON, its tables and its exit codes. The bank has three days for its statements.
final class ReconcileTest {
    private static final String KEY = "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ/u3cuqmHZUM=";
    private static final String PROFILE = """
            id: %2$s
            account: {iban: %3$s, bic: COBADEFFXXX, currency: EUR, holder: Example GmbH}
            scheme: sepa-ct
            serves: [{currency: EUR, countries: SEPA}]
            windows: {zone: Europe/Berlin, calendar: none}
            in: {statements: camt.053}
            silence: {statement-by: "09:00 3d"}
            transport: {type: folder, out: %1$s/%2$s-out, in: %1$s/%2$s-in}
            """;
    private static final LocalDate TODAY = LocalDate.now(ZoneId.of("Europe/Berlin"));
    private static final String YESTERDAY = TODAY.minusDays(1).toString();
    private static final String EARLIER = TODAY.minusDays(2).toString();

    @TempDir
    private Path dir = Path.of(".");

    private final TestDatabase database = TestDatabase.create();

    @BeforeEach
    void open() {
        Deployment.claim(database.database(), "sandbox");
        new ReferenceLoader(database.database(), new Clocks(InstantSource.system())).load();
    }

    @AfterEach
    void close() {
        database.close();
    }

    private Terminal terminal(String... accounts) throws IOException {
        var folder = Files.createDirectories(dir.resolve("banks"));
        for (var account : accounts) {
            var iban = account.equals("eur-main") ? CamtText.IBAN : "DE75512108001245126199";
            Files.writeString(folder.resolve(account + ".yaml"), PROFILE.formatted(dir, account, iban));
        }
        var address = database.address();
        var silent = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        var program = new Commands(
                Map.of(
                        "SLUICE_DATABASE_URL",
                        address.jdbcUrl() + "&user=" + address.user() + "&password=" + address.password(),
                        "SLUICE_MASTER_KEY",
                        KEY,
                        "SLUICE_BANKS",
                        folder.toString()),
                silent,
                silent);
        var terminal = new Terminal(null, dir);
        terminal.accounts = program::bankAccounts;
        return terminal;
    }

    private void statement(Terminal terminal, String name, CamtText text) throws IOException {
        var file = dir.resolve(name);
        Files.write(file, text.bytes());
        assertThat(terminal.run("bank", "import", file.toString(), "--account", "eur-main")
                        .code())
                .isZero();
    }

    private static JsonNode json(Terminal.Printed printed) {
        return Json.parse(printed.out().getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void a_clean_account_exits_with_0_and_prints_its_terms() throws IOException {
        var terminal = terminal("eur-main");
        statement(
                terminal,
                "a.xml",
                CamtText.statement("S1", 1, YESTERDAY).opening("1000.00").closing("1000.00"));
        var printed = terminal.run("reconcile", "--json");
        assertThat(printed.code()).isZero();
        assertThat(json(printed).toString())
                .isEqualTo("{\"account\":\"eur-main\",\"day\":\"" + YESTERDAY
                        + "\",\"terms\":{\"anchor\":1000,\"clearing\":0,\"inTransit\":0,\"openEntries\":0,"
                        + "\"closing\":1000,\"expected\":1000,\"difference\":0},\"breaks\":[]}");
        assertThat(terminal.run("reconcile").out())
                .startsWith("eur-main, " + YESTERDAY + ", EUR")
                .containsPattern("closing +1000.00")
                .contains("no breaks");
    }

    @Test
    void breaks_exit_with_1_and_are_listed_with_kind_amount_age_and_subject() throws IOException {
        var terminal = terminal("eur-main");
        statement(
                terminal,
                "a.xml",
                CamtText.statement("S1", 1, EARLIER)
                        .opening("1000.00")
                        .add(EntryText.of("7.50").reference("U1"))
                        .closing("1007.50"));
        statement(
                terminal,
                "b.xml",
                CamtText.statement("S2", 2, YESTERDAY)
                        .opening("1007.50")
                        .add(EntryText.of("-1.00").reference("U2"))
                        .closing("1006.50"));
        var printed = terminal.run("reconcile", "--account", "eur-main", "--json");
        assertThat(printed.code()).isEqualTo(1);
        var document = json(printed);
        assertThat(document.path("day").stringValue()).isEqualTo(YESTERDAY);
        assertThat(document.path("terms").path("openEntries").decimalValue()).isEqualByComparingTo("6.5");
        assertThat(document.path("terms").path("difference").decimalValue()).isZero();
        var breaks = document.path("breaks");
        assertThat(breaks).hasSize(2);
        assertThat(breaks.path(0).path("kind").stringValue()).isEqualTo("CREDIT_OPEN");
        assertThat(breaks.path(0).path("amount").decimalValue()).isEqualByComparingTo("7.5");
        assertThat(breaks.path(0).path("age").stringValue()).isEqualTo("P2D");
        assertThat(breaks.path(0).path("subject").stringValue()).startsWith("entry:");
        assertThat(breaks.path(1).path("kind").stringValue()).isEqualTo("DEBIT_OPEN");
        var earlier = terminal.run("reconcile", "--until", EARLIER, "--json");
        assertThat(earlier.code()).isEqualTo(1);
        assertThat(json(earlier).path("day").stringValue()).isEqualTo(EARLIER);
        assertThat(json(earlier).path("breaks")).hasSize(1);
        assertThat(terminal.run("reconcile").out())
                .containsPattern("CREDIT_OPEN +7.5 +P2D +entry:")
                .containsPattern("DEBIT_OPEN +-1 +P1D +entry:");
    }

    @Test
    void without_a_statement_and_for_unknown_accounts_it_exits_with_2() throws IOException {
        var terminal = terminal("eur-main");
        var nothing = terminal.run("reconcile", "--json");
        assertThat(nothing.code()).isEqualTo(2);
        assertThat(json(nothing).toString())
                .isEqualTo("{\"account\":\"eur-main\",\"day\":null,\"terms\":null,\"breaks\":[]}");
        assertThat(terminal.run("reconcile").out()).startsWith("eur-main: no statement has closed a day");
        var unknown = terminal.run("reconcile", "--account", "nobody");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("unknown account nobody; SLUICE_BANKS has eur-main");
        assertThat(terminal.run("reconcile", "--until", "yesterday").code()).isEqualTo(2);
        statement(
                terminal,
                "a.xml",
                CamtText.statement("S1", 1, YESTERDAY).opening("1000.00").closing("1000.00"));
        assertThat(terminal.run("reconcile", "--until", EARLIER).code())
                .as("before the first statement")
                .isEqualTo(2);
    }

    @Test
    void several_accounts_are_an_array_and_the_worst_one_decides() throws IOException {
        var terminal = terminal("eur-main", "eur-other");
        statement(
                terminal,
                "a.xml",
                CamtText.statement("S1", 1, YESTERDAY).opening("1000.00").closing("1000.00"));
        var printed = terminal.run("reconcile", "--json");
        assertThat(printed.code()).isEqualTo(2);
        assertThat(json(printed)).hasSize(2);
        assertThat(terminal.run("reconcile", "--account", "eur-main").code()).isZero();
    }

    @Test
    void an_altered_record_exits_with_2() throws IOException {
        var terminal = terminal("eur-main");
        statement(
                terminal,
                "a.xml",
                CamtText.statement("S1", 1, YESTERDAY).opening("1000.00").closing("1000.00"));
        database.database()
                .run(tx -> tx.handle().execute("UPDATE rail_iso20022_statement SET closing = closing + 1"));
        var altered = terminal.run("reconcile");
        assertThat(altered.code()).isEqualTo(2);
        assertThat(altered.err()).contains("was changed in the database; ./sluice verify-ledger lists");
    }
}
