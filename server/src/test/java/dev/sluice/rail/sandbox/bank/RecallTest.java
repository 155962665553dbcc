package dev.sluice.rail.sandbox.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.db.TestDatabase;
import dev.sluice.iso20022.Message.StatusReport;
import dev.sluice.iso20022.PaymentStatus;
import dev.sluice.iso20022.PaymentStatus.Level;
import dev.sluice.iso20022.StatusReason;
import dev.sluice.rail.sandbox.bank.Knobs.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Recalls at the simulated bank.
class RecallTest {
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

    private Customer sent() {
        var customer = Customer.of(database.database(), folder);
        customer.send(
                "MSG1.xml",
                PaymentText.of("MSG1")
                        .pay("E1", "1.00", Customer.PAYEE)
                        .pay("E2", "2.00", Customer.PAYEE)
                        .text());
        customer.bank().step();
        return customer;
    }

    private static String recall(String id, String... endToEndIds) {
        var payments = Arrays.stream(endToEndIds)
                .map("<TxInf><CxlId>C%1$s</CxlId><OrgnlEndToEndId>%1$s</OrgnlEndToEndId></TxInf>"::formatted)
                .collect(Collectors.joining());
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.055.001.08">
                <CstmrPmtCxlReq>
                <Assgnmt><Id>%s</Id><Assgnr><Pty><Nm>Example GmbH</Nm></Pty></Assgnr>
                <Assgne><Agt><FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId></Agt></Assgne>
                <CreDtTm>2026-11-24T10:00:00+01:00</CreDtTm></Assgnmt>
                <Undrlyg>
                <OrgnlGrpInfAndCxl><OrgnlMsgId>MSG1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>
                </OrgnlGrpInfAndCxl>
                <OrgnlPmtInfAndCxl><OrgnlPmtInfId>PMSG1</OrgnlPmtInfId>%s</OrgnlPmtInfAndCxl>
                </Undrlyg>
                </CstmrPmtCxlReq>
                </Document>
                """.formatted(id, payments);
    }

    private static StatusReport answer(Customer customer, String text) {
        customer.send("recall.xml", text);
        customer.bank().step();
        var file = customer.files("camt.029").getLast();
        assertThat(file.kind()).isEqualTo("camt.029.001.09");
        assertThat(file.problems()).isEmpty();
        return (StatusReport) file.messages().getFirst();
    }

    private static List<String> codes(StatusReport report) {
        return report.payments().stream()
                .filter(each -> each.level() == Level.TRANSACTION)
                .flatMap(each -> each.reasons().stream())
                .map(StatusReason::code)
                .toList();
    }

    @Test
    void a_payment_that_is_not_booked_is_cancelled() {
        var customer = sent();
        var report = answer(customer, recall("R1", "E1"));
        assertThat(report.group()).isEqualTo("CNCL");
        assertThat(report.originalMsgId()).isEqualTo("MSG1");
        assertThat(report.payments())
                .filteredOn(each -> each.level() == Level.TRANSACTION)
                .extracting(PaymentStatus::id, PaymentStatus::status)
                .containsExactly(tuple("E1", "ACCR"));
        customer.settle();
        assertThat(customer.bank().timesBooked()).containsOnlyKeys("E2");
        assertThat(customer.bank().states("E1")).containsExactly("CANCELLED");
        assertThat(codes(answer(customer, recall("R2", "E1")))).containsExactly("ARDT");
    }

    @Test
    void a_file_is_cancelled_as_a_whole() {
        var customer = sent();
        assertThat(answer(customer, recall("R1")).group()).isEqualTo("CNCL");
        customer.settle();
        assertThat(customer.bank().bookings()).isEmpty();
    }

    @Test
    void a_booked_payment_and_an_unknown_one_stay() {
        var customer = sent();
        customer.settle();
        var report = answer(customer, recall("R1", "E1", "E9"));
        assertThat(report.group()).isEqualTo("RJCR");
        assertThat(codes(report)).containsExactly("PTNA", "NOOR");
        customer.pass(Duration.ofDays(1));
        assertThat(customer.bank().timesBooked()).containsEntry("E1", 1);
    }

    @Test
    void a_recall_is_accepted_in_part() {
        var customer = sent();
        assertThat(answer(customer, recall("R1", "E1", "E9")).group()).isEqualTo("PECR");
    }

    @Test
    void a_recall_is_refused_on_demand() {
        var customer = sent();
        customer.bank().set(Knob.RECALL_REFUSED, Setting.of("E1"));
        var report = answer(customer, recall("R1", "E1"));
        assertThat(report.group()).isEqualTo("RJCR");
        assertThat(codes(report)).containsExactly("CUST");
        customer.settle();
        assertThat(customer.bank().timesBooked()).containsEntry("E1", 1);
    }

    @Test
    void a_recall_without_a_file_is_not_accepted() {
        var customer = sent();
        customer.send("recall.xml", recall("R1", "E1").replace("<OrgnlMsgId>MSG1</OrgnlMsgId>", ""));
        customer.bank().step();
        assertThat(customer.files("camt.029")).isEmpty();
        assertThat(customer.reports().getLast().group()).isEqualTo("RJCT");
    }
}
