package dev.sluice.rail.iso20022.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.iso20022.inbound.InboundFile.State;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Real files of banks, applied to an account with their number.
class SampleImportTest extends InboundCase {
    private static final String POSTFINANCE = "CH2909000000250094239";

    private BigDecimal sum() {
        return entries().stream()
                .filter(StoredEntry::isBooked)
                .map(each -> each.signed().decimal())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private InboundFile receive(String sample, BankProfile of) {
        profile = of;
        return receive(of, sample(sample));
    }

    @Test
    void a_statement_of_ing_is_applied_with_both_of_its_equal_entries() {
        var file = receive("O06", profile("ing", "NL08INGB0000001234", "EUR", "camt.053"));
        assertThat(file.hold()).isNull();
        assertThat(file.state()).isEqualTo(State.APPLIED);
        assertThat(file.kind()).isEqualTo("camt.053.001.02");
        assertThat(entries()).hasSize(9);
        assertThat(sum()).isEqualByComparingTo("605");
        assertThat(entries().stream().filter(each -> "98888208N8".equals(each.bankReference())))
                .extracting(StoredEntry::key)
                .containsExactly("ref:98888208N8:C12500:1", "ref:98888208N8:C12500:2");
        var page = statements().getFirst();
        assertThat(page.opening().decimal()).isEqualByComparingTo("1000");
        assertThat(page.closing().decimal()).isEqualByComparingTo("1605");
        assertThat(page.sequence()).isEqualTo(3);
        assertThat(faults()).isEmpty();
    }

    @Test
    void a_statement_of_nordea_is_applied_with_references_in_lines_that_were_cut() {
        var file = receive("O07", profile("nordea", "FI8529501800030574", "EUR", "camt.053"));
        assertThat(file.state()).as(String.valueOf(file.hold())).isEqualTo(State.APPLIED);
        assertThat(entries()).hasSize(6);
        var page = statements().getFirst();
        assertThat(page.opening().plus(page.closing()).asset().code()).isEqualTo("EUR");
        assertThat(sum())
                .isEqualByComparingTo(page.closing().minus(page.opening()).decimal());
    }

    @Test
    void a_lump_credit_of_postfinance_becomes_an_entry_for_each_payment() {
        var file = receive("O05", profile("ch", POSTFINANCE, "CHF", "camt.054"));
        assertThat(file.state()).as(String.valueOf(file.hold())).isEqualTo(State.APPLIED);
        assertThat(entries()).hasSize(6);
        assertThat(sum()).isEqualByComparingTo("1390");
        assertThat(entries()).extracting(each -> each.whole().parts()).containsExactlyInAnyOrder(5, 5, 5, 5, 5, 1);
        assertThat(entries())
                .extracting(StoredEntry::bankReference)
                .contains("180315CH02ZX5RI3", "180315CH02ZZ4OOY")
                .doesNotHaveDuplicates();
    }

    @Test
    void a_return_of_postfinance_is_asked_of_the_payouts_and_is_never_credited() {
        var file = receive("O04", profile("ch", POSTFINANCE, "CHF", "camt.054"));
        assertThat(file.state()).as(String.valueOf(file.hold())).isEqualTo(State.APPLIED);
        assertThat(payouts.entries).singleElement().satisfies(entry -> {
            assertThat(entry.returnCode()).isEqualTo("AC01");
            assertThat(entry.creditable()).isFalse();
        });
        assertThat(credits()).isEmpty();
        assertThat(breakKinds()).containsExactly(BreakKind.CREDIT_OPEN);
    }

    @Test
    void a_report_of_the_day_of_postfinance_is_applied_and_credits_nothing() {
        var file = receive("O08", profile("ch", POSTFINANCE, "CHF", "camt.053"));
        assertThat(file.state()).as(String.valueOf(file.hold())).isEqualTo(State.APPLIED);
        assertThat(entries()).hasSize(2);
        assertThat(credits()).isEmpty();
    }

    @Test
    void mt940_that_does_not_add_up_is_held_with_the_difference_until_it_is_released() {
        var file = receive("O09", profile("db", "DE63200700000123456601", "EUR", "mt940"));
        assertThat(file.state()).isEqualTo(State.HELD);
        assertThat(file.hold().breakKind()).isEqualTo(BreakKind.BALANCE_BROKEN);
        assertThat(file.hold().difference()).isEqualByComparingTo("12.35");
        assertThat(entries()).isEmpty();
        var released = release(file.id(), "Ann", "Ben");
        assertThat(released.state()).isEqualTo(State.APPLIED);
        assertThat(entries()).singleElement().satisfies(entry -> {
            assertThat(entry.returnCode()).isNotNull();
            assertThat(entry.bankReference()).isEqualTo("2016021783252833");
        });
    }

    @Test
    void mt940_in_two_pages_is_applied_with_both_once_it_is_released() {
        var file = receive("O10", profile("pf", "123456789", "CHF", "mt940"));
        assertThat(file.state()).isEqualTo(State.HELD);
        assertThat(file.hold().difference()).isEqualByComparingTo("0.2");
        assertThat(release(file.id(), "Ann", "Ben").state()).isEqualTo(State.APPLIED);
        assertThat(statements()).extracting(StatementPage::continues).containsExactly(true, false);
        assertThat(entries()).hasSize(4);
        assertThat(breakKinds()).contains(BreakKind.BALANCE_BROKEN);
    }

    @Test
    void status_reports_are_given_to_the_payouts() {
        var file = receive("O03", profile("ch", POSTFINANCE, "CHF", "camt.054"));
        assertThat(file.state()).as(String.valueOf(file.hold())).isEqualTo(State.APPLIED);
        assertThat(payouts.reports).hasSize(1);
    }

    @Test
    void a_status_report_about_unknown_payments_stops_the_rail_and_is_held() {
        payouts.unknown = List.of("E2E1");
        var file = receive("O03", profile("ch", POSTFINANCE, "CHF", "camt.054"));
        assertThat(file.state()).isEqualTo(State.HELD);
        assertThat(file.hold().reason()).contains("E2E1");
        assertThat(stopped).containsExactly("E2E1");
        assertThat(release(file.id(), "Ann", "Ben").state()).isEqualTo(State.APPLIED);
    }

    @Test
    void a_file_that_we_send_is_held_and_applies_nothing() {
        var file = receive("O11", profile("nl", "NL08INGB0000001234", "EUR", "camt.053"));
        assertThat(file.state()).isEqualTo(State.HELD);
        assertThat(file.hold().reason()).contains("not an inbound kind");
    }
}
