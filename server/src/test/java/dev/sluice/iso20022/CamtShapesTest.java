package dev.sluice.iso20022;

import static dev.sluice.iso20022.Camt.balance;
import static dev.sluice.iso20022.Camt.details;
import static dev.sluice.iso20022.Camt.entry;
import static dev.sluice.iso20022.Camt.message;
import static dev.sluice.iso20022.Camt.statement;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// One content in the shapes of different versions and banks.
class CamtShapesTest {
    static Stream<Arguments> kinds() {
        return IntStream.rangeClosed(2, 13)
                .boxed()
                .flatMap(version -> Stream.of(
                        Arguments.of("camt.052.001.%02d".formatted(version), "BkToCstmrAcctRpt", "Rpt"),
                        Arguments.of("camt.053.001.%02d".formatted(version), "BkToCstmrStmt", "Stmt"),
                        Arguments.of("camt.054.001.%02d".formatted(version), "BkToCstmrDbtCdtNtfctn", "Ntfctn")));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void every_version_is_read(String kind, String message, String page) throws Unreadable {
        var file = Samples.read(message(kind, message, page, entry("12.50", "")));
        assertThat(file.kind()).isEqualTo(kind);
        assertThat(file.problems()).isEmpty();
        assertThat(Samples.entries(file)).singleElement().matches(Entry::isCreditable);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Sts>BOOK</Sts>",
                "<Sts><Cd>BOOK</Cd></Sts>",
                "<Sts><Prtry>BOOK</Prtry></Sts>",
                "<Sts> BOOK\n</Sts>",
                "<x:Sts xmlns:x='urn:x'><x:Cd>BOOK</x:Cd></x:Sts>"
            })
    void a_status_is_a_text_or_a_code(String status) throws Unreadable {
        assertThat(Samples.entries(Samples.read(statement(entry("1.00", status, "")))))
                .singleElement()
                .matches(Entry::isCreditable);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<Sts>PDNG</Sts>", "<Sts><Cd>INFO</Cd></Sts>", "<Sts>FUTR</Sts>", "<Sts>BOOKED</Sts>"})
    void only_booked_entries_are_creditable(String status) throws Unreadable {
        var file = Samples.read(statement(entry("1.00", status, "")));
        assertThat(file.problems()).isEmpty();
        assertThat(Samples.entries(file)).singleElement().matches(each -> !each.isCreditable());
    }

    @Test
    void an_entry_without_a_status_is_a_problem() throws Unreadable {
        var file = Samples.read(statement(entry("1.00", "", "")));
        assertThat(Samples.entries(file)).singleElement().matches(each -> !each.isCreditable());
        assertThat(file.problems())
                .containsExactly("statement 7 of DE89370400440532013000, entry 1: has no status,"
                        + " so it does not count as booked");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<BookgDt><Dt>2026-03-31</Dt></BookgDt>",
                "<BookgDt><DtTm>2026-03-31T23:59:59.999+02:00</DtTm></BookgDt>",
                "<BookgDt><Dt>2026-03-31Z</Dt></BookgDt>",
                "<BookgDt>2026-03-31</BookgDt>"
            })
    void a_date_may_have_a_time(String date) throws Unreadable {
        var text = statement(entry("1.00", "")).replace("<BookgDt><Dt>2026-03-02</Dt></BookgDt>", date);
        assertThat(Samples.entries(Samples.read(text)).getFirst().booking().bookedOn())
                .isEqualTo(LocalDate.of(2026, 3, 31));
    }

    @Test
    void a_date_that_is_none_is_a_problem() throws Unreadable {
        var file = Samples.read(statement(entry("1.00", "")).replace("2026-03-03", "2026-02-30"));
        assertThat(file.problems()).singleElement().asString().contains("ValDt is no date: '2026-02-30'", "line 5");
    }

    @ParameterizedTest
    @CsvSource({
        "12.50000, 12.50",
        "000000000012.5, 12.50",
        "12, 12.00",
        "+12.50, 12.50",
        ".5, 0.50",
    })
    void decimals_beyond_the_currency_may_be_zero(String sent, String read) throws Unreadable {
        var file = Samples.read(statement(entry(sent, "")));
        assertThat(file.problems()).isEmpty();
        assertThat(Samples.entries(file).getFirst().amount()).hasToString(read + " EUR");
    }

    @Test
    void other_decimals_beyond_the_currency_are_a_problem() throws Unreadable {
        var file = Samples.read(statement(entry("12.50001", "")));
        assertThat(file.problems()).singleElement().asString().contains("12.50001 EUR has more decimals");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1e9", "1,50", "1.5.0", "one", "-", "0x1F", "1 000.00"})
    void an_amount_that_is_none_makes_the_file_unreadable(String amount) {
        assertThatExceptionOfType(Unreadable.class)
                .isThrownBy(() -> Samples.read(statement(entry(amount, ""))))
                .withMessageContaining("line 4")
                .withMessageContaining("is no amount");
    }

    @Test
    void a_direction_that_is_none_makes_the_file_unreadable() {
        assertThatExceptionOfType(Unreadable.class)
                .isThrownBy(() -> Samples.read(statement(entry("1.00", "")).replace("CRDT", "CRDR")))
                .withMessageContaining("neither CRDT nor DBIT: 'CRDR'");
    }

    @Test
    void an_unknown_currency_and_another_currency_are_problems() throws Unreadable {
        var text = statement(entry("1.00", ""));
        assertThat(Samples.read(text.replace("Ccy=\"EUR\"", "Ccy=\"EUX\"")).problems())
                .singleElement()
                .asString()
                .contains("unknown currency EUX");
        assertThat(Samples.read(text.replace("Ccy=\"EUR\"", "Ccy=\"USD\"")).problems())
                .singleElement()
                .asString()
                .contains("is in USD, but the account is in EUR");
    }

    @Test
    void messages_are_found_in_envelopes_and_foreign_namespaces() throws Unreadable {
        var inner = statement(entry("1.00", "")).replaceFirst("<\\?xml.*\\?>", "");
        var file = Samples.read("<e:Envelope xmlns:e='urn:e'><e:Head/><e:Body>" + inner
                + inner.replace(
                        "urn:iso:std:iso:20022:tech:xsd:camt.053.001.02",
                        "http://www.six-interbank-clearing.com/de/camt.053.001.02.ch.02.xsd")
                + "</e:Body></e:Envelope>");
        assertThat(file.kind()).isEqualTo("camt.053.001.02");
        assertThat(file.messages()).hasSize(2);
        assertThat(file.problems()).isEmpty();
    }

    @Test
    void a_kind_is_found_without_a_namespace() throws Unreadable {
        var bare = statement("").replaceFirst(" xmlns=\"[^\"]*\"", "");
        assertThat(Samples.read(bare).kind()).isEqualTo("camt.053");
        assertThat(Samples.read(bare.replace(
                                "<Document>", "<Document Xmlns='urn:iso:std:iso:20022:tech:xsd:camt.053.001.08'>"))
                        .kind())
                .isEqualTo("camt.053.001.08");
    }

    @Test
    void the_beginning_of_a_file_may_have_a_mark_and_blank_lines() throws Unreadable {
        assertThat(Samples.entries(Samples.read("\uFEFF\n\n" + statement(entry("1.00", "")))))
                .hasSize(1);
        assertThat(Samples.entries(Samples.read(
                        statement(entry("1.00", "")).replace("UTF-8", "UTF-16").getBytes(StandardCharsets.UTF_16))))
                .hasSize(1);
    }

    @Test
    void another_kind_is_held_and_named() throws Unreadable {
        var file = Samples.read("<Document xmlns='urn:iso:std:iso:20022:tech:xsd:pain.008.001.02'>"
                + "<CstmrDrctDbtInitn><GrpHdr/></CstmrDrctDbtInitn></Document>");
        assertThat(file.kind()).isEqualTo("pain.008.001.02");
        assertThat(file.problems())
                .containsExactly("unexpected kind pain.008.001.02 (CstmrDrctDbtInitn): nothing of it was read");
    }

    @Test
    void a_message_without_pages_and_a_page_without_an_account_are_problems() throws Unreadable {
        assertThat(Samples.read("<Document xmlns='urn:iso:std:iso:20022:tech:xsd:camt.053.001.02'>"
                                + "<BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr></BkToCstmrStmt></Document>")
                        .problems())
                .containsExactly("message M1 has no statement, report or notice");
        assertThat(Samples.read(statement("").replaceFirst("<Acct>[\\s\\S]*</Acct>", ""))
                        .problems())
                .containsExactly("statement 7: names no account");
    }

    @Test
    void accounts_and_parties_have_several_shapes() throws Unreadable {
        var other = statement(entry("1.00", details("""
                <Refs><EndToEndId>NOTPROVIDED</EndToEndId><AcctSvcrRef>B1</AcctSvcrRef>
                <UETR>8a562c67-ca16-48ba-b074-65581be6f001</UETR></Refs>
                <Amt Ccy="EUR">1.00</Amt><RltdPties><Dbtr><Pty><Nm>Ana</Nm></Pty></Dbtr>
                <DbtrAcct><Id><Othr><Id>42</Id></Othr></Id></DbtrAcct></RltdPties>
                <RltdAgts><DbtrAgt><FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId></DbtrAgt></RltdAgts>
                """)))
                .replace("<IBAN>DE89370400440532013000</IBAN>", "<Othr><Id>0532013000</Id></Othr>");
        var page = Samples.page(Samples.read(other));
        var only = page.entries().getFirst();
        assertThat(page.account()).isEqualTo("0532013000");
        assertThat(only.details().getFirst().counterparty())
                .isEqualTo(new EntryDetails.Counterparty("Ana", "42", "COBADEFFXXX"));
        assertThat(only.details().getFirst().references().endToEndId()).isNull();
        assertThat(only.details().getFirst().references().uetr()).isEqualTo("8a562c67-ca16-48ba-b074-65581be6f001");
        assertThat(only.bankReference()).isEqualTo("B1");
    }

    @Test
    void amounts_of_transactions_are_in_the_currency_of_the_entry() throws Unreadable {
        var text = statement(entry("-90.00", details("""
                <AmtDtls><InstdAmt><Amt Ccy="USD">100.00</Amt></InstdAmt>
                <TxAmt><Amt Ccy="EUR">90.00</Amt></TxAmt></AmtDtls>
                <Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">0.40</TtlChrgsAndTaxAmt></Chrgs>""")));
        var only = Samples.entries(Samples.read(text)).getFirst();
        assertThat(only.detailsAddUp()).isTrue();
        assertThat(only.details().getFirst().amount()).hasToString("-90.00 EUR");
        assertThat(only.details().getFirst().charges()).isEqualTo(new Amount(new BigDecimal("0.40"), "EUR"));
        var foreign = Samples.entries(
                        Samples.read(text.replace("Ccy=\"EUR\">90.00</Amt></TxAmt>", "Ccy=\"USD\">1</Amt></TxAmt>")))
                .getFirst();
        assertThat(foreign.details().getFirst().amount()).isNull();
        assertThat(foreign.detailsAddUp()).isFalse();
    }

    @Test
    void empty_statements_and_several_statements_are_read() throws Unreadable {
        var empty = Samples.read(statement(balance("OPBD", "5.00") + balance("CLBD", "5.00")));
        assertThat(empty.problems()).isEmpty();
        assertThat(SumCheck.of(Samples.page(empty))).isEqualTo(new SumCheck.AddsUp());
        var two = statement("")
                .replace(
                        "</BkToCstmrStmt>",
                        "<Stmt><Id>S2</Id><Acct><Id><IBAN>X</IBAN></Id></Acct>" + "</Stmt></BkToCstmrStmt>");
        assertThat(Samples.pages(Samples.read(two))).extracting(Statement::id).containsExactly("S1", "S2");
    }
}
