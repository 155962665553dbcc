package dev.sluice.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.iso20022.inbound.CamtText;
import org.junit.jupiter.api.Test;

/// The anchor: the first opening balance, less what the ledger had posted of it by then.
class AnchorTest extends ReconcileCase {
    @Override
    void openAccount() {
        at(FRIDAY, "10:00");
    }

    @Test
    void without_a_statement_nothing_is_known() {
        sent("12.00");
        assertThat(database.database().<Boolean>read(handle -> reconciliations
                        .of(handle, profile, null)
                        .isEmpty()))
                .isTrue();
    }

    @Test
    void notices_before_the_first_statement_are_in_its_opening_balance() {
        var paid = sent("12.00").getFirst();
        notice(FRIDAY, deposit("50.00", "D1"), debit(paid, "-12.00"));
        post();
        at(TUESDAY, "06:00");
        receive(CamtText.statement("S1", 1, MONDAY).opening("1038.00").closing("1038.00"));
        assertTerms(reconcile(), "1000.00", "-38.00", "0.00", "0.00", "1038.00");
    }

    @Test
    void a_payout_that_ended_before_the_first_statement_and_is_booked_in_it_is_no_part_of_the_anchor() {
        var paid = sent("12.00").getFirst();
        status(paid, "ACSC");
        post();
        at(TUESDAY, "06:00");
        receive(CamtText.statement("S1", 1, MONDAY)
                .opening("1000.00")
                .add(debit(paid, "-12.00"))
                .closing("988.00"));
        assertTerms(reconcile(), "1000.00", "12.00", "0.00", "0.00", "988.00");
    }

    @Test
    void an_earlier_statement_that_comes_later_moves_the_anchor() {
        at(TUESDAY, "06:00");
        receive(CamtText.statement("S2", 2, MONDAY).opening("1010.00").closing("1010.00"));
        assertTerms(reconcile(), "1010.00", "0.00", "0.00", "0.00", "1010.00");
        receive(CamtText.statement("S1", 1, FRIDAY)
                .opening("1000.00")
                .add(CamtText.EntryText.of("10.00").reference("U1"))
                .closing("1010.00"));
        assertTerms(reconcile(), "1000.00", "0.00", "0.00", "10.00", "1010.00");
    }
}
