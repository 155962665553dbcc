package dev.sluice.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.ledger.Account;
import dev.sluice.rail.iso20022.decision.BankDecisions;
import dev.sluice.rail.iso20022.decision.DecisionKind;
import dev.sluice.rail.iso20022.decision.DecisionPerson;
import dev.sluice.rail.iso20022.decision.DecisionRequest;
import dev.sluice.rail.iso20022.inbound.CamtText;
import dev.sluice.rail.iso20022.inbound.CamtText.EntryText;
import dev.sluice.rail.iso20022.payout.OutgoingFiles;
import dev.sluice.rail.iso20022.payout.PayoutDecisions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The terms of a closed day, against values computed by hand: anchor, clearing, in transit, open entries, closing.
class TermsTest extends ReconcileCase {
    private static final EntryText CHARGE =
            EntryText.of("-2.00").reference("C1").code("ACMT", "MDOP", "CHRG");
    private static final EntryText UNKNOWN = EntryText.of("7.50").reference("U1");

    @Test
    void an_account_without_movements_has_its_opening_balance_as_anchor() {
        assertTerms(reconcile(), "1000.00", "0.00", "0.00", "0.00", "1000.00");
    }

    @Test
    void every_kind_of_movement_is_in_one_term() {
        var paid = sent("100.00", "50.00");
        status(paid.getLast(), "ACSC");
        notice(MONDAY, deposit("30.00", "D1"));
        post();
        at(TUESDAY, "06:00");
        statement(
                MONDAY,
                "1000.00",
                "935.50",
                debit(paid.getFirst(), "-100.00"),
                deposit("30.00", "D1"),
                UNKNOWN,
                CHARGE);
        post();
        var terms = reconcile();
        assertTerms(terms, "1000.00", "122.00", "-50.00", "7.50", "935.50");
        assertThat(terms.day()).isEqualTo(MONDAY);
    }

    @Test
    void entries_that_are_not_posted_yet_are_open() {
        var paid = sent("100.00").getFirst();
        notice(MONDAY, deposit("30.00", "D1"));
        at(TUESDAY, "06:00");
        statement(MONDAY, "1000.00", "928.00", debit(paid, "-100.00"), deposit("30.00", "D1"), CHARGE);
        assertTerms(reconcile(), "1000.00", "0.00", "0.00", "-72.00", "928.00");
        post();
        assertTerms(reconcile(), "1000.00", "72.00", "0.00", "0.00", "928.00");
    }

    @Test
    void what_is_posted_after_the_day_and_booked_after_it_is_no_part_of_it() {
        at(TUESDAY, "06:00");
        statement(MONDAY, "1000.00", "1000.00");
        var paid = sent("20.00").getFirst();
        notice(TUESDAY, deposit("30.00", "D1"), debit(paid, "-20.00"));
        post();
        assertTerms(reconcile(), "1000.00", "0.00", "0.00", "0.00", "1000.00");
        at(WEDNESDAY, "06:00");
        statement(TUESDAY, "1000.00", "1010.00", deposit("30.00", "D1"), debit(paid, "-20.00"));
        assertTerms(reconcile(), "1000.00", "-10.00", "0.00", "0.00", "1010.00");
        assertTerms(reconcile(MONDAY), "1000.00", "0.00", "0.00", "0.00", "1000.00");
    }

    @Test
    void a_payout_that_a_status_ends_today_and_the_bank_books_tomorrow_is_in_transit_today() {
        var paid = sent("20.00").getFirst();
        status(paid, "ACSC");
        post();
        at(TUESDAY, "06:00");
        statement(MONDAY, "1000.00", "1000.00");
        assertTerms(reconcile(), "1000.00", "20.00", "-20.00", "0.00", "1000.00");
        at(WEDNESDAY, "06:00");
        statement(TUESDAY, "1000.00", "980.00", debit(paid, "-20.00"));
        post();
        assertTerms(reconcile(), "1000.00", "20.00", "0.00", "0.00", "980.00");
        assertTerms(reconcile(MONDAY), "1000.00", "20.00", "-20.00", "0.00", "1000.00");
    }

    /// A file that a person took and two people declared void; its payout is in another file.
    @Test
    void a_payout_of_a_void_file_counts_once() {
        var paid = submitted("20.00");
        payouts.seal();
        var msgId = msgId();
        var ana = DecisionPerson.onCommandLine("Ana Lee");
        new OutgoingFiles(dependencies).take(msgId, ana);
        var decisions = new BankDecisions(
                database.database(), clocks, vault, PayoutDecisions.effects(dependencies, List.of(profile)));
        var request = new DecisionRequest(DecisionKind.VOID_FILE, "eur-main", msgId, "void", "the bank's answer");
        decisions.requestOrConfirm(request, ana);
        decisions.requestOrConfirm(request, DecisionPerson.onCommandLine("Ben Ode"));
        payouts.seal();
        payouts.send();
        at(TUESDAY, "06:00");
        statement(MONDAY, "1000.00", "1000.00");
        notice(TUESDAY, debit(paid, "-20.00"));
        post();
        assertTerms(reconcile(), "1000.00", "0.00", "0.00", "0.00", "1000.00");
        at(WEDNESDAY, "06:00");
        statement(TUESDAY, "1000.00", "980.00", debit(paid, "-20.00"));
        assertTerms(reconcile(), "1000.00", "20.00", "0.00", "0.00", "980.00");
        assertTerms(reconcile(MONDAY), "1000.00", "0.00", "0.00", "0.00", "1000.00");
    }

    @Test
    void a_returned_payout_moves_nothing_in_the_end() {
        var paid = sent("20.00").getFirst();
        at(TUESDAY, "06:00");
        statement(MONDAY, "1000.00", "980.00", debit(paid, "-20.00"));
        post();
        at(WEDNESDAY, "06:00");
        notice(TUESDAY, returned(paid, "20.00"));
        post();
        assertTerms(reconcile(), "1000.00", "0.00", "20.00", "0.00", "980.00");
        statement(TUESDAY, "980.00", "1000.00", returned(paid, "20.00"));
        assertTerms(reconcile(), "1000.00", "0.00", "0.00", "0.00", "1000.00");
    }

    @Test
    void a_lump_counts_for_each_of_its_payouts() {
        sent("20.00", "30.00");
        at(TUESDAY, "06:00");
        statement(
                MONDAY,
                "1000.00",
                "950.00",
                EntryText.of("-50.00")
                        .reference("L1")
                        .detail("<Refs><MsgId>" + msgId() + "</MsgId><PmtInfId>" + msgId() + "</PmtInfId></Refs>"));
        post();
        assertTerms(reconcile(), "1000.00", "50.00", "0.00", "0.00", "950.00");
    }

    @Test
    void a_return_net_of_charges_and_one_that_the_ledger_has_not_posted_keep_the_balance() {
        var paid = sent("20.00").getFirst();
        at(TUESDAY, "06:00");
        statement(MONDAY, "1000.00", "980.00", debit(paid, "-20.00"));
        post();
        at(WEDNESDAY, "06:00");
        statement(TUESDAY, "980.00", "998.00", returned(paid, "18.00"));
        assertTerms(reconcile(), "1000.00", "20.00", "0.00", "18.00", "998.00");
        post();
        assertTerms(reconcile(), "1000.00", "2.00", "0.00", "0.00", "998.00");
    }

    @Test
    void charges_within_a_debit_and_interest_are_posted() {
        var paid = sent("20.00").getFirst();
        var charged = EntryText.of("-20.25")
                .reference("B1")
                .detail("<Refs><EndToEndId>" + id(paid) + "</EndToEndId></Refs>"
                        + "<Chrgs><TtlChrgsAndTaxAmt Ccy=\"EUR\">0.25</TtlChrgsAndTaxAmt></Chrgs>");
        var interest = EntryText.of("1.00").reference("I1").code("ACMT", "MCOP", "INTR");
        notice(MONDAY, charged, interest);
        post();
        at(TUESDAY, "06:00");
        statement(MONDAY, "1000.00", "1000.00");
        assertTerms(reconcile(), "1000.00", "19.25", "-19.25", "0.00", "1000.00");
        at(WEDNESDAY, "06:00");
        statement(TUESDAY, "1000.00", "980.75", charged, interest);
        assertTerms(reconcile(), "1000.00", "19.25", "0.00", "0.00", "980.75");
        assertTerms(reconcile(MONDAY), "1000.00", "19.25", "-19.25", "0.00", "1000.00");
    }

    @Test
    void a_credit_that_the_bank_takes_back_moves_nothing_in_the_end() {
        notice(MONDAY, deposit("30.00", "D1"));
        at(TUESDAY, "06:00");
        statement(MONDAY, "1000.00", "1030.00", deposit("30.00", "D1"));
        post();
        at(WEDNESDAY, "06:00");
        statement(
                TUESDAY,
                "1030.00",
                "1000.00",
                EntryText.of("-30.00").reference("D1").reversal());
        assertTerms(reconcile(), "1000.00", "-30.00", "0.00", "-30.00", "1000.00");
        post();
        assertTerms(reconcile(), "1000.00", "0.00", "0.00", "0.00", "1000.00");
    }

    @Test
    void a_statement_in_pages_closes_its_day_with_the_last_one() {
        at(TUESDAY, "06:00");
        receive(CamtText.statement("S2", 2, MONDAY)
                .opening("1000.00")
                .add(UNKNOWN)
                .balance("ITBD", "1007.50"));
        assertThat(reconcile().day()).isEqualTo(FRIDAY);
        receive(CamtText.statement("S2b", 2, MONDAY)
                .balance("ITBD", "1007.50")
                .add(EntryText.of("1.00").reference("U2"))
                .closing("1008.50"));
        assertTerms(reconcile(), "1000.00", "0.00", "0.00", "8.50", "1008.50");
    }

    @Test
    void a_posting_without_a_payment_at_the_bank_is_a_difference_and_a_fault_of_the_ledger() {
        transfer(Account.FUNDING, Account.clearing("bank-eur-main"), eur("5.00"));
        var reconciliation = reconcile();
        assertThat(reconciliation.terms().difference()).isEqualTo(eur("5.00"));
        assertThat(reconciliation.isClean()).isFalse();
        assertThat(faults())
                .containsExactly("bank account eur-main: it closes 2026-02-27 with 1000 EUR, expected 995 EUR");
    }

    @Test
    void an_altered_statement_is_a_fault_of_the_ledger() {
        assertThat(faults()).isEmpty();
        database.database().run(tx -> tx.handle().execute("UPDATE rail_iso20022_statement SET closing = closing + 1"));
        assertThat(faults()).singleElement().asString().startsWith("bank account eur-main: not compared: ");
    }

    private List<String> faults() {
        return database.database().snapshot(handle -> {
            var faults = new ArrayList<String>();
            Reconciliations.verify(handle, vault, faults::add);
            return faults;
        });
    }
}
