package dev.sluice.iso20022.write;

import static dev.sluice.iso20022.write.Transfers.BERLIN;
import static dev.sluice.iso20022.write.Transfers.BI_FAST;
import static dev.sluice.iso20022.write.Transfers.CROSS_BORDER;
import static dev.sluice.iso20022.write.Transfers.SEPA;
import static dev.sluice.iso20022.write.Transfers.SEPA_INSTANT;
import static dev.sluice.iso20022.write.Transfers.SEPA_OF_2009;
import static dev.sluice.iso20022.write.Transfers.SWISS;
import static dev.sluice.iso20022.write.Transfers.TOWN_ONLY;
import static dev.sluice.iso20022.write.Transfers.WELLS;
import static dev.sluice.iso20022.write.Transfers.creditor;
import static dev.sluice.iso20022.write.Transfers.file;
import static dev.sluice.iso20022.write.Transfers.iban;
import static dev.sluice.iso20022.write.Transfers.id;
import static dev.sluice.iso20022.write.Transfers.referenced;
import static dev.sluice.iso20022.write.Transfers.sepa;
import static dev.sluice.iso20022.write.Transfers.transfer;
import static dev.sluice.iso20022.write.Transfers.with;
import static dev.sluice.iso20022.write.Transfers.withText;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.iso20022.PaymentStatus;
import dev.sluice.iso20022.write.TransferFile.AccountNumber;
import dev.sluice.iso20022.write.TransferFile.Agent;
import dev.sluice.iso20022.write.TransferFile.Creditor;
import dev.sluice.iso20022.write.TransferFile.Debtor;
import dev.sluice.iso20022.write.TransferFile.Transfer;
import dev.sluice.iso20022.write.TransferRules.AddressForm;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files of credit transfers for each scheme, against the schemas and our own reader.
class PaymentFileWriterTest {
    private static final Path GOLDEN = Path.of("src/test/resources/bank/written/sepa.xml");
    private static final Debtor SWISS_DEBTOR =
            new Debtor("Zürcher Käse AG", BERLIN, iban("CH5604835012345678009"), "CRESCHZZ80A", "CHF");

    @Test
    void a_sepa_file_has_these_bytes() throws IOException {
        var file = sepa(List.of(
                transfer(1, "1250.5", "EUR", creditor("Jürgen Groß")),
                referenced(
                        transfer(
                                2,
                                "0.01",
                                "EUR",
                                new Creditor(
                                        "ŁÓDŹ Sp. z o.o.",
                                        BERLIN,
                                        iban("PL61109010140000071219812874"),
                                        new Agent("WBKPPLPPXXX", null, null, null))),
                        "RF18 5390 0754 7034")));
        var bytes = PaymentFileWriter.write(file, SEPA);
        assertThat(Schemas.text(bytes)).isEqualTo(Files.readString(GOLDEN));
        assertThat(PaymentFileWriter.write(file, SEPA)).isEqualTo(bytes);
        assertAccepted(bytes, SEPA, 2, "1250.51");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pain.001.001.09", "pain.001.001.11"})
    void an_instant_transfer_has_its_local_instrument_at_the_block(String message) {
        var rules = with(SEPA_INSTANT, message);
        var bytes = PaymentFileWriter.write(sepa(List.of(transfer(1, "5", "EUR", creditor("Jürgen Groß")))), rules);
        assertAccepted(bytes, rules, 1, "5.00");
        assertThat(Schemas.flat(bytes))
                .containsOnlyOnce("<LclInstrm><Cd>INST</Cd>")
                .containsOnlyOnce("<BtchBookg>false</BtchBookg>")
                .contains("<Nm>Jurgen Gross</Nm>")
                .doesNotContain("PstlAdr");
        assertThat(Schemas.text(bytes).indexOf("INST"))
                .isLessThan(Schemas.text(bytes).indexOf("<CdtTrfTxInf>"));
    }

    @Test
    void a_swiss_file_has_references_of_both_kinds_and_accents() {
        var payee = new Creditor("Café Zoë Ș.A.", BERLIN, iban("CH5109000000250092291"), null);
        var bill = new Creditor("Robert Schneider AG", BERLIN, iban("CH4431999123000889012"), null);
        var bytes = PaymentFileWriter.write(
                file(
                        SWISS_DEBTOR,
                        List.of(
                                referenced(transfer(1, "3949.75", "CHF", bill), "21 00000 00003 13947 14300 09017"),
                                referenced(transfer(2, "50", "CHF", payee), "rf18539007547034"),
                                withText(transfer(3, "1.05", "CHF", payee), "Löhne\nund Zürich"))),
                SWISS);
        assertAccepted(bytes, SWISS, 3, "4000.80");
        assertThat(Schemas.flat(bytes))
                .contains("<Prtry>QRR</Prtry>", "<Ref>210000000003139471430009017</Ref>")
                .contains("<Cd>SCOR</Cd>", "<Ref>RF18539007547034</Ref>")
                .contains(
                        "<Ustrd>Löhne und Zürich</Ustrd>", "<Nm>Café Zoë Ș.A.</Nm>", "<StrtNm>Invalidenstraße</StrtNm>")
                .contains("<BtchBookg>true</BtchBookg>")
                .doesNotContain("<ChrgBr>", "<PmtTpInf>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pain.001.001.09", "pain.001.001.11"})
    void a_cross_border_file_has_uetr_national_codes_and_hybrid_addresses(String message) {
        var rules = with(CROSS_BORDER, message);
        var uetr = UUID.fromString("8a562c67-ca16-48ba-b074-65581be6f001");
        var account = new AccountNumber("1234567890", false);
        var american = new Creditor("Acme Inc.", TOWN_ONLY, account, WELLS);
        var german = new Creditor("Jürgen Groß", BERLIN, iban("DE75512108001245126199"), null);
        var bytes = PaymentFileWriter.write(
                file(
                        new Debtor("Example Ltd", BERLIN, new AccountNumber("0012345", false), null, "USD"),
                        List.of(
                                new Transfer(id(1), uetr, new BigDecimal("10"), "USD", american, "Rent", null, "RENT"),
                                transfer(2, "1000", "JPY", german),
                                transfer(3, "1.125", "KWD", german))),
                rules);
        assertAccepted(bytes, rules, 3, "1011.125");
        assertThat(Schemas.flat(bytes))
                .contains("<UETR>8a562c67-ca16-48ba-b074-65581be6f001</UETR>")
                .contains("<InstdAmt Ccy=\"USD\">10.00<", "<InstdAmt Ccy=\"JPY\">1000<", "<InstdAmt Ccy=\"KWD\">1.125<")
                .contains("<Cd>USABA</Cd>", "<MmbId>121000248</MmbId>", "<Id>NOTPROVIDED</Id>", "<Ccy>USD</Ccy>")
                .contains("<AdrLine>Invalidenstrasse 117</AdrLine>", "<Purp><Cd>RENT</Cd>")
                .doesNotContain("StrtNm", "BldgNb");
    }

    @Test
    void bi_fast_takes_whole_rupiah() {
        var payee = new Creditor(
                "Siti Nurhaliza",
                null,
                new AccountNumber("8810123456", false),
                new Agent("CENAIDJA", null, null, null));
        var member = new Creditor(
                "Budi", null, new AccountNumber("0045-123", false), new Agent(null, null, "0140397", null));
        var debtor = new Debtor("PT Contoh", null, new AccountNumber("1234567890", false), "BMRIIDJA", "IDR");
        var bytes = PaymentFileWriter.write(
                file(debtor, List.of(transfer(1, "250000000.00", "IDR", payee), transfer(2, "1", "IDR", member))),
                BI_FAST);
        assertAccepted(bytes, BI_FAST, 2, "250000001");
        assertThat(Schemas.flat(bytes))
                .contains("<InstdAmt Ccy=\"IDR\">250000000<", "<CtrlSum>250000001<")
                .contains("<Othr><Id>8810123456</Id>", "<BICFI>CENAIDJA</BICFI>")
                .contains("<MmbId>0140397</MmbId>", "<Cd>BIFAST</Cd>");
    }

    @Test
    void the_version_of_2009_has_other_names_and_no_uetr() {
        var payee = new Creditor(
                "Jürgen Groß", BERLIN, iban("DE75512108001245126199"), new Agent("SOGEDEFFXXX", null, null, null));
        var uetr = UUID.fromString("8a562c67-ca16-48ba-b074-65581be6f001");
        var transfer = new Transfer(id(1), uetr, new BigDecimal("7"), "EUR", payee, "Miete", null, null);
        var bytes = PaymentFileWriter.write(sepa(List.of(transfer)), SEPA_OF_2009);
        assertAccepted(bytes, SEPA_OF_2009, 1, "7.00");
        assertThat(Schemas.flat(bytes))
                .contains("<BIC>SOGEDEFFXXX</BIC>", "<ReqdExctnDt>2026-12-01</ReqdExctnDt>")
                .contains("<AdrLine>Invalidenstrasse 117</AdrLine>", "<AdrLine>10115 Berlin</AdrLine>")
                .doesNotContain("BICFI", "UETR", "TwnNm", uetr.toString());
        assertThat(Schemas.text(
                        PaymentFileWriter.write(sepa(List.of(transfer)), with(SEPA_OF_2009, AddressForm.STRUCTURED))))
                .contains("<TwnNm>Berlin</TwnNm>")
                .doesNotContain("AdrLine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"STRUCTURED", "HYBRID", "REQUIRED"})
    void town_and_country_are_enough_for_an_address(AddressForm form) {
        var payee = new Creditor("Acme", TOWN_ONLY, iban("DE75512108001245126199"), null);
        var rules = with(CROSS_BORDER, form);
        var sender = new Debtor("Example", TOWN_ONLY, iban("DE89370400440532013000"), "COBADEFFXXX", "EUR");
        var bytes = PaymentFileWriter.write(file(sender, List.of(transfer(1, "1", "EUR", payee))), rules);
        assertAccepted(bytes, rules, 1, "1.00");
        assertThat(Schemas.flat(bytes))
                .contains("<PstlAdr><TwnNm>Springfield</TwnNm><Ctry>US</Ctry></PstlAdr>")
                .doesNotContain("AdrLine");
    }

    @Test
    void the_file_begins_as_banks_want_it_and_has_no_comment_or_prefix() {
        var text = Schemas.text(PaymentFileWriter.write(sepa(List.of(transfer(1, "1", "EUR", creditor("A")))), SEPA));
        assertThat(text)
                .startsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                        + "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pain.001.001.09\">\n")
                .endsWith("</Document>\n")
                .doesNotContain("<!--", "xsi:", "\r", "\t", "\ufeff")
                .contains("<CreDtTm>2026-11-30T09:15:27</CreDtTm>")
                .doesNotContain("BtchBookg", "<PstlAdr>");
    }

    @Test
    void markup_in_a_text_is_text() {
        var bytes = PaymentFileWriter.write(
                sepa(List.of(withText(transfer(1, "1", "EUR", creditor("A \"B\" <C> & D")), "]]> &amp; <Amt>9</Amt>"))),
                with(BI_FAST, AddressForm.NONE));
        assertAccepted(bytes, BI_FAST, 1, "1");
        assertThat(Schemas.flat(bytes))
                .contains(
                        "<Nm>A &quot;B&quot; &lt;C&gt; &amp; D</Nm>",
                        "<Ustrd>]]&gt; &amp;amp; &lt;Amt&gt;9&lt;/Amt&gt;</Ustrd>");
    }

    @Test
    void a_large_file_keeps_its_order_and_adds_up() {
        var transfers = IntStream.rangeClosed(1, 5000)
                .mapToObj(number -> transfer(number, number + ".01", "EUR", creditor("Payee " + number)))
                .toList();
        var bytes = PaymentFileWriter.write(sepa(transfers), SEPA);
        assertAccepted(bytes, SEPA, 5000, "12502550.00");
        assertThat(Schemas.read(SEPA.message(), bytes).payments().stream()
                        .filter(each -> each.level() == PaymentStatus.Level.TRANSACTION)
                        .map(PaymentStatus::id))
                .containsExactlyElementsOf(
                        transfers.stream().map(Transfer::endToEndId).toList());
    }

    @Test
    void a_file_that_was_not_prepared_is_no_file() {
        var good = transfer(1, "1", "EUR", creditor("A"));
        assertThatThrownBy(() -> PaymentFileWriter.write(sepa(List.of()), SEPA))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PaymentFileWriter.write(sepa(List.of(good, good)), SEPA))
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> PaymentFileWriter.write(sepa(List.of(transfer(1, "1", "EUR", creditor("王小明")))), SEPA))
                .hasMessageContaining("creditor.name")
                .hasMessageContaining("王 (U+738B)");
        assertThatThrownBy(() -> PaymentFileWriter.write(sepa(List.of(good)), with(SEPA, "pain.001.001.02")))
                .hasMessageContaining("pain.001.001.02");
    }

    private static void assertAccepted(byte[] file, TransferRules rules, int count, String sum) {
        Schemas.assertValid(rules.message(), file);
        var read = Schemas.read(rules.message(), file);
        assertThat(read.msgId()).isEqualTo(MsgIds.of(Transfers.FILE));
        assertThat(read.transactions()).isEqualTo(count);
        assertThat(read.sum()).isEqualByComparingTo(sum);
        assertThat(Schemas.text(file)).contains("<CtrlSum>" + sum + "</CtrlSum>");
        assertThat(read.payments())
                .filteredOn(each -> each.level() == PaymentStatus.Level.PAYMENT)
                .singleElement()
                .extracting(PaymentStatus::id)
                .isEqualTo(read.msgId());
    }
}
