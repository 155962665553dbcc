package dev.sluice.rail.iso20022.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.iso20022.csv.CsvMapping;
import dev.sluice.iso20022.csv.CsvMapping.Column;
import dev.sluice.iso20022.csv.CsvMapping.Grouping;
import dev.sluice.iso20022.csv.CsvMapping.Order;
import dev.sluice.rail.iso20022.inbound.CamtText.EntryText;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// CSV statements of an account: entries of their own, or the same as in other files.
class CsvImportTest extends InboundCase {
    private static final String HEAD = "Date;Amount;Reference;Payer;Purpose;Balance\n";
    private static final Map<Column, String> COLUMNS = Map.of(
            Column.BOOKED_ON, "Date",
            Column.AMOUNT, "Amount",
            Column.REFERENCE, "Reference",
            Column.COUNTERPARTY, "Payer",
            Column.TEXT, "Purpose");

    private static BankProfile with(boolean balances, String creditsFrom) {
        var columns = new HashMap<>(COLUMNS);
        if (balances) {
            columns.put(Column.BALANCE, "Balance");
        }
        var csv = new CsvMapping(
                new CsvMapping.Account(CamtText.IBAN, "EUR"),
                new CsvMapping.Format(StandardCharsets.UTF_8, ';', '.', Grouping.NONE, "yyyy-MM-dd", 0),
                Order.OLDEST_FIRST,
                false,
                Set.of(),
                columns);
        var of = profile("eur-main", CamtText.IBAN, "EUR", "camt.053");
        return new BankProfile(
                of.id(),
                of.account(),
                of.scheme(),
                of.serves(),
                of.out(),
                of.limits(),
                of.windows(),
                new BankProfile.Inbound(
                        Set.of("camt.053", "csv", "csv-statement"), creditsFrom, BankProfile.Inbound.Numbers.NONE, csv),
                of.promises(),
                of.payeeCheck(),
                of.deposits(),
                of.transport(),
                null,
                of.hash());
    }

    private InboundFile receive(String lines) {
        return receive((HEAD + lines).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void files_without_balances_may_overlap_and_each_entry_is_credited_once() {
        profile = with(false, "csv");
        expect("INV7");
        expect("INV8");
        var first = receive("2026-03-02;50.00;R1;Eve;inv7;\n2026-03-02;-3.00;R2;Bank;fee;\n");
        assertThat(first.state()).isEqualTo(InboundFile.State.APPLIED);
        assertThat(first.kind()).isEqualTo("csv");
        receive("2026-03-02;50.00;R1;Eve;inv7;\n2026-03-03;20.00;R3;Bob;INV8;\n");
        assertThat(credits()).containsExactly("50 INV7", "20 INV8");
        assertThat(entries()).hasSize(3);
        assertThat(statements()).isEmpty();
        assertThat(faults()).isEmpty();
    }

    @Test
    void an_entry_without_the_banks_reference_is_not_credited_from_a_file_without_balances() {
        profile = with(false, "csv");
        expect("INV7");
        receive("2026-03-02;50.00;;Eve;inv7;\n");
        assertThat(credits()).isEmpty();
    }

    @Test
    void a_file_with_balances_is_a_statement_and_a_gap_is_held() {
        profile = with(true, "csv-statement");
        expect("INV7");
        receive("2026-03-02;50.00;;Eve;inv7;150.00\n");
        assertThat(credits()).containsExactly("50 INV7");
        assertThat(statements()).singleElement().satisfies(page -> {
            assertThat(page.opening().decimal()).isEqualByComparingTo("100");
            assertThat(page.closing().decimal()).isEqualByComparingTo("150");
        });
        var gap = receive("2026-03-04;20.00;;Eve;inv7;190.00\n");
        assertThat(gap.state()).isEqualTo(InboundFile.State.HELD);
        assertThat(gap.hold().difference()).isEqualByComparingTo("20");
        receive("2026-03-03;20.00;;Bob;x;170.00\n");
        assertThat(inbox.find(gap.id()).orElseThrow().state()).isEqualTo(InboundFile.State.APPLIED);
    }

    @Test
    void a_file_whose_balances_do_not_follow_is_held_and_nothing_of_it_is_credited() {
        profile = with(true, "csv-statement");
        expect("INV7");
        var held = receive("2026-03-02;50.00;;Eve;inv7;150.00\n2026-03-03;1.00;;Eve;y;161.00\n");
        assertThat(held.state()).isEqualTo(InboundFile.State.HELD);
        assertThat(held.hold().reason()).contains("line 3: the balance before this entry is 160.00 EUR");
        assertThat(credits()).isEmpty();
        assertThat(entries()).isEmpty();
    }

    @Test
    void the_same_booking_in_a_statement_and_in_a_csv_file_is_one_entry() {
        profile = with(false, "camt.053");
        expect("INV7");
        receive(CamtText.statement("S1", 1, "2026-03-02")
                .opening("0.00")
                .add(EntryText.of("50.00").reference("R1").remittance("Eve", "inv7"))
                .closing("50.00"));
        receive("2026-03-02;50.00;R1;Eve;inv7;\n");
        assertThat(entries()).hasSize(1);
        assertThat(credits()).containsExactly("50 INV7");
    }

    @Test
    void a_damaged_file_is_unreadable_and_a_bank_that_sends_no_csv_has_no_such_file() {
        profile = with(false, "csv");
        assertThat(receive("2026-03-02;50.00;R1;Eve\n").state()).isEqualTo(InboundFile.State.UNREADABLE);
        profile = profile("eur-main", CamtText.IBAN, "EUR", "camt.053");
        assertThat(receive("2026-03-02;50.00;R1;Eve;inv7;\n").state()).isEqualTo(InboundFile.State.UNREADABLE);
        assertThat(entries()).isEmpty();
    }
}
