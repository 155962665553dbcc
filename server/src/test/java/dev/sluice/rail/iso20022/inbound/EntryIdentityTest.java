package dev.sluice.rail.iso20022.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.iso20022.inbound.CamtText.EntryText;
import dev.sluice.rail.iso20022.inbound.InboundFile.State;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Match;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Status;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// One booking is one entry, whichever sources name it; equal bookings of a statement are all real.
class EntryIdentityTest extends InboundCase {
    private static final String DAY = "2026-03-02";

    private static EntryText paid(String amount) {
        return EntryText.of(amount);
    }

    @Test
    void a_notice_a_report_a_statement_and_mt940_name_one_entry() {
        receive(CamtText.report("P1", DAY).add(paid("7.00").reference("R1").pending()));
        assertThat(entries()).extracting(StoredEntry::status).containsExactly(Status.PENDING);
        receive(CamtText.report("P2", DAY).add(paid("7.00").reference("R1")));
        receive(CamtText.notice("N1", DAY).add(paid("7.00").reference("R1")));
        receive(CamtText.statement("S1", 1, DAY)
                .opening("0.00")
                .add(paid("7.00").reference("R1"))
                .closing("7.00"));
        var mt = receive("""
                :20:STARTUMS
                :25:37040044/532013000
                :28C:1/1
                :60F:C260301EUR0,00
                :61:2603020302C7,00NTRFNONREF//R1
                :86:Example
                :62F:C260302EUR7,00
                -
                """.getBytes(StandardCharsets.UTF_8));
        assertThat(mt.state()).as(String.valueOf(mt.hold())).isEqualTo(State.APPLIED);
        assertThat(entries()).singleElement().satisfies(entry -> {
            assertThat(entry.status()).isEqualTo(Status.BOOKED);
            assertThat(entry.sources())
                    .extracting(StoredEntry.Source::kind)
                    .containsExactly("camt.052", "camt.054", "camt.053", "mt940");
        });
    }

    @Test
    void a_pending_entry_without_a_reference_becomes_booked() {
        receive(CamtText.report("P1", DAY).add(paid("7.00").pending().remittance("Eve", "for lunch")));
        receive(CamtText.statement("S1", 1, DAY)
                .opening("0.00")
                .add(paid("7.00").remittance("Eve", "for lunch"))
                .closing("7.00"));
        assertThat(entries()).singleElement().satisfies(entry -> {
            assertThat(entry.status()).isEqualTo(Status.BOOKED);
            assertThat(entry.creditable()).isTrue();
        });
    }

    @Test
    void a_booked_entry_is_not_pending_again_when_an_older_report_comes_late() {
        receive(CamtText.statement("S1", 1, DAY)
                .opening("0.00")
                .add(paid("7.00").reference("R1"))
                .closing("7.00"));
        receive(CamtText.report("P1", DAY).add(paid("7.00").reference("R1").pending()));
        assertThat(entries()).extracting(StoredEntry::status).containsExactly(Status.BOOKED);
    }

    @Test
    void equal_bookings_of_a_statement_are_both_real_and_a_report_repeats_them() {
        var file = CamtText.statement("S1", 1, DAY)
                .opening("0.00")
                .add(paid("7.00").remittance("Eve", "for lunch"))
                .add(paid("7.00").remittance("Eve", "for lunch"))
                .closing("14.00");
        receive(CamtText.report("P1", DAY).add(paid("7.00").remittance("Eve", "for lunch")));
        receive(CamtText.report("P2", DAY)
                .add(paid("7.00").remittance("Eve", "for lunch"))
                .add(paid("7.00").remittance("Eve", "for lunch")));
        assertThat(entries()).hasSize(2);
        receive(file);
        assertThat(entries()).hasSize(2).allMatch(StoredEntry::isStated);
        assertThat(entries()).extracting(StoredEntry::key).doesNotHaveDuplicates();
    }

    @Test
    void equal_bookings_in_two_statements_of_one_day_are_both_real() {
        receive(CamtText.statement("S1", 1, DAY)
                .opening("0.00")
                .add(paid("7.00").remittance("Eve", "for lunch"))
                .closing("7.00"));
        receive(CamtText.statement("S2", 2, DAY)
                .opening("7.00")
                .add(paid("7.00").remittance("Eve", "for lunch"))
                .closing("14.00"));
        assertThat(entries()).hasSize(2);
    }

    @Test
    void equal_bookings_on_two_pages_of_a_statement_are_both_real() {
        var first = receive(CamtText.statement("S1", 1, DAY)
                .opening("0.00")
                .add(paid("7.00").remittance("Eve", "for lunch"))
                .balance("ITBD", "7.00"));
        var second = receive(CamtText.statement("S2", 1, DAY)
                .balance("ITBD", "7.00")
                .add(paid("7.00").remittance("Eve", "for lunch"))
                .closing("14.00"));
        assertThat(first.state()).isEqualTo(State.APPLIED);
        assertThat(second.state()).as(String.valueOf(second.hold())).isEqualTo(State.APPLIED);
        assertThat(entries()).hasSize(2);
    }

    @Test
    void details_that_add_up_are_an_entry_each_and_a_statement_without_details_confirms_them_all() {
        receive(CamtText.notice("N1", DAY)
                .add(paid("10.00")
                        .reference("R1")
                        .detail("<Refs><AcctSvcrRef>D1</AcctSvcrRef></Refs><Amt Ccy=\"EUR\">4.00</Amt>")
                        .detail("<Refs><AcctSvcrRef>D2</AcctSvcrRef></Refs><Amt Ccy=\"EUR\">6.00</Amt>")));
        assertThat(entries()).extracting(StoredEntry::bankReference).containsExactly("D1", "D2");
        receive(CamtText.statement("S1", 1, DAY)
                .opening("0.00")
                .add(paid("10.00").reference("R1"))
                .closing("10.00"));
        assertThat(entries()).hasSize(2).allMatch(StoredEntry::isStated);
    }

    @Test
    void an_entry_without_details_is_divided_when_a_later_source_has_them() {
        profile = profile("eur-main", CamtText.IBAN, "EUR", "camt.054");
        receive(CamtText.statement("S1", 1, DAY)
                .opening("0.00")
                .add(paid("10.00").reference("R1"))
                .closing("10.00"));
        assertThat(breakKinds()).containsExactly(BreakKind.CREDIT_OPEN);
        receive(CamtText.notice("N1", DAY)
                .add(paid("10.00")
                        .reference("R1")
                        .detail("<Refs><AcctSvcrRef>D1</AcctSvcrRef></Refs><Amt Ccy=\"EUR\">4.00</Amt>")
                        .detail("<Refs><AcctSvcrRef>D2</AcctSvcrRef></Refs><Amt Ccy=\"EUR\">6.00</Amt>")));
        assertThat(entries()).extracting(StoredEntry::bankReference).containsExactly("D1", "D2");
        assertThat(entries()).allMatch(StoredEntry::isStated);
        assertThat(breaks()).extracting(each -> each.amount().toPlainString()).containsExactly("4", "6");
    }

    @Test
    void details_that_do_not_add_up_are_one_entry() {
        receive(CamtText.notice("N1", DAY)
                .add(paid("10.00")
                        .reference("R1")
                        .detail("<Amt Ccy=\"EUR\">4.00</Amt>")
                        .detail("<Amt Ccy=\"EUR\">4.00</Amt>")));
        assertThat(entries()).singleElement().satisfies(entry -> {
            assertThat(entry.amount().decimal()).isEqualByComparingTo("10");
            assertThat(entry.details()).isEqualTo(2);
        });
    }

    @Test
    void an_entry_that_may_be_either_of_two_stays_open_and_is_never_credited() {
        expect("INV1");
        profile = profile("eur-main", CamtText.IBAN, "EUR", "camt.053");
        receive(CamtText.notice("N1", DAY)
                .add(paid("7.00").reference("R1").remittance("Eve", "INV1"))
                .add(paid("7.00").reference("R2").remittance("Bob", "INV1")));
        receive(CamtText.statement("S1", 1, DAY)
                .opening("0.00")
                .add(paid("7.00").remittance("Somebody", "INV1"))
                .closing("7.00"));
        assertThat(entries()).hasSize(3);
        assertThat(entries().getLast().match()).isEqualTo(new Match(Match.Kind.AMBIGUOUS, null));
        assertThat(breakKinds()).contains(BreakKind.CREDIT_OPEN);
        assertThat(credits()).isEmpty();
    }

    @Test
    void as_many_bookings_as_there_are_candidates_are_the_same_ones() {
        receive(CamtText.notice("N1", DAY)
                .add(paid("7.00").reference("R1").remittance("Eve", "a"))
                .add(paid("7.00").reference("R2").remittance("Bob", "b")));
        receive(CamtText.statement("S1", 1, DAY)
                .opening("0.00")
                .add(paid("7.00"))
                .add(paid("7.00"))
                .closing("14.00"));
        assertThat(entries()).hasSize(2).allMatch(StoredEntry::isStated);
    }

    @Test
    void a_debit_that_pays_a_payout_is_booked_once_and_others_are_open() {
        payouts.ids.add("E2E1");
        receive(CamtText.notice("N1", DAY)
                .add(paid("-7.00").reference("R1").detail("<Refs><EndToEndId>E2E1</EndToEndId></Refs>")));
        receive(CamtText.statement("S1", 1, DAY)
                .opening("0.00")
                .add(paid("-7.00").reference("R1").detail("<Refs><EndToEndId>E2E1</EndToEndId></Refs>"))
                .add(paid("-9.00").reference("R2"))
                .closing("-16.00"));
        assertThat(payouts.entries).filteredOn(BankEntry::booked).hasSize(2);
        assertThat(entries().getFirst().match()).isEqualTo(new Match(Match.Kind.PAYOUT, null));
        assertThat(breaks()).singleElement().satisfies(each -> {
            assertThat(each.kind()).isEqualTo(BreakKind.DEBIT_OPEN);
            assertThat(each.amount()).isEqualByComparingTo("-9");
        });
    }

    @Test
    void a_pending_debit_of_a_payout_is_told_again_when_it_is_booked() {
        payouts.ids.add("E2E1");
        var detail = "<Refs><EndToEndId>E2E1</EndToEndId></Refs>";
        receive(CamtText.report("P1", DAY)
                .add(paid("-7.00").reference("R1").pending().detail(detail)));
        receive(CamtText.report("P2", DAY).add(paid("-7.00").reference("R1").detail(detail)));
        receive(CamtText.notice("N1", DAY).add(paid("-7.00").reference("R1").detail(detail)));
        assertThat(payouts.entries).extracting(BankEntry::booked).containsExactly(false, true);
    }

    @Test
    void charges_interest_and_transfers_between_our_accounts_are_known_by_code_and_account() {
        receive(CamtText.statement("S1", 1, DAY)
                .opening("0.00")
                .add(paid("-1.00").reference("R1").code("ACMT", "MDOP", "CHRG"))
                .add(paid("-2.00").reference("R2").code("ACMT", "MDOP", "INTR"))
                .add(paid("-3.00").reference("R3").code("ACMT", "MDOP", "OTHR"))
                .add(paid("-4.00")
                        .reference("R4")
                        .detail("<RltdPties><CdtrAcct><Id><IBAN>DE75512108001245126199</IBAN></Id></CdtrAcct>"
                                + "</RltdPties>"))
                .closing("-10.00"));
        assertThat(entries())
                .extracting(each -> each.match() == null ? null : each.match().kind())
                .containsExactly(Match.Kind.CHARGE, Match.Kind.INTEREST, null, Match.Kind.TRANSFER);
        assertThat(breakKinds()).containsExactly(BreakKind.CHARGE_UNEXPLAINED, BreakKind.DEBIT_OPEN);
        assertThat(db.database().inTx(tx -> dev.sluice.rail.Charges.unbooked(tx, 10)).stream()
                        .map(each -> each.amount().decimal().toPlainString()))
                .containsExactlyInAnyOrder("1", "2");
    }

    @Test
    void a_break_that_a_person_closed_stays_closed_when_another_source_confirms() {
        receive(CamtText.notice("N1", DAY).add(paid("-9.00").reference("R2")));
        var open = breaks().getFirst();
        db.database().run(tx -> new BankBreaks(vault, clocks).close(tx, open.id(), "rent", "Ann"));
        receive(CamtText.statement("S1", 1, DAY)
                .opening("0.00")
                .add(paid("-9.00").reference("R2"))
                .closing("-9.00"));
        assertThat(breaks()).isEmpty();
    }

    @Test
    void a_fault_of_a_payout_is_the_only_break_of_its_entry() {
        payouts.faults.put("E2E1", "AMOUNT_DIFFERS");
        receive(CamtText.notice("N1", DAY)
                .add(paid("-7.00").reference("R1").detail("<Refs><EndToEndId>E2E1</EndToEndId></Refs>")));
        assertThat(breakKinds()).containsExactly(BreakKind.AMOUNT_DIFFERS);
        assertThat(entries().getFirst().isOpen()).isTrue();
    }

    @Test
    void thousands_of_entries_with_and_without_references_are_applied_and_confirmed() {
        int count = 3_000;
        var statement = CamtText.statement("S1", 1, DAY).opening("0.00");
        var notice = CamtText.notice("N1", DAY);
        for (int at = 0; at < count; at++) {
            var entry = paid("1.00").remittance("Eve", "payment " + at / 2);
            notice.add(at % 3 == 0 ? entry : entry.reference("R" + at));
            statement.add(at % 3 == 0 ? entry : entry.reference("R" + at));
        }
        assertThat(receive(notice).state()).isEqualTo(State.APPLIED);
        assertThat(receive(statement.closing(count + ".00")).state()).isEqualTo(State.APPLIED);
        assertThat(entries()).hasSize(count).allMatch(StoredEntry::isStated);
    }
}
