package dev.sluice.iso20022;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.sluice.iso20022.Message.OutboundMessage;
import dev.sluice.iso20022.Message.StatusReport;
import dev.sluice.iso20022.PaymentStatus.Level;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Counts, sums and verdicts of the samples, as somebody else counted them with another program.
class OpenSamplesTest {
    /// @param statements account and number of the only page; references: of transactions, without placeholders
    @ParameterizedTest
    @CsvSource(nullValues = "-", delimiter = '|', textBlock = """
            O04 | camt.054.001.04 | CH2909000000250094239 | -  | 1 | 1 | 0 | 1 | CHF | Undecided | 0
            O05 | camt.054.001.04 | CH2909000000250094239 | -  | 2 | 6 | 0 | 3 | CHF | Undecided | 1
            O06 | camt.053.001.02 | NL08INGB0000001234    | 03 | 9 | 7 | 2 | 4 | EUR | AddsUp    | 4
            O07 | camt.053.001.02 | FI8529501800030574    | 25 | 6 | 6 | 0 | 2 | EUR | AddsUp    | 2
            O08 | camt.052.001.04 | CH2909000000250094239 | 78 | 2 | 2 | 0 | 2 | CHF | Undecided | 0
            """)
    void statements_have_the_counts_and_verdicts(
            String sample,
            String kind,
            String account,
            String number,
            int entries,
            int transactions,
            int withoutDetails,
            int endToEndIds,
            String currency,
            String verdict,
            int creditable)
            throws Unreadable {
        var file = read(sample);
        var page = Samples.page(file);
        var details =
                page.entries().stream().flatMap(each -> each.details().stream()).toList();
        assertThat(file.kind()).isEqualTo(kind);
        assertThat(file.problems()).isEmpty();
        assertThat(page.account()).isEqualTo(account);
        assertThat(page.number()).isEqualTo(number);
        assertThat(page.currency()).isEqualTo(currency);
        assertThat(page.entries()).hasSize(entries).allMatch(Entry::isBooked);
        assertThat(details).hasSize(transactions);
        assertThat(page.entries().stream().filter(each -> each.details().isEmpty()))
                .hasSize(withoutDetails);
        assertThat(details.stream().map(each -> each.references().endToEndId()).filter(Objects::nonNull))
                .hasSize(endToEndIds);
        assertThat(SumCheck.of(page).getClass().getSimpleName()).isEqualTo(verdict);
        assertThat(page.entries().stream().filter(Entry::isCreditable)).hasSize(creditable);
    }

    @Test
    void a_header_that_lies_about_its_count_is_a_problem() throws Unreadable {
        var file = read("O01");
        assertThat(file.kind()).isEqualTo("pain.001.001.03");
        assertThat(file.problems())
                .containsExactly("the header says NbOfTxs 7, but there are 8 transactions", "not an inbound kind");
        assertThat(file.messages()).singleElement(type(OutboundMessage.class)).satisfies(message -> {
            assertThat(message.transactions()).isEqualTo(8);
            assertThat(message.sum()).isEqualByComparingTo("38.00");
            assertThat(message.payments().stream().filter(each -> each.level() == Level.PAYMENT))
                    .hasSize(5);
        });
    }

    @Test
    void the_payment_initiation_of_another_bank_is_counted() throws Unreadable {
        var file = read("O11");
        assertThat(file.kind()).isEqualTo("pain.001.001.03");
        assertThat(file.problems()).containsExactly("not an inbound kind");
        assertThat(file.messages())
                .singleElement(type(OutboundMessage.class))
                .satisfies(message -> assertThat(message.sum()).isEqualByComparingTo("1.01"));
    }

    @Test
    void a_group_status_alone_says_nothing_of_payments() throws Unreadable {
        var file = read("O02");
        assertThat(file.kind()).isEqualTo("pain.002.001.03");
        assertThat(file.problems()).isEmpty();
        assertThat(file.messages())
                .containsExactly(
                        new StatusReport("20180315375204222821684", "MsgId-001", "ACTC", List.of(), List.of()));
    }

    @Test
    void a_partly_rejected_block_names_the_rejected_transaction_only() throws Unreadable {
        var file = read("O03");
        assertThat(file.problems()).isEmpty();
        assertThat(file.messages())
                .containsExactly(new StatusReport(
                        "20180315375204222822452",
                        "MsgId-001",
                        null,
                        List.of(),
                        List.of(
                                new PaymentStatus(Level.PAYMENT, "PmtInfId-001-03", null, "PART", List.of()),
                                new PaymentStatus(
                                        Level.TRANSACTION,
                                        "EndToEndId-001-03-04",
                                        "PmtInfId-001-03",
                                        "RJCT",
                                        List.of(new StatusReason("AC01", "1301813;Konto ungültig"))))));
    }

    @Test
    void the_return_of_a_payout_is_a_credit_that_is_not_creditable() throws Unreadable {
        assertThat(Samples.entries(read("O04"))).singleElement().satisfies(entry -> {
            assertThat(entry.amount()).isEqualTo(new Amount(new BigDecimal("400.00"), "CHF"));
            assertThat(entry.returned()).isEqualTo(new PaymentReturn("AC01"));
            assertThat(entry.booking().reversal()).isFalse();
            assertThat(entry.bankReference()).isEqualTo("086820002PBWFX2U");
            assertThat(entry.details().getFirst().references())
                    .isEqualTo(new EntryDetails.References(
                            "EndToEndId-004-01-01",
                            "180327CH02P92DYD",
                            null,
                            "PmtInfId-004-01",
                            "InstrId-004-01-01",
                            null));
        });
    }

    @Test
    void a_lump_credit_falls_into_its_transactions() throws Unreadable {
        var lump = Samples.entries(read("O05")).getFirst();
        assertThat(lump.detailsAddUp()).isTrue();
        assertThat(lump.details().stream()
                        .map(each ->
                                Objects.requireNonNull(each.amount()).value().toPlainString()))
                .containsExactly("250.00", "200.00", "300.00", "324.00", "463.00");
        assertThat(lump.details()).allSatisfy(each -> {
            assertThat(each.remittance().references()).hasSize(1);
            assertThat(each.remittance().lines()).isEmpty();
        });
    }

    @Test
    void a_text_that_was_cut_inside_a_word_is_joined() throws Unreadable {
        assertThat(Samples.entries(read("O07")).get(1).details().getFirst().remittance())
                .satisfies(each -> {
                    assertThat(each.lines()).hasSize(2);
                    assertThat(each.text()).isEqualTo("Free text max 140 characters and max 35 characters in one line");
                });
    }

    @Test
    void the_returned_direct_debit_of_deutsche_bank_is_read() throws Unreadable {
        var file = read("O09");
        var page = Samples.page(file);
        assertThat(file.kind()).isEqualTo("mt940");
        assertThat(page.account()).isEqualTo("20070000/0123456601");
        assertThat(page.number()).isEqualTo("00143/1");
        assertThat(SumCheck.of(page))
                .isEqualTo(new SumCheck.Differs(new BigDecimal("-12.35"), new BigDecimal("12.35")));
        assertThat(file.problems()).singleElement().asString().contains("does not add up", "12.35");
        assertThat(page.entries()).singleElement().satisfies(entry -> {
            assertThat(entry.booking())
                    .isEqualTo(new Entry.Booking("BOOK", LocalDate.of(2020, 6, 8), LocalDate.of(2020, 6, 8), false));
            assertThat(entry.returned()).isEqualTo(new PaymentReturn("RTI"));
            assertThat(entry.bankReference()).isEqualTo("2016021783252833");
            assertThat(entry.details()).singleElement().satisfies(details -> {
                assertThat(details.references().endToEndId()).isEqualTo("A1.200080779.400143254.4961336");
                assertThat(details.counterparty().account()).isEqualTo("DE50712345600200691329");
                assertThat(details.charges()).isEqualTo(new Amount(new BigDecimal("0.50"), "EUR"));
                assertThat(details.remittance().text()).startsWith("SONSTIGE GRUENDE ENDABRECHNUNG NR. 500106875");
            });
        });
    }

    @Test
    void two_pages_of_one_statement_in_swift_blocks_are_checked_one_by_one() throws Unreadable {
        var file = read("O10");
        assertThat(file.messages()).hasSize(2);
        var pages = Samples.pages(file);
        assertThat(pages).extracting(Statement::number).containsExactly("999/1", "999/2");
        assertThat(pages).extracting(each -> each.entries().size()).containsExactly(2, 2);
        assertThat(pages)
                .extracting(SumCheck::of)
                .containsExactly(
                        new SumCheck.AddsUp(), new SumCheck.Differs(new BigDecimal("-69.80"), new BigDecimal("0.20")));
        assertThat(file.problems()).singleElement().asString().contains("statement 999/2", "0.20");
    }

    private static BankFile read(String sample) throws Unreadable {
        return Samples.read(Samples.bytes(Samples.path(sample)));
    }
}
