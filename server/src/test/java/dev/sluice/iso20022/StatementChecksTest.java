package dev.sluice.iso20022;

import static dev.sluice.iso20022.Camt.balance;
import static dev.sluice.iso20022.Camt.entry;
import static dev.sluice.iso20022.Camt.message;
import static dev.sluice.iso20022.Camt.statement;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Balances, sums and counts of statements.
class StatementChecksTest {
    /// Types and amounts of balances; the only entry is a booked credit of 5.00.
    @ParameterizedTest
    @CsvSource(nullValues = "-", delimiter = '|', textBlock = """
            OPBD 10.00 CLBD 15.00                       | 10.00 | 15.00 | AddsUp
            PRCD 10.00 CLBD 15.00                       | 10.00 | 15.00 | AddsUp
            PRCD 9.00 OPBD 10.00 CLBD 15.00 CLAV 1.00   | 10.00 | 15.00 | AddsUp
            OPBD -2.00 CLBD 3.00                        | -2.00 | 3.00  | AddsUp
            OPBD 10.00 CLBD 16.00                       | 10.00 | 16.00 | Differs
            OPBD 10.00 ITBD 15.00                       | 10.00 | 15.00 | AddsUp
            ITBD 10.00 CLBD 15.00                       | 10.00 | 15.00 | AddsUp
            ITBD 10.00 ITBD 15.00                       | 10.00 | 15.00 | AddsUp
            CLBD 15.00                                  | -     | 15.00 | Undecided
            OPAV 10.00 CLAV 15.00                       | -     | -     | Undecided
            """)
    void balances_are_chosen_by_their_types(String balances, String opening, String closing, String verdict)
            throws Unreadable {
        var words = balances.strip().split(" ");
        var text = new StringBuilder();
        for (int i = 0; i < words.length; i += 2) {
            text.append(balance(words[i], words[i + 1]));
        }
        var page = Samples.page(Samples.read(statement(text + entry("5.00", ""))));
        assertThat(plain(page.balances().opening())).isEqualTo(opening);
        assertThat(plain(page.balances().closing())).isEqualTo(closing);
        assertThat(SumCheck.of(page).getClass().getSimpleName()).isEqualTo(verdict);
    }

    @Test
    void an_interim_balance_closes_no_report() throws Unreadable {
        var page = Samples.page(Samples.read(message(
                "camt.052.001.08",
                "BkToCstmrAcctRpt",
                "Rpt",
                balance("OPBD", "10.00") + balance("ITBD", "99.00") + entry("5.00", ""))));
        assertThat(page.balances().closing()).isNull();
        assertThat(SumCheck.of(page)).isEqualTo(new SumCheck.Undecided());
    }

    @Test
    void pending_entries_and_entries_for_information_are_not_part_of_the_sum() throws Unreadable {
        var file = Samples.read(statement(balance("OPBD", "10.00")
                + balance("CLBD", "15.00")
                + entry("5.00", "")
                + entry("7.00", "<Sts>PDNG</Sts>", "")
                + entry("8.00", "<Sts>INFO</Sts>", "")));
        assertThat(file.problems()).isEmpty();
        assertThat(SumCheck.of(Samples.page(file))).isEqualTo(new SumCheck.AddsUp());
    }

    @Test
    void a_statement_that_says_more_than_it_has_is_a_problem() throws Unreadable {
        assertThat(Samples.read(statement(balance("OPBD", "10.00") + balance("CLBD", "15.00")))
                        .problems())
                .containsExactly(
                        "statement 7 of DE89370400440532013000: does not add up: opening balance 10.00 EUR plus"
                                + " booked entries 0 is not the closing balance 15.00 EUR, the difference is 5.00");
        assertThat(Samples.read(statement("<TxsSummry><TtlNtries><NbOfNtries>3</NbOfNtries></TtlNtries></TxsSummry>"))
                        .problems())
                .containsExactly("statement 7 of DE89370400440532013000: TtlNtries says 3 entries, but there are 0");
    }

    /// Count and sum of a statement with a credit of 5.00 in two transactions and a pending debit of 1.00.
    @ParameterizedTest
    @CsvSource({
        "2, 6.00, true",
        "1, 5.00, true",
        "3, 4.00, true",
        "2, 4.0000, true",
        "9, 6.00, false",
        "2, 60.00, false",
    })
    void totals_count_entries_or_transactions(int count, String sum, boolean right) throws Unreadable {
        var file = Samples.read(statement("<TxsSummry><TtlNtries><NbOfNtries>" + count + "</NbOfNtries><Sum>" + sum
                + "</Sum></TtlNtries></TxsSummry>"
                + entry("5.00", "<NtryDtls><TxDtls/><TxDtls/></NtryDtls>")
                + entry("-1.00", "<Sts>PDNG</Sts>", "")));
        assertThat(file.problems().isEmpty()).as("%s", file.problems()).isEqualTo(right);
    }

    @ParameterizedTest
    @CsvSource({"15.00, true", "15.01, false"})
    void a_continued_page_begins_where_the_one_before_ended(String next, boolean right) throws Unreadable {
        var first = statement(balance("OPBD", "10.00") + balance("ITBD", "15.00") + entry("5.00", ""));
        var second = balance("ITBD", next) + balance("CLBD", next);
        var acct = "<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>";
        var problems = Samples.read(first.replace("</Stmt>", "</Stmt><Stmt>" + acct + second + "</Stmt>"))
                .problems();
        assertThat(problems.isEmpty()).as("%s", problems).isEqualTo(right);
    }

    @Test
    void the_problems_of_a_file_are_limited() throws Unreadable {
        var many =
                Arrays.stream(new String[150]).map(_ -> entry("1.00", "", "")).collect(Collectors.joining());
        var problems = Samples.read(statement(many)).problems();
        assertThat(problems).hasSize(101).last().isEqualTo("and 50 more problems");
    }

    private static @org.jspecify.annotations.Nullable String plain(@org.jspecify.annotations.Nullable Balance balance) {
        return balance == null ? null : balance.amount().value().toPlainString();
    }
}
