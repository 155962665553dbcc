package dev.sluice.rail.iso20022.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.iso20022.inbound.CamtText.EntryText;
import dev.sluice.rail.iso20022.inbound.InboundFile.State;
import dev.sluice.rail.iso20022.profile.BankProfile.Inbound.Numbers;
import org.junit.jupiter.api.Test;

/// Balances of statements: each begins where the one before ends.
class StatementChainTest extends InboundCase {
    private static CamtText statement(int number, String day, String opening, String amount, String closing) {
        return CamtText.statement("S" + number + "-" + day, number, day)
                .opening(opening)
                .add(EntryText.of(amount).reference("R" + number + day))
                .closing(closing);
    }

    @Test
    void statements_that_follow_each_other_are_applied_also_after_a_weekend() {
        assertThat(receive(statement(1, "2026-03-06", "0.00", "5.00", "5.00")).state())
                .isEqualTo(State.APPLIED);
        assertThat(receive(statement(2, "2026-03-09", "5.00", "-1.00", "4.00")).state())
                .isEqualTo(State.APPLIED);
        assertThat(receive(CamtText.statement("empty", 3, "2026-03-10")
                                .opening("4.00")
                                .closing("4.00"))
                        .state())
                .isEqualTo(State.APPLIED);
    }

    @Test
    void a_statement_after_a_missing_one_is_held_with_the_difference_and_applied_once_the_other_is_there() {
        receive(statement(1, "2026-03-02", "0.00", "5.00", "5.00"));
        var third = receive(statement(3, "2026-03-04", "8.00", "1.00", "9.00"));
        var fourth = receive(statement(4, "2026-03-05", "9.00", "1.00", "10.00"));
        assertThat(third.state()).isEqualTo(State.HELD);
        assertThat(third.hold().breakKind()).isEqualTo(BreakKind.STATEMENT_GAP);
        assertThat(third.hold().difference()).isEqualByComparingTo("3");
        assertThat(fourth.state()).isEqualTo(State.HELD);
        assertThat(entries()).hasSize(1);
        assertThat(breakKinds()).contains(BreakKind.STATEMENT_GAP);

        receive(statement(2, "2026-03-03", "5.00", "3.00", "8.00"));
        assertThat(inbox.find(third.id()).orElseThrow().state()).isEqualTo(State.APPLIED);
        assertThat(inbox.find(fourth.id()).orElseThrow().state()).isEqualTo(State.APPLIED);
        assertThat(entries()).hasSize(4);
        assertThat(breakKinds()).doesNotContain(BreakKind.STATEMENT_GAP);
    }

    @Test
    void a_gap_that_two_people_accept_stays_a_break_until_the_missing_statement_comes() {
        receive(statement(1, "2026-03-02", "0.00", "5.00", "5.00"));
        var third = receive(statement(3, "2026-03-04", "8.00", "1.00", "9.00"));
        assertThat(release(third.id(), "Ann", "Ben").state()).isEqualTo(State.APPLIED);
        assertThat(breakKinds()).contains(BreakKind.STATEMENT_GAP);
        assertThat(receive(statement(2, "2026-03-03", "5.00", "3.00", "8.00")).state())
                .isEqualTo(State.APPLIED);
        assertThat(breakKinds()).doesNotContain(BreakKind.STATEMENT_GAP);
    }

    @Test
    void an_earlier_statement_than_the_first_one_has_to_end_where_that_begins() {
        receive(statement(2, "2026-03-03", "5.00", "3.00", "8.00"));
        assertThat(receive(statement(1, "2026-03-02", "0.00", "4.00", "4.00")).state())
                .isEqualTo(State.HELD);
        assertThat(receive(statement(1, "2026-03-01", "0.00", "5.00", "5.00")).state())
                .isEqualTo(State.APPLIED);
    }

    @Test
    void numbers_start_again_each_year() {
        receive(statement(250, "2025-12-31", "0.00", "5.00", "5.00"));
        assertThat(receive(statement(1, "2026-01-02", "5.00", "1.00", "6.00")).state())
                .isEqualTo(State.APPLIED);
        receive(statement(2, "2026-01-05", "6.00", "1.00", "7.00"));
        var restart = receive(statement(250, "2026-12-31", "7.00", "1.00", "8.00"));
        assertThat(restart.state()).as("250 does not follow 2 in one year").isEqualTo(State.HELD);
    }

    @Test
    void a_missing_number_is_a_gap_even_if_the_balances_fit_unless_numbers_say_nothing() {
        receive(statement(1, "2026-03-02", "0.00", "5.00", "5.00"));
        var third = statement(3, "2026-03-04", "5.00", "1.00", "6.00");
        assertThat(receive(third).hold().breakKind()).isEqualTo(BreakKind.STATEMENT_GAP);
        var other = profile("other", CamtText.IBAN, "EUR", "camt.053", Numbers.NONE);
        receive(other, statement(1, "2026-03-02", "0.00", "5.00", "5.00").bytes());
        assertThat(receive(other, third.bytes()).state()).isEqualTo(State.APPLIED);
    }

    @Test
    void the_same_statement_with_another_content_is_held_and_once_released_names_the_same_entries() {
        receive(statement(1, "2026-03-02", "0.00", "5.00", "5.00"));
        var corrected = receive(CamtText.statement("S1b", 1, "2026-03-02")
                .opening("0.00")
                .add(EntryText.of("5.00").reference("R12026-03-02"))
                .add(EntryText.of("1.00").reference("R1b"))
                .closing("6.00"));
        assertThat(corrected.hold().breakKind()).isEqualTo(BreakKind.CORRECTED);
        release(corrected.id(), "Ann", "Ben");
        assertThat(entries()).extracting(StoredEntry::bankReference).containsExactly("R12026-03-02", "R1b");
    }

    @Test
    void notices_are_not_chained() {
        receive(statement(1, "2026-03-02", "0.00", "5.00", "5.00"));
        assertThat(receive(CamtText.notice("N1", "2026-03-09")
                                .add(EntryText.of("7.00").reference("R9")))
                        .state())
                .isEqualTo(State.APPLIED);
        assertThat(receive(CamtText.report("P1", "2026-03-09")
                                .balance("OPBD", "77.00")
                                .add(EntryText.of("7.00").reference("R9"))
                                .balance("ITBD", "99.00"))
                        .state())
                .isEqualTo(State.APPLIED);
    }
}
