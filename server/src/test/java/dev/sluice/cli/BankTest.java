package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Json;
import dev.sluice.rail.iso20022.profile.BankProfiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// The command `bank read`: JSON, table and exit codes.
final class BankTest {
    private static final Path SAMPLES = Path.of("src/test/resources/bank");

    @TempDir
    private Path dir = Path.of(".");

    @ParameterizedTest
    @CsvSource({
        "O01_pain001_sps_postfinance.xml, pain.001.001.03, 1",
        "O02_pain002_group_actc.xml, pain.002.001.03, 0",
        "O03_pain002_pmtinf_part.xml, pain.002.001.03, 0",
        "O04_camt054_return_rrtn.xml, camt.054.001.04, 0",
        "O05_camt054_structured_reference.xml, camt.054.001.04, 0",
        "O06_camt053_ing.xml, camt.053.001.02, 0",
        "O07_camt053_nordea.xml, camt.053.001.02, 0",
        "O08_camt052_postfinance.xml, camt.052.001.04, 0",
        "O09_mt940_deutschebank.sta, mt940, 1",
        "O10_mt940_postfinance_blocks.sta, mt940, 1",
        "O11_pain001_ing_nl.xml, pain.001.001.03, 1",
    })
    void each_sample_has_its_kind_and_exit_code(String file, String kind, int code) {
        var path = SAMPLES.resolve(file).toString();
        var printed = run("bank", "read", path, "--json");
        assertThat(printed.code()).isEqualTo(code);
        assertThat(json(printed).path("kind").asString()).isEqualTo(kind);
        assertThat(json(printed).path("problems").isEmpty()).isEqualTo(code == 0);
        var table = run("bank", "read", path);
        assertThat(table.code()).isEqualTo(code);
        assertThat(table.out()).startsWith("kind: " + kind).doesNotContain("null");
    }

    @Test
    void a_statement_has_the_documented_fields() {
        var printed = run("bank", "read", SAMPLES.resolve("O06_camt053_ing.xml").toString(), "--json");
        var message = json(printed).path("messages").path(0);
        assertThat(message.path("msgId").asString()).isEqualTo("201401030009999_20140104015504378");
        var statement = message.path("statements").path(0);
        assertThat(statement.propertyNames())
                .containsExactly("account", "number", "opening", "closing", "currency", "addsUp", "entries");
        assertThat(statement.path("opening").decimalValue()).isEqualByComparingTo("1000");
        assertThat(statement.path("addsUp").asBoolean()).isTrue();
        assertThat(statement.path("entries").path(4).toString())
                .isEqualTo("{\"amount\":125,\"currency\":\"EUR\",\"status\":\"BOOK\",\"creditable\":false,"
                        + "\"bookedOn\":\"2014-01-03\",\"valueOn\":\"2014-01-03\",\"bankReference\":\"98888208N8\","
                        + "\"counterparty\":\"INGTestrekening\",\"remittance\":\"UstrdRemiInf127881778INGB9\","
                        + "\"return\":{\"code\":\"AC04\"},\"details\":1}");
        assertThat(statement.path("entries").path(2).path("endToEndId").asString())
                .isEqualTo("20140103E2EIdA1INGBankNV");
        assertThat(statement.path("entries").path(3).path("details").asInt()).isZero();
    }

    @Test
    void a_statement_that_does_not_add_up_has_the_difference() {
        var printed = run(
                "bank",
                "read",
                SAMPLES.resolve("O10_mt940_postfinance_blocks.sta").toString(),
                "--json");
        var messages = json(printed).path("messages");
        var first = messages.path(0).path("statements").path(0);
        var second = messages.path(1).path("statements").path(0);
        assertThat(first.has("difference")).isFalse();
        assertThat(second.path("addsUp").asBoolean(true)).isFalse();
        assertThat(second.path("difference").decimalValue()).isEqualByComparingTo("0.20");
        var notice = json(run(
                        "bank",
                        "read",
                        SAMPLES.resolve("O04_camt054_return_rrtn.xml").toString(),
                        "--json"))
                .path("messages")
                .path(0)
                .path("statements")
                .path(0);
        assertThat(notice.path("addsUp").isNull()).isTrue();
        assertThat(notice.path("opening").isNull()).isTrue();
    }

    @Test
    void a_status_report_has_the_documented_fields() {
        var group = run(
                "bank", "read", SAMPLES.resolve("O02_pain002_group_actc.xml").toString(), "--json");
        assertThat(json(group).path("messages").path(0).path("group").asString())
                .isEqualTo("ACTC");
        assertThat(json(group).path("messages").path(0).path("payments").isEmpty())
                .isTrue();
        var part = run(
                "bank", "read", SAMPLES.resolve("O03_pain002_pmtinf_part.xml").toString(), "--json");
        var message = json(part).path("messages").path(0);
        assertThat(message.has("group")).isFalse();
        assertThat(message.path("payments").toString())
                .isEqualTo("[{\"level\":\"payment\",\"id\":\"PmtInfId-001-03\",\"status\":\"PART\",\"reasons\":[]},"
                        + "{\"level\":\"transaction\",\"id\":\"EndToEndId-001-03-04\",\"status\":\"RJCT\","
                        + "\"reasons\":[\"AC01\"]}]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            missing.xml | file not found
            .           | it is a directory
            empty.xml   | the file is empty
            cut.xml     | the XML is cut off or damaged
            other.csv   | is no bank file
            """)
    void a_file_that_cannot_be_read_exits_with_two(String name, String reason) throws IOException {
        Files.writeString(dir.resolve("empty.xml"), "");
        Files.writeString(dir.resolve("cut.xml"), "<Document>");
        Files.writeString(dir.resolve("other.csv"), "date;amount\n");
        var file = dir.resolve(name).toString();
        var printed = run("bank", "read", file);
        assertThat(printed.code()).isEqualTo(2);
        assertThat(printed.out()).isEmpty();
        assertThat(printed.err())
                .startsWith("error: cannot read " + file + ": ")
                .contains(reason);
        assertThat(printed.err().lines()).hasSize(1);
        var asJson = run("bank", "read", file, "--json");
        assertThat(asJson.code()).isEqualTo(2);
        assertThat(json(asJson).path("kind").isNull()).isTrue();
        assertThat(json(asJson).path("problems").path(0).asString()).contains(reason);
    }

    @Test
    void a_csv_file_is_read_by_the_mapping_of_an_account() throws Exception {
        var profile = Files.writeString(dir.resolve("eur.yaml"), """
                id: eur-main
                account: {iban: DE89370400440532013000, currency: EUR, holder: Example GmbH}
                scheme: sepa-ct
                serves: []
                windows: {zone: Europe/Berlin, calendar: TARGET}
                in:
                  statements: csv
                  csv: {delimiter: semicolon, decimal: comma, dates: dd.MM.yyyy,
                        columns: {booked-on: Date, amount: Amount, counterparty: Payer, balance: Balance}}
                transport: {type: folder, out: ./out, in: ./in}
                """);
        var file = Files.writeString(
                        dir.resolve("statement.csv"), "Date;Amount;Payer;Balance\n02.03.2026;5,00;Eve;15,00\n")
                .toString();
        var terminal = new Terminal(null, dir);
        terminal.profiles = BankProfiles.load(List.of(profile));
        var printed = terminal.run("bank", "read", file, "--json", "--account", "eur-main");
        assertThat(printed.code()).isZero();
        assertThat(json(printed).path("kind").asString()).isEqualTo("csv");
        var statement =
                json(printed).path("messages").path(0).path("statements").path(0);
        assertThat(statement.path("opening").decimalValue()).isEqualByComparingTo("10");
        assertThat(statement.path("addsUp").asBoolean()).isTrue();
        assertThat(statement.path("entries").path(0).path("counterparty").asString())
                .isEqualTo("Eve");
        var unknown = terminal.run("bank", "read", file, "--account", "usd");
        assertThat(unknown.err()).contains("unknown account usd; SLUICE_BANKS has eur-main");
        assertThat(unknown.code()).isNotZero();
        assertThat(run("bank", "read", file).err()).contains("needs the mapping of a profile");
    }

    @Test
    void the_standard_input_is_a_file() throws IOException {
        var before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(Files.readAllBytes(SAMPLES.resolve("O07_camt053_nordea.xml"))));
            assertThat(run("bank", "read", "-").code()).isZero();
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void text_of_the_bank_does_not_control_the_terminal() throws IOException {
        var file = Files.writeString(
                dir.resolve("a.sta"),
                ":20:A\u001b[2J\n:25:1\n:28C:1\n:60F:C260301EUR1,00\n:61:260302C1,00NTRF\n:86:x\u001b]0;y\u202e\u0007"
                        + "\n:62F:C260302EUR2,00\n-\n",
                StandardCharsets.UTF_8);
        var printed = run("bank", "read", file.toString());
        assertThat(printed.code()).isZero();
        assertThat(printed.out()).doesNotContain("\u001b", "\u0007", "\u202e");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bank", "bank read"})
    void wrong_usage_exits_with_two_and_helps(String command) {
        var printed = run(command.split(" "));
        assertThat(printed.code()).isEqualTo(2);
        assertThat(printed.err()).contains("Usage: sluice bank");
    }

    private Terminal.Printed run(String... arguments) {
        return new Terminal(null, dir).run(arguments);
    }

    private static JsonNode json(Terminal.Printed printed) {
        return Json.parse(printed.out().getBytes(StandardCharsets.UTF_8));
    }
}
