package dev.sluice.rail.iso20022.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.iso20022.QrReference;
import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.iso20022.inbound.CamtText.EntryText;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Credits that become incoming payments: once, from one source, for one destination.
class DepositCreditTest extends InboundCase {
    private static final String DAY = "2026-03-02";
    private static final String RF = "RF18539007547034";

    private static CamtText statement(EntryText entry) {
        return CamtText.statement("S1", 1, DAY).opening("0.00").add(entry).closing(entry.amount());
    }

    @ParameterizedTest
    @CsvSource({"RF18539007547034", "RF18 5390 0754 7034", "rf18 5390 0754 7034", " Rf18539007547034 "})
    void a_creditor_reference_is_found_with_spaces_and_in_any_case(String written) {
        expect(RF);
        receive(statement(EntryText.of("50.00").reference("R1").structured("Eve Payer", written)));
        assertThat(credits()).containsExactly("50 " + RF);
        assertThat(breaks()).isEmpty();
    }

    @Test
    void a_creditor_reference_in_groups_within_the_text_is_found() {
        expect(RF);
        receive(statement(EntryText.of("50.00").reference("R1").remittance("Eve", "invoice of rf18 5390 0754 7034")));
        assertThat(credits()).containsExactly("50 " + RF);
    }

    @Test
    void a_payment_keeps_its_payer_text_and_key() {
        expect("INV-2026-7");
        receive(statement(EntryText.of("50.00")
                .reference("R1")
                .detail("<RltdPties><Dbtr><Nm>Eve</Nm></Dbtr><DbtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id>"
                        + "</DbtrAcct></RltdPties><RmtInf><Ustrd>pays inv-2026-7</Ustrd></RmtInf>")));
        var entry = entries().getFirst();
        IncomingPayment payment = db.database()
                .read(handle -> payments.find(handle, "bank-eur-main", entry.key()))
                .orElseThrow();
        assertThat(payment.destination().text()).isEqualTo("EUR:EUR_BANK:INV-2026-7");
        assertThat(payment.amount().decimal()).isEqualByComparingTo("50");
        assertThat(payment.payer().name()).isEqualTo("Eve");
        assertThat(payment.payer().accountNumber()).isEqualTo("DE02120300000000202051");
        assertThat(payment.note()).isEqualTo("pays inv-2026-7");
    }

    @Test
    void a_reference_that_the_bank_cut_inside_the_word_is_found() {
        expect("SLUICE4711");
        var line = "Payment for our order of yesterday SLUICE4711";
        receive(statement(
                EntryText.of("50.00").reference("R1").remittance("Eve", line.substring(0, 38), line.substring(38))));
        assertThat(credits()).containsExactly("50 SLUICE4711");
    }

    @Test
    void a_reference_is_found_in_lines_of_35_characters_and_in_lines_that_end_with_a_word() {
        expect("SLUICE4711");
        var line = "Payment for the order of Monday SLUICE4711 thanks";
        receive(statement(
                EntryText.of("50.00").reference("R1").remittance("Eve", line.substring(0, 35), line.substring(35))));
        receive(CamtText.statement("S2", 2, "2026-03-03")
                .opening("50.00")
                .add(EntryText.of("5.00").reference("R2").remittance("Eve", "SLUICE4711", "thanks"))
                .closing("55.00"));
        assertThat(credits()).containsExactly("50 SLUICE4711", "5 SLUICE4711");
    }

    @Test
    void two_references_in_a_text_match_none() {
        expect("INV1");
        expect("INV2");
        receive(statement(EntryText.of("50.00").reference("R1").remittance("Eve", "INV1 and INV2")));
        assertThat(credits()).isEmpty();
        assertThat(breakKinds()).containsExactly(BreakKind.CREDIT_OPEN);
    }

    @Test
    void a_part_of_a_word_is_no_reference() {
        expect("INV1");
        receive(statement(EntryText.of("50.00").reference("R1").remittance("Eve", "INV12 XINV1")));
        assertThat(credits()).isEmpty();
    }

    @Test
    void a_virtual_account_comes_before_the_text() {
        expect("DE89370400440532990007");
        expect("INV1");
        receive(statement(EntryText.of("50.00")
                .reference("R1")
                .detail("<RltdPties><CdtrAcct><Id><IBAN>DE89370400440532990007</IBAN></Id></CdtrAcct></RltdPties>"
                        + "<RmtInf><Ustrd>INV1</Ustrd></RmtInf>")));
        assertThat(credits()).containsExactly("50 DE89370400440532990007");
    }

    @Test
    void a_valid_creditor_reference_that_nobody_has_is_a_payment_to_review() {
        receive(statement(EntryText.of("50.00").reference("R1").structured("Eve", RF)));
        assertThat(credits()).containsExactly("50 " + RF);
    }

    @Test
    void a_wrong_creditor_reference_and_a_text_without_one_stay_open() {
        receive(statement(EntryText.of("50.00").reference("R1").structured("Eve", "RF19539007547034")));
        assertThat(credits()).isEmpty();
        assertThat(breakKinds()).containsExactly(BreakKind.CREDIT_OPEN);
    }

    @Test
    void a_notice_and_then_a_statement_credit_once() {
        profile = profile("eur-main", CamtText.IBAN, "EUR", "camt.054");
        expect("INV1");
        var entry = EntryText.of("50.00").reference("R1").remittance("Eve", "INV1");
        receive(CamtText.notice("N1", DAY).add(entry));
        assertThat(credits()).containsExactly("50 INV1");
        receive(statement(entry));
        assertThat(credits()).containsExactly("50 INV1");
        assertThat(breaks()).isEmpty();
    }

    @Test
    void a_statement_and_then_the_notice_that_credits_credit_once() {
        profile = profile("eur-main", CamtText.IBAN, "EUR", "camt.054");
        expect("INV1");
        var entry = EntryText.of("50.00").reference("R1").remittance("Eve", "INV1");
        receive(statement(entry));
        assertThat(credits()).isEmpty();
        assertThat(breakKinds()).containsExactly(BreakKind.CREDIT_OPEN);
        receive(CamtText.notice("N1", DAY).add(entry));
        receive(CamtText.notice("N2", DAY).add(entry));
        assertThat(credits()).containsExactly("50 INV1");
        assertThat(breaks()).isEmpty();
    }

    @Test
    void a_notice_does_not_credit_if_the_statement_does() {
        expect("INV1");
        var entry = EntryText.of("50.00").reference("R1").remittance("Eve", "INV1");
        receive(CamtText.notice("N1", DAY).add(entry));
        assertThat(credits()).isEmpty();
        assertThat(breaks()).isEmpty();
        receive(statement(EntryText.of("50.00").reference("R1")));
        assertThat(credits()).as("the text of the notice").containsExactly("50 INV1");
    }

    @Test
    void an_entry_without_a_reference_is_credited_from_the_statement_only() {
        profile = profile("eur-main", CamtText.IBAN, "EUR", "camt.054");
        expect("INV1");
        var entry = EntryText.of("50.00").remittance("Eve", "INV1");
        receive(CamtText.notice("N1", DAY).add(entry));
        assertThat(credits()).isEmpty();
        receive(statement(entry));
        assertThat(credits()).containsExactly("50 INV1");
    }

    @Test
    void a_statement_without_references_never_credits_what_a_notice_credited_on_another_day() {
        profile = profile("eur-main", CamtText.IBAN, "EUR", "camt.054");
        expect("INV1");
        receive(CamtText.notice("N1", "2026-03-01")
                .add(EntryText.of("50.00").reference("R1").remittance("Eve", "INV1")));
        receive(statement(EntryText.of("50.00").remittance("Eve", "INV1")));
        assertThat(credits()).containsExactly("50 INV1");
        assertThat(breakKinds()).containsExactlyInAnyOrder(BreakKind.CREDIT_OPEN, BreakKind.NOTICE_NOT_STATED);
    }

    @Test
    void equal_payments_of_a_statement_are_both_credited() {
        expect("INV1");
        var entry = EntryText.of("50.00").remittance("Eve", "INV1");
        receive(CamtText.statement("S1", 1, DAY)
                .opening("0.00")
                .add(entry)
                .add(entry)
                .closing("100.00"));
        assertThat(credits()).containsExactly("50 INV1", "50 INV1");
    }

    @Test
    void pending_entries_returns_and_reversals_are_never_credited() {
        expect("INV1");
        receive(CamtText.statement("S1", 1, DAY)
                .opening("0.00")
                .add(EntryText.of("50.00").reference("R1").pending().remittance("Eve", "INV1"))
                .add(EntryText.of("60.00").reference("R2").reversal().remittance("Eve", "INV1"))
                .add(EntryText.of("70.00")
                        .reference("R3")
                        .detail("<RmtInf><Ustrd>INV1</Ustrd></RmtInf><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>"))
                .closing("130.00"));
        assertThat(credits()).isEmpty();
        assertThat(breakKinds()).containsExactly(BreakKind.CREDIT_OPEN, BreakKind.CREDIT_OPEN);
    }

    @Test
    void a_credit_that_no_statement_has_is_the_gravest_break_until_one_has_it() {
        profile = profile("eur-main", CamtText.IBAN, "EUR", "camt.054");
        expect("INV1");
        receive(CamtText.notice("N1", DAY)
                .add(EntryText.of("50.00").reference("R1").remittance("Eve", "INV1")));
        receive(CamtText.statement("S1", 1, DAY).opening("0.00").closing("0.00"));
        assertThat(breakKinds()).containsExactly(BreakKind.NOTICE_NOT_STATED);
        receive(CamtText.statement("S2", 2, "2026-03-03")
                .opening("0.00")
                .add(EntryText.of("50.00").reference("R1"))
                .closing("50.00"));
        assertThat(breaks()).isEmpty();
    }

    @Test
    void a_reversal_that_names_a_credit_takes_it_back() {
        expect("INV1");
        receive(statement(EntryText.of("50.00").reference("R1").remittance("Eve", "INV1")));
        receive(CamtText.statement("S2", 2, "2026-03-03")
                .opening("50.00")
                .add(EntryText.of("-50.00").reference("R1").reversal())
                .closing("0.00"));
        assertThat(credits()).containsExactly("50 INV1 gone");
        assertThat(entries().getFirst().reversedBy())
                .isEqualTo(entries().getLast().id());
        assertThat(breaks()).isEmpty();
        assertThat(faults()).isEmpty();
    }

    @Test
    void a_reversal_of_another_amount_or_of_nothing_of_ours_stays_open() {
        expect("INV1");
        receive(statement(EntryText.of("50.00").reference("R1").remittance("Eve", "INV1")));
        receive(CamtText.statement("S2", 2, "2026-03-03")
                .opening("50.00")
                .add(EntryText.of("-40.00").reference("R1").reversal())
                .add(EntryText.of("-10.00").reference("R2").reversal())
                .closing("0.00"));
        assertThat(credits()).containsExactly("50 INV1");
        assertThat(breakKinds()).containsExactly(BreakKind.DEBIT_OPEN, BreakKind.DEBIT_OPEN);
    }

    @Test
    void a_reversal_that_comes_before_the_credit_that_it_names_takes_it_back() {
        profile = profile("eur-main", CamtText.IBAN, "EUR", "camt.054");
        expect("INV1");
        receive(CamtText.notice("N2", "2026-03-03")
                .add(EntryText.of("-50.00").reference("R1").reversal()));
        assertThat(breakKinds()).containsExactly(BreakKind.DEBIT_OPEN);
        receive(CamtText.notice("N1", DAY)
                .add(EntryText.of("50.00").reference("R1").remittance("Eve", "INV1")));
        assertThat(credits()).containsExactly("50 INV1 gone");
        assertThat(breaks()).isEmpty();
    }

    @Test
    void one_reversal_takes_back_one_of_two_equal_credits_or_none() {
        expect("INV1");
        var entry = EntryText.of("50.00").reference("R1").remittance("Eve", "INV1");
        receive(CamtText.statement("S1", 1, DAY)
                .opening("0.00")
                .add(entry)
                .add(entry)
                .closing("100.00"));
        receive(CamtText.statement("S2", 2, "2026-03-03")
                .opening("100.00")
                .add(EntryText.of("-50.00").reference("R1").reversal())
                .closing("50.00"));
        assertThat(credits()).as("nobody knows which one").containsExactly("50 INV1", "50 INV1");
        assertThat(breakKinds()).containsExactly(BreakKind.DEBIT_OPEN);
    }

    @ParameterizedTest
    @CsvSource({"210000000003139471430009017", "21 00000 00003 13947 14300 09017"})
    void a_qr_reference_is_valid_by_its_check_digit(String written) {
        assertThat(QrReference.parse(written)).contains("210000000003139471430009017");
        assertThat(QrReference.parse(written.replace('7', '8'))).isEmpty();
    }

    @Test
    void a_qr_reference_is_a_destination_with_a_qr_iban_only() {
        var text = EntryText.of("50.00").reference("R1").structured("Eve", "21 00000 00003 13947 14300 09017");
        receive(statement(text));
        assertThat(credits()).isEmpty();
        var swiss = profile("ch", "CH9300762011623852957", "CHF", "camt.053");
        open.add(new Destination("CHF", "CHF_BANK", "210000000003139471430009017"));
        var bytes = new String(
                        statement(text).ofAccount("CH9300762011623852957").bytes(), StandardCharsets.UTF_8)
                .replace("EUR", "CHF");
        receive(swiss, bytes.getBytes(StandardCharsets.UTF_8));
        assertThat(credits()).containsExactly("50 210000000003139471430009017");
    }
}
