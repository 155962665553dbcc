package dev.sluice.rail.sandbox.bank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.TestDatabase;
import dev.sluice.iso20022.PaymentStatus;
import dev.sluice.iso20022.PaymentStatus.Level;
import dev.sluice.iso20022.SumCheck;
import dev.sluice.rail.sandbox.bank.BankSettings.Sends;
import dev.sluice.rail.sandbox.bank.Knobs.Setting;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.xml.sax.SAXException;

/// Files of the simulated bank in all versions: the schemas accept them, and the service's reader finds everything.
class SentFilesTest {
    private static final Party PAYER = new Party("Erika Payer", "DE75512108001245126199", "SOLADEST600");
    private static final String LONG_TEXT = "A remittance text of one hundred and forty characters - it is cut into"
            + " subfields: each has 27, and lines have 65 characters (as banks do)";

    private static TestDatabase database;

    @TempDir
    private Path folder;

    @BeforeAll
    static void create() {
        database = TestDatabase.create();
    }

    @AfterAll
    static void drop() {
        database.close();
    }

    /// Lets the bank send every kind of entry and of status.
    private Customer everything(Sends sends) {
        var customer = new Customer(database.database(), folder, settings -> with(settings, sends));
        var bank = customer.bank();
        bank.set(Knob.RETURN_NET, Setting.of("E2"));
        bank.set(Knob.LUMP_WITH_DETAILS, Setting.of("MSG2"));
        bank.set(Knob.LUMP_WITHOUT_DETAILS, Setting.of("MSG3"));
        bank.set(Knob.ENTRY_WITHOUT_REFERENCES, Setting.of("in-2"));
        bank.pay(IncomingCredit.ofText("in-1", 100, PAYER, LONG_TEXT));
        bank.pay(IncomingCredit.ofReference("in-2", 200, PAYER, "RF18539007547034"));
        bank.pay(IncomingCredit.ofAccount("in-3", 300, PAYER, "8808123456789"));
        customer.process(
                PaymentText.of("MSG1").pay("E1", "1.00", Customer.PAYEE).pay("E2", "5.00", Customer.PAYEE));
        customer.process(
                PaymentText.of("MSG2").pay("E3", "1.00", Customer.PAYEE).pay("E4", "2.00", Customer.PAYEE));
        customer.process(
                PaymentText.of("MSG3").pay("E5", "1.00", Customer.PAYEE).pay("E_6", "2.00", Customer.PAYEE));
        bank.reverse("in-1");
        customer.pass(Duration.ofHours(1));
        customer.passTo("2026-12-01T06:00:00Z");
        return customer;
    }

    @ParameterizedTest
    @CsvSource({"03, 02", "10, 04", "11, 06", "14, 08", "10, 13"})
    void every_version_is_read_without_a_problem(String status, String camt) {
        var customer = everything(new Sends(
                "pain.002.001." + status,
                BankSettings.Level.GROUP,
                "ACSC",
                "camt.054.001." + camt,
                "camt.052.001." + camt,
                "camt.053.001." + camt,
                true,
                true));
        assertThat(customer.files(""))
                .hasSizeGreaterThan(10)
                .allSatisfy(each -> assertThat(each.problems()).isEmpty());
        assertThat(customer.files("camt.053").getFirst().kind()).isEqualTo("camt.053.001." + camt);
        var bookings = customer.bank().bookings();
        // Charges and interest of the month are booked when the day ends, so no intraday report has them.
        assertThat(customer.entries("camt.052")).hasSize(bookings.size() - 2);
        for (var kind : List.of("camt.053", "camt.054", "mt940")) {
            assertThat(customer.entries(kind)).as(kind).hasSameSizeAs(bookings);
        }
        for (var kind : List.of("camt.053", "mt940")) {
            assertThat(customer.statements(kind))
                    .allSatisfy(each -> assertThat(SumCheck.of(each)).isInstanceOf(SumCheck.AddsUp.class));
        }
        assertThat(customer.entries("camt.053"))
                .filteredOn(each -> each.details().size() == 2)
                .hasSize(1)
                .allMatch(each -> each.detailsAddUp());
        assertThat(customer.entries("camt.053"))
                .filteredOn(each -> each.returned() != null)
                .hasSize(2);
        assertThat(customer.entries("mt940")
                        .getFirst()
                        .details()
                        .getFirst()
                        .remittance()
                        .lines())
                .containsExactly(LONG_TEXT);
        assertThat(customer.entries("camt.054")
                        .getFirst()
                        .details()
                        .getFirst()
                        .counterparty()
                        .name())
                .isEqualTo("Erika Payer");
    }

    @ParameterizedTest
    @CsvSource({"10, 02", "11, 04", "12, 06", "13, 08", "14, 09"})
    void the_schemas_accept_status_reports_and_intraday_reports(String status, String camt) throws Exception {
        var customer = everything(new Sends(
                "pain.002.001." + status,
                BankSettings.Level.TRANSACTION,
                "ACSC",
                null,
                "camt.052.001." + camt,
                null,
                false,
                true));
        assertThat(customer.paths("pain.002")).hasSizeGreaterThan(4);
        for (var path : customer.paths("pain.002")) {
            assertThat(fault("pain.002.001." + status, customer.text(path)))
                    .as(customer.text(path))
                    .isNull();
        }
        assertThat(customer.paths("camt.052")).isNotEmpty();
        for (var path : customer.paths("camt.052")) {
            assertThat(fault("camt.052.001." + camt, customer.text(path)))
                    .as(customer.text(path))
                    .isNull();
        }
    }

    private static @Nullable String fault(String message, String text) throws IOException {
        var schema = Objects.requireNonNull(SentFilesTest.class.getResource("/" + message + ".xsd"), message);
        try {
            SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                    .newSchema(schema)
                    .newValidator()
                    .validate(new StreamSource(new StringReader(text)));
            return null;
        } catch (SAXException invalid) {
            return invalid.getMessage();
        }
    }

    @ParameterizedTest
    @EnumSource(BankSettings.Level.class)
    void a_level_decides_what_an_acceptance_names(BankSettings.Level level) {
        var customer = new Customer(
                database.database(),
                folder,
                settings -> with(settings, new Sends("pain.002.001.10", level, null, null, null, null, false, true)));
        customer.process(
                PaymentText.of("MSG1").pay("E1", "1.00", Customer.PAYEE).pay("E_2", "2.00", Customer.PAYEE));
        customer.process(PaymentText.of("MSG2").pay("E3", "1.00", Customer.PAYEE));
        assertThat(customer.reports()).hasSize(2);
        var part = customer.reports().get(0);
        var whole = customer.reports().get(1);
        assertThat(part.group()).isEqualTo(level == BankSettings.Level.BLOCK ? null : "PART");
        assertThat(whole.group()).isEqualTo(level == BankSettings.Level.BLOCK ? null : "ACTC");
        assertThat(part.payments())
                .filteredOn(each -> each.level() == Level.TRANSACTION)
                .hasSize(level == BankSettings.Level.TRANSACTION ? 2 : 1);
        assertThat(whole.payments())
                .extracting(PaymentStatus::status)
                .hasSize(List.of(BankSettings.Level.values()).indexOf(level))
                .allMatch("ACSP"::equals);
    }

    @Test
    void a_bank_with_an_older_message_whole_units_and_its_own_numbers() {
        var customer = new Customer(database.database(), folder, SentFilesTest::rupiah);
        var text = PaymentText.of("MSG1")
                .pay("E1", "250000", Customer.PAYEE)
                .text()
                .replace("pain.001.001.09", "pain.001.001.03")
                .replace("<Dt>2026-11-24</Dt>", "2026-11-24")
                .replace("BICFI>", "BIC>")
                .replace("250000.00", "250000")
                .replace("\"EUR\"", "\"IDR\"")
                .replace("<IBAN>DE89370400440532013000</IBAN>", "<Othr><Id>1234567890</Id></Othr>")
                .replace("<IBAN>AT611904300234573201</IBAN>", "<Othr><Id>9876543210</Id></Othr>");
        customer.send("MSG1.xml", text);
        customer.send(
                "MSG2.xml", text.replace("MSG1", "MSG2").replace("E1", "E2").replace("250000<", "250000.50<"));
        customer.settle();
        assertThat(customer.bank().timesBooked()).containsOnlyKeys("E1");
        customer.passTo("2026-11-25T06:00:00Z");
        assertThat(customer.files(""))
                .allSatisfy(each -> assertThat(each.problems()).isEmpty());
        for (var kind : List.of("camt.053", "mt940")) {
            var statement = customer.statements(kind).getFirst();
            assertThat(statement.account()).isEqualTo("1234567890");
            assertThat(statement.currency()).isEqualTo("IDR");
            assertThat(statement.balances().closing().amount().value()).isEqualByComparingTo("750000");
            assertThat(SumCheck.of(statement)).isInstanceOf(SumCheck.AddsUp.class);
        }
        assertThat(customer.entries("camt.053")
                        .getFirst()
                        .details()
                        .getFirst()
                        .counterparty()
                        .account())
                .isEqualTo("9876543210");
    }

    private static BankSettings with(BankSettings settings, Sends sends) {
        return new BankSettings(
                settings.bank(),
                settings.account(),
                settings.folders(),
                settings.accepts(),
                sends,
                new BankSettings.Prices(25, 500, 300, 120),
                settings.timing(),
                settings.opening(),
                settings.zone(),
                settings.weekdaysOnly());
    }

    private static BankSettings rupiah(BankSettings settings) {
        var accepts = settings.accepts();
        return new BankSettings(
                settings.bank(),
                new BankSettings.Account("1234567890", false, "COBADEFF", "IDR", 0, "Example GmbH"),
                settings.folders(),
                new BankSettings.Accepts(
                        "pain.001.001.03",
                        accepts.charset(),
                        accepts.names(),
                        accepts.remittance(),
                        null,
                        0,
                        false,
                        accepts.duplicatesRefusedBy(),
                        accepts.duplicatesRefusedFor(),
                        false,
                        false),
                settings.sends(),
                settings.prices(),
                settings.timing(),
                settings.opening(),
                settings.zone(),
                settings.weekdaysOnly());
    }
}
