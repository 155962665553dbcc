package dev.sluice.rail.sandbox.bank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.TestDatabase;
import dev.sluice.iso20022.Message.StatusReport;
import dev.sluice.iso20022.PaymentStatus;
import dev.sluice.iso20022.PaymentStatus.Level;
import dev.sluice.iso20022.StatusReason;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Files that the simulated bank refuses, each with its code and at its level.
class FileRefusalTest {
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

    private Customer customer() {
        return Customer.of(database.database(), folder);
    }

    private static String two() {
        return PaymentText.of("MSG1")
                .pay("E1", "12.50", Customer.PAYEE)
                .pay("E2", "7.00", Customer.PAYEE)
                .text();
    }

    private StatusReport answer(Customer customer, String text) {
        customer.send("MSG1.xml", text);
        customer.bank().step();
        assertThat(customer.reports()).hasSize(1);
        return customer.reports().getFirst();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            version="1.0" encoding="UTF-8"|version='1.0' encoding='UTF-8'|FF01
            encoding="UTF-8"|encoding="ISO-8859-1"|FF01
            <CstmrCdtTrfInitn>|<!-- comment --><CstmrCdtTrfInitn>|FF01
            pain.001.001.09"|pain.001.001.03"|FF01
            <Document xmlns|<Document x="1" xmlns|FF01
            </Document>|</Doc>|FF01
            <CtrlSum>19.50</CtrlSum>\\n<InitgPty>|<Extra>1</Extra><InitgPty>|FF01
            <PmtMtd>TRF</PmtMtd>||FF01
            <CreDtTm>2026-11-24T10:00:00+01:00</CreDtTm>||FF01
            <MsgId>MSG1</MsgId>|<MsgId>MSG_1</MsgId>|CH16
            <MsgId>MSG1</MsgId>|<MsgId>/MSG1</MsgId>|CH16
            <MsgId>MSG1</MsgId>|<MsgId>MSG//1</MsgId>|CH16
            <MsgId>MSG1</MsgId>|<MsgId>M23456789012345678901234567890123456</MsgId>|CH16
            <NbOfTxs>2</NbOfTxs>\\n<CtrlSum>19.50</CtrlSum>\\n<Init|<NbOfTxs>3</NbOfTxs><Init|AM18
            <CtrlSum>19.50</CtrlSum>\\n<Init|<CtrlSum>19.51</CtrlSum><Init|AM10
            """)
    void a_fault_of_the_file_refuses_all_of_it(String found, @Nullable String replacement, String code) {
        var customer = customer();
        var report = answer(customer, changed(found, replacement));
        assertThat(report.group()).isEqualTo("RJCT");
        assertThat(report.reasons()).extracting(StatusReason::code).containsExactly(code);
        assertNothingBooked(customer);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            <PmtMtd>TRF<|<PmtMtd>TRA<|FF03
            <Dbtr><Nm>Example GmbH</Nm></Dbtr>|<Dbtr></Dbtr>|BE08
            <IBAN>DE89370400440532013000<|<IBAN>DE75512108001245126199<|AC02
            </IBAN></Id></DbtrAcct>|</IBAN></Id><Ccy>USD</Ccy></DbtrAcct>|AM03
            <BICFI>COBADEFF<|<BICFI>DEUTDEFF<|RC01
            <ChrgBr>SLEV<|<ChrgBr>SHAR<|CH16
            <PmtInfId>PMSG1<|<PmtInfId>P_MSG1<|CH16
            <ReqdExctnDt><Dt>2026-11-24<|<ReqdExctnDt><Dt>2026-11-23<|DT01
            <ReqdExctnDt><Dt>2026-11-24<|<ReqdExctnDt><Dt>2028-11-24<|DT01
            <ReqdExctnDt><Dt>2026-11-24<|<ReqdExctnDt><Dt>24.11.2026<|DT01
            <NbOfTxs>2</NbOfTxs>\\n<CtrlSum>19.50</CtrlSum>\\n<PmtTp|<NbOfTxs>1</NbOfTxs><PmtTp|AM18
            <CtrlSum>19.50</CtrlSum>\\n<PmtTp|<CtrlSum>19.49</CtrlSum><PmtTp|AM10
            """)
    void a_fault_of_a_block_refuses_the_block(String found, String replacement, String code) {
        var customer = customer();
        var report = answer(customer, changed(found, replacement));
        assertThat(report.group()).isEqualTo("RJCT");
        var block = of(report, Level.PAYMENT).getFirst();
        assertThat(block.status()).isEqualTo("RJCT");
        assertThat(block.reasons()).extracting(StatusReason::code).containsExactly(code);
        assertNothingBooked(customer);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            <EndToEndId>E2</EndToEndId>||CH21
            <EndToEndId>E2<|<EndToEndId>E_2<|CH16
            <EndToEndId>E2<|<EndToEndId>E1<|DU04
            <InstrId>IE2<|<InstrId>I*E2<|CH16
            <EndToEndId>E2</EndToEndId>|<EndToEndId>E2</EndToEndId><UETR>not-a-uuid</UETR>|CH16
            Ccy="EUR">7.00|Ccy="USD">7.00|AM03
            Ccy="EUR">7.00|Ccy="EUR">7.005|AM12
            Ccy="EUR">7.00|Ccy="EUR">7,00|AM12
            Ccy="EUR">7.00|Ccy="EUR">-7.00|AM12
            """)
    void a_fault_of_the_second_transfer_refuses_that_transfer(String found, @Nullable String replacement, String code) {
        assertPart(changed(found, replacement), code);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            <Nm>Maria Muster</Nm>||BE22
            <Nm>Maria Muster</Nm>|<Nm>A23456789 123456789 123456789 123456789 123456789 123456789 123456789 X</Nm>|CH16
            <Nm>Maria Muster</Nm>|<Nm>Maria Müller</Nm>|CH16
            <IBAN>AT611904300234573201<|<IBAN>AT611904300234573202<|AC03
            <Id><IBAN>AT611904300234573201</IBAN></Id>|<Id><Othr><Id>12 34</Id></Othr></Id>|AC03
            <TwnNm>Wien</TwnNm><Ctry>AT</Ctry>|<AdrLine>Musterstr. 1</AdrLine><AdrLine>1010 Wien</AdrLine>|BE04
            <Ctry>AT</Ctry>||BE09
            <PstlAdr>|<PstlAdr><StrtNm>Gasse</StrtNm>%|CH16
            <Ustrd>Invoice 2026-0386</Ustrd>|<Ustrd>A</Ustrd><Ustrd>B</Ustrd>|CH17
            <Ustrd>Invoice 2026-0386</Ustrd>|<Ustrd>Euro €</Ustrd>|CH16
            <Ustrd>Invoice 2026-0386</Ustrd>|<Strd><CdtrRefInf><Ref>RF18539007547035</Ref></CdtrRefInf></Strd>|CH16
            """)
    void a_fault_of_the_payee_refuses_the_transfer(String found, @Nullable String replacement, String code) {
        var text = two();
        int second = text.lastIndexOf("<CdtTrfTxInf>");
        var change = replacement == null ? "" : replacement;
        if (change.endsWith("%")) {
            // Elements and lines are mixed.
            text = text.substring(0, second)
                    + text.substring(second).replace("</Ctry>", "</Ctry><AdrLine>Hof 2</AdrLine>");
            change = change.substring(0, change.length() - 1);
        }
        assertThat(text.substring(second)).contains(found);
        assertPart(text.substring(0, second) + text.substring(second).replace(found, change), code);
    }

    private void assertPart(String text, String code) {
        var customer = customer();
        var report = answer(customer, text.replaceAll("<CtrlSum>19.50</CtrlSum>", ""));
        assertThat(report.group()).isEqualTo("PART");
        assertThat(of(report, Level.PAYMENT)).extracting(PaymentStatus::status).containsExactly("PART");
        var transactions = of(report, Level.TRANSACTION);
        assertThat(transactions).as("only the refused transfer is named").hasSize(1);
        assertThat(transactions.getFirst().status()).isEqualTo("RJCT");
        assertThat(transactions.getFirst().reasons())
                .extracting(StatusReason::code)
                .containsExactly(code);
        customer.settle();
        assertThat(customer.bank().timesBooked()).hasSize(1).containsEntry("E1", 1);
    }

    @Test
    void a_zero_amount_and_one_over_the_limit_are_refused() {
        var file = PaymentText.of("MSG1").pay("E1", "0.00", Customer.PAYEE).pay("E2", "1000000000.00", Customer.PAYEE);
        var report = answer(customer(), file.text());
        assertThat(of(report, Level.TRANSACTION))
                .flatExtracting(PaymentStatus::reasons)
                .extracting(StatusReason::code)
                .containsExactly("AM01", "AM02");
    }

    @Test
    void a_block_over_the_balance_is_refused_and_waiting_payments_count() {
        var customer = customer();
        customer.send(
                "MSG0.xml",
                PaymentText.of("MSG0").pay("E0", "9000.00", Customer.PAYEE).text());
        customer.send(
                "MSG1.xml",
                PaymentText.of("MSG1").pay("E1", "1000.01", Customer.PAYEE).text());
        customer.bank().step();
        assertThat(of(customer.reports().get(1), Level.PAYMENT).getFirst().reasons())
                .extracting(StatusReason::code)
                .containsExactly("AM04");
        customer.settle();
        assertThat(customer.bank().balance()).isEqualTo(100_000);
    }

    @Test
    void a_second_message_with_the_same_id_is_refused_within_the_promised_time() {
        var customer = customer();
        customer.process(PaymentText.one("MSG1", "E1"));
        customer.pass(Duration.ofDays(89));
        customer.send("MSG1.xml", day(PaymentText.one("MSG1", "E2").text(), "2027-02-21"));
        customer.settle();
        var last = customer.reports().getLast();
        assertThat(last.group()).isEqualTo("RJCT");
        assertThat(last.reasons()).extracting(StatusReason::code).containsExactly("DU01");
        customer.pass(Duration.ofDays(2));
        customer.send("MSG1.xml", day(PaymentText.one("MSG1", "E2").text(), "2027-02-23"));
        customer.settle();
        assertThat(customer.bank().timesBooked()).containsEntry("E1", 1).containsEntry("E2", 1);
    }

    @Test
    void a_second_transfer_with_the_same_id_is_refused_within_the_promised_time() {
        var customer = customer();
        customer.process(PaymentText.one("MSG1", "E1"));
        customer.send("MSG2.xml", PaymentText.one("MSG2", "E1").text());
        customer.settle();
        assertThat(of(customer.reports().getLast(), Level.TRANSACTION)
                        .getFirst()
                        .reasons())
                .extracting(StatusReason::code)
                .containsExactly("DU04");
        assertThat(customer.bank().timesBooked()).containsEntry("E1", 1);
        customer.pass(Duration.ofDays(91));
        customer.send("MSG3.xml", day(PaymentText.one("MSG3", "E1").text(), "2027-02-23"));
        customer.settle();
        assertThat(customer.bank().timesBooked()).containsEntry("E1", 2);
    }

    @Test
    void a_document_type_a_mark_at_the_beginning_and_wrong_bytes_are_refused() throws Exception {
        var customer = customer();
        var out = customer.bank().settings().folders().out();
        Files.createDirectories(out);
        var text = two();
        Files.writeString(out.resolve("a.xml"), text.replace("<Document", "<!DOCTYPE d [<!ENTITY x \"y\">]><Document"));
        Files.writeString(out.resolve("b.xml"), "\uFEFF" + text);
        Files.write(out.resolve("c.xml"), text.replace("Maria", "M\u00e4ria").getBytes(StandardCharsets.ISO_8859_1));
        Files.write(out.resolve("d.xml"), new byte[0]);
        customer.settle();
        assertThat(customer.reports()).hasSize(4).allSatisfy(each -> {
            assertThat(each.group()).isEqualTo("RJCT");
            assertThat(each.originalMsgId()).isEqualTo("NOTPROVIDED");
        });
        assertNothingBooked(customer);
        assertThat(customer.names(out)).isEmpty();
    }

    @Test
    void banks_samples_of_others_are_refused_for_their_account() {
        var text = two().replace("DE89370400440532013000", "NL28INGB0000000001");
        var report = answer(customer(), text);
        assertThat(of(report, Level.PAYMENT).getFirst().reasons())
                .extracting(StatusReason::text)
                .first()
                .asString()
                .contains("not an account of this customer");
    }

    private static String changed(String found, @Nullable String replacement) {
        var text = two();
        var wanted = found.replace("\\n", "\n");
        assertThat(text).contains(wanted);
        return text.replace(wanted, replacement == null ? "" : replacement);
    }

    private static String day(String text, String day) {
        return text.replace("<Dt>2026-11-24</Dt>", "<Dt>" + day + "</Dt>");
    }

    private static List<PaymentStatus> of(StatusReport report, Level level) {
        return report.payments().stream().filter(each -> each.level() == level).toList();
    }

    private static void assertNothingBooked(Customer customer) {
        customer.settle();
        assertThat(customer.bank().bookings()).isEmpty();
    }
}
