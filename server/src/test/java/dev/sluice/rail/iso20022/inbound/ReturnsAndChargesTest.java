package dev.sluice.rail.iso20022.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Charge;
import dev.sluice.rail.Charges;
import dev.sluice.rail.iso20022.inbound.CamtText.EntryText;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Match;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Breaks of returns of less than a payout, and the posting of charges and interest.
class ReturnsAndChargesTest extends InboundCase {
    private static final String DAY = "2026-03-02";
    private static final Asset EUR = Asset.fiat("EUR", 2);

    private static EntryText returned(String amount, String reference) {
        return EntryText.of(amount)
                .reference(reference)
                .detail("<Refs><EndToEndId>E2E1</EndToEndId></Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>");
    }

    private void missing(String amount) {
        payouts.ids.add("E2E1");
        payouts.missing.put("E2E1", Money.exactly(new BigDecimal(amount), EUR));
    }

    private List<String> charges() {
        return db.database().inTx(tx -> Charges.unbooked(tx, 10)).stream()
                .map(each -> each.kind() + " " + each.amount().decimal().toPlainString())
                .toList();
    }

    @Test
    void a_short_return_is_a_break_of_what_is_missing() {
        missing("0.50");
        receive(CamtText.notice("N1", DAY).add(returned("11.50", "R1")));
        assertThat(breaks()).singleElement().satisfies(open -> {
            assertThat(open.kind()).isEqualTo(BreakKind.RETURN_SHORT);
            assertThat(open.amount()).isEqualByComparingTo("0.50");
        });
    }

    @Test
    void the_break_closes_when_the_rest_comes_back() {
        missing("0.50");
        receive(CamtText.notice("N1", DAY).add(returned("11.50", "R1")));
        payouts.missing.clear();
        receive(CamtText.notice("N2", DAY).add(returned("0.50", "R2")));
        assertThat(breaks()).isEmpty();
        assertThat(entries()).extracting(StoredEntry::fault).containsOnlyNulls();
        assertThat(faults()).isEmpty();
    }

    @Test
    void a_further_part_moves_the_break_to_what_is_still_missing() {
        missing("3.00");
        receive(CamtText.notice("N1", DAY).add(returned("9.00", "R1")));
        missing("1.00");
        receive(CamtText.notice("N2", DAY).add(returned("2.00", "R2")));
        assertThat(breaks()).singleElement().satisfies(open -> {
            assertThat(open.amount()).isEqualByComparingTo("1");
            assertThat(open.subject())
                    .isEqualTo(BankBreak.entry(entries().getLast().id()));
        });
    }

    @Test
    void a_short_return_in_a_notice_and_in_the_statement_is_one() {
        missing("0.50");
        receive(CamtText.notice("N1", DAY).add(returned("11.50", "R1")));
        receive(CamtText.statement("S1", 1, DAY)
                .opening("0.00")
                .add(returned("11.50", "R1"))
                .closing("11.50"));
        assertThat(payouts.entries).hasSize(1);
        assertThat(breakKinds()).containsExactly(BreakKind.RETURN_SHORT);
    }

    @Test
    void a_charge_that_names_a_payout_is_a_charge() {
        payouts.ids.add("E2E1");
        receive(CamtText.notice("N1", DAY)
                .add(EntryText.of("-0.35")
                        .reference("R1")
                        .code("PMNT", "ICDT", "CHRG")
                        .detail("<Refs><EndToEndId>E2E1</EndToEndId></Refs>")));
        assertThat(payouts.entries).isEmpty();
        assertThat(entries().getFirst().match()).isEqualTo(new Match(Match.Kind.CHARGE, null));
        assertThat(charges()).containsExactly("CHARGE 0.35");
    }

    @Test
    void a_charge_that_is_taken_back_and_interest_that_is_paid_post_back() {
        receive(CamtText.statement("S1", 1, DAY)
                .opening("0.00")
                .add(EntryText.of("-1.00").reference("R1").code("ACMT", "MDOP", "CHRG"))
                .add(EntryText.of("1.00").reference("R2").code("ACMT", "MDOP", "CHRG").reversal())
                .add(EntryText.of("2.00").reference("R3").code("ACMT", "MCOP", "INTR"))
                .closing("2.00"));
        assertThat(charges()).containsExactlyInAnyOrder("CHARGE 1", "CHARGE -1", "INTEREST -2");
        assertThat(breakKinds()).isEmpty();
    }

    @Test
    void a_charge_in_a_notice_and_in_the_statement_is_posted_once() {
        var charge = EntryText.of("-1.00").reference("R1").code("ACMT", "MDOP", "CHRG");
        receive(CamtText.notice("N1", DAY).add(charge));
        receive(CamtText.statement("S1", 1, DAY).opening("0.00").add(charge).closing("-1.00"));
        assertThat(charges()).containsExactly(Charge.Kind.CHARGE + " 1");
    }
}
