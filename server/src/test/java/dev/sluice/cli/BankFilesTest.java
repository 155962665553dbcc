package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Commands;
import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.merchant.Deployment;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.RailStop;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.RoutingNumbers;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.iso20022.payout.BankPayouts;
import dev.sluice.rail.iso20022.transport.FileTransport;
import dev.sluice.reference.ReferenceLoader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.OutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The commands about outgoing files and decisions.
final class BankFilesTest {
    private static final String KEY = "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ/u3cuqmHZUM=";
    private static final UUID ORGANIZATION = UUID.fromString("01993f80-0000-7000-8000-000000000001");
    private static final String PROFILE = """
            id: ing
            account: {iban: NL08INGB0000001234, bic: INGBNL2A, currency: EUR, holder: Example BV}
            scheme: sepa-ct
            serves: [{currency: EUR, countries: SEPA}]
            out: {message: pain.001.001.09, max-sum-per-file: 100.00, max-sum-per-day: 500.00}
            windows: {zone: Europe/Amsterdam, calendar: none}
            in: {status: pain.002, statements: camt.053}
            transport: {type: folder, out: %1$s/out, in: %1$s/in, archive: %1$s/done}
            """;
    private static final Path SAMPLES = Path.of("src/test/resources/bank");

    @TempDir
    private Path dir = Path.of(".");

    private final TestDatabase database = TestDatabase.create();
    private Terminal terminal;

    @BeforeEach
    void open() throws Exception {
        Deployment.claim(database.database(), "sandbox");
        new ReferenceLoader(database.database(), new Clocks(InstantSource.system())).load();
        var profile = dir.resolve("ing.yaml");
        Files.writeString(profile, PROFILE.formatted(dir));
        for (var folder : List.of("out", "in", "done")) {
            Files.createDirectories(dir.resolve(folder));
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

    /// Lets a node work on the account.
    private <R> R node(Function<BankPayouts, R> work) throws Exception {
        try (var accounts = terminal.bankAccounts()) {
            var profile = accounts.profile("ing");
            var alerts = new Alerts(accounts.database(), accounts.clocks(), (_, _) -> {});
            return work.apply(BankPayouts.wire(
                    new BankPayouts.Dependencies(
                            accounts.database(),
                            accounts.clocks(),
                            accounts.vault(),
                            PayoutSuspension.NONE,
                            new PayoutStatusReports(accounts.vault()),
                            alerts,
                            new TamperAlarm(alerts, new SimpleMeterRegistry())),
                    profile,
                    () -> FileTransport.open(profile.transport())));
        }
    }

    /// Submits a payout and seals the due ones.
    private Instruction sealed(String amount) throws Exception {
        var instruction = new Instruction(
                new PayoutRef(ORGANIZATION, UUID.randomUUID()),
                Money.exactly(new BigDecimal(amount), Asset.fiat("EUR", 2)),
                new BankAccount("EUR", "NL", "SEPA", RoutingNumbers.NONE, "DE75512108001245126199", "Ana", null),
                null);
        node(payouts -> {
            assertThat(payouts.rail().submit(List.of(instruction)).getFirst()).isInstanceOf(Outcome.Accepted.class);
            return payouts.seal();
        });
        return instruction;
    }

    private String msgId() {
        return database.database()
                .read(handle -> BankPayouts.files(handle, null, 1))
                .getFirst()
                .msgId();
    }

    private Terminal.Printed bank(String... arguments) {
        var all = new ArrayList<>(List.of("bank"));
        all.addAll(List.of(arguments));
        return terminal.run(all.toArray(String[]::new));
    }

    private List<String> audited() {
        return database.database()
                .read(handle -> handle.createQuery("SELECT action || ' ' || outcome FROM audit_entry ORDER BY id")
                        .mapTo(String.class)
                        .list());
    }

    @Test
    void a_file_is_shown_with_its_hash_payouts_and_attempts() throws Exception {
        var payout = sealed("12.00").payout().payoutId();
        var shown = bank("show", msgId());
        assertThat(shown.code()).isZero();
        assertThat(shown.out())
                .contains("12.00 EUR in 1 transfers", "state      sealed", payout.toString())
                .containsPattern("sha256 +[0-9a-f]{64}");
        node(BankPayouts::send);
        var json = bank("show", msgId() + ".xml", "--json");
        assertThat(json.out())
                .contains("\"msgId\": \"" + msgId() + "\"", "\"state\": \"delivered\"", "\"result\": \"delivered\"")
                .contains("\"id\": \"" + payout + "\"", "\"maybeTwice\": false");
        assertThat(bank("show", msgId(), "--content").out())
                .isEqualTo(Files.readString(dir.resolve("out").resolve(msgId() + ".xml")));
        var unknown = bank("show", "MNONE");
        assertThat(unknown.code()).isEqualTo(1);
        assertThat(unknown.err()).contains("no file MNONE; ./sluice bank files lists them");
    }

    @Test
    void a_file_is_taken_uploaded_by_hand_and_delivered() throws Exception {
        sealed("12.00");
        var early = bank("delivered", msgId(), "--by", "Ana");
        assertThat(early.code()).isEqualTo(1);
        assertThat(early.err()).contains("only a file that was taken is uploaded by hand");
        var taken = bank("take", msgId(), "--out", dir.toString(), "--by", "Ana");
        assertThat(taken.code()).isZero();
        var target = dir.resolve(msgId() + ".xml");
        assertThat(taken.out()).contains("Ana took the file " + msgId(), "bank delivered " + msgId());
        assertThat(Files.readString(target)).contains(msgId());
        assertThat(bank("take", msgId(), "--out", dir.toString()).err()).contains("exists already");
        assertThat(bank("take", msgId(), "--out", dir.resolve("other.xml").toString(), "--by", "Ben")
                        .err())
                .contains("Ana took the file");
        node(BankPayouts::send);
        assertThat(dir.resolve("out")).isEmptyDirectory();
        assertThat(bank("delivered", msgId(), "--by", "Ana").code()).isZero();
        assertThat(bank("files").out()).containsPattern(msgId() + ".* delivered ");
        assertThat(audited())
                .containsExactly("bank/delivered 400", "bank/take 200", "bank/take 400", "bank/delivered 200");
    }

    @Test
    void nothing_is_taken_from_a_stopped_rail() throws Exception {
        sealed("12.00");
        new RailStops(database.database()).put(new RailStop("bank-ing", true, "maintenance", "Ana", Instant.now()));
        assertThat(bank("take", msgId(), "--out", dir.toString()).err()).contains("the rail bank-ing is stopped");
    }

    @Test
    void two_people_declare_a_taken_file_void() throws Exception {
        sealed("12.00");
        bank("take", msgId(), "--out", dir.toString(), "--by", "Ana");
        var first = bank("void", msgId(), "--evidence", "not uploaded", "--by", "Ana");
        assertThat(first.code()).isEqualTo(3);
        assertThat(first.out()).contains("requested by Ana; it waits for a second person");
        assertThat(bank("void", msgId(), "--evidence", "not uploaded", "--by", " ANA ")
                        .code())
                .as("the same person")
                .isEqualTo(3);
        assertThat(bank("decisions").out()).containsPattern("ing +void_file +" + msgId() + " +void .* Ana +not");
        var second = bank("void", msgId(), "--evidence", "the bank confirms", "--by", "Ben");
        assertThat(second.code()).isZero();
        assertThat(second.out()).contains("confirmed by Ben");
        assertThat(bank("decisions").out()).hasLineCount(1);
        assertThat(bank("show", msgId()).out()).contains("void       Ana and Ben: the bank does not have it");
        assertThat(bank("void", msgId(), "--evidence", "again").code())
                .as("void already")
                .isZero();
        node(BankPayouts::seal);
        assertThat(bank("files").out()).hasLineCount(3);
    }

    @Test
    void a_file_that_was_never_sent_is_void_at_once() throws Exception {
        sealed("12.00");
        var done = bank("void", msgId(), "--evidence", "wrong day");
        assertThat(done.code()).isZero();
        assertThat(done.out()).contains("is void; its payouts are queued again");
        assertThat(bank("void", msgId()).code()).as("without evidence").isEqualTo(2);
    }

    @Test
    void two_people_resolve_a_payout() throws Exception {
        var payout = sealed("12.00").payout();
        node(BankPayouts::send);
        var early = bank("resolve", payout.payoutId().toString(), "paid", "--evidence", "x");
        assertThat(early.code()).isEqualTo(1);
        assertThat(early.err()).contains("is not uncertain: it is sealed");
        database.database()
                .run(tx ->
                        tx.handle().execute("UPDATE rail_iso20022_file SET delivered_at = now() - interval '2 days'"));
        var first = bank("resolve", payout.payoutId().toString(), "UNPAID", "--evidence", "ticket 4711", "--by", "Ana");
        assertThat(first.code()).isEqualTo(3);
        var other = bank("resolve", payout.payoutId().toString(), "paid", "--evidence", "it is", "--by", "Ben");
        assertThat(other.code()).isEqualTo(1);
        assertThat(other.err()).contains("Ana requested unpaid, which waits for a second person");
        var id = first.out().substring("decision ".length()).split(":")[0];
        var refused = bank("refuse", id, "--evidence", "the statement has it", "--by", "Ben");
        assertThat(refused.out()).contains("refused by Ben");
        bank("resolve", payout.payoutId().toString(), "paid", "--evidence", "statement 12", "--by", "Ben");
        var done = bank("resolve", payout.payoutId().toString(), "paid", "--evidence", "statement 12", "--by", "Ana");
        assertThat(done.code()).isZero();
        Outcome outcome =
                node(payouts -> payouts.rail().queryOutcomes(List.of(payout)).getFirst());
        assertThat(outcome).isInstanceOf(Outcome.Settled.class);
        assertThat(bank("resolve", "nothing", "paid", "--evidence", "x").err())
                .contains("there is no payout nothing by a bank account");
        assertThat(bank("resolve", payout.payoutId().toString(), "maybe", "--evidence", "x")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void payouts_over_a_limit_are_released() throws Exception {
        var large = sealed("140.00").payout().payoutId().toString();
        assertThat(bank("files").out()).hasLineCount(1);
        var released = bank("release", large, "--evidence", "agreed", "--by", "Ana");
        assertThat(released.code()).isZero();
        assertThat(released.out()).contains("release, confirmed by Ana");
        node(BankPayouts::seal);
        assertThat(bank("files").out()).contains("140.00 EUR");
        assertThat(bank("release", "--account", "ing", "--evidence", "salaries").code())
                .isZero();
        assertThat(bank("release", "--account", "none", "--evidence", "x").err())
                .contains("unknown account none");
        assertThat(bank("release", "--evidence", "x").code()).isEqualTo(2);
    }

    @Test
    void only_a_refused_file_is_requeued() throws Exception {
        sealed("12.00");
        var refused = bank("requeue", msgId(), "--evidence", "AM04");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("the bank did not refuse the file " + msgId());
    }

    @Test
    void files_of_the_bank_are_fetched_now() throws Exception {
        assertThat(bank("fetch").out()).isEqualToIgnoringNewLines("ing: 0 new files");
        Files.copy(SAMPLES.resolve("O06_camt053_ing.xml"), dir.resolve("in").resolve("statement.xml"));
        var fetched = bank("fetch", "--account", "ing");
        assertThat(fetched.code()).isZero();
        assertThat(fetched.out()).contains("ing: 1 new files", "applied statement.xml");
        assertThat(dir.resolve("done").resolve("statement.xml")).exists();
        Files.writeString(dir.resolve("in").resolve("note.txt"), "hello");
        var unreadable = bank("fetch");
        assertThat(unreadable.code()).isEqualTo(1);
        assertThat(unreadable.out()).contains("unreadable note.txt: ");
        database.database()
                .run(tx -> tx.handle()
                        .execute("UPDATE rail_iso20022_account SET leased_to = now() + interval '1 minute'"));
        var busy = bank("fetch");
        assertThat(busy.code()).isEqualTo(1);
        assertThat(busy.out()).contains("a worker fetches at the moment");
    }
}
