package dev.sluice.rail.iso20022.payout;

import static dev.sluice.rail.iso20022.payout.TestAccount.debit;
import static dev.sluice.rail.iso20022.payout.TestAccount.entry;
import static dev.sluice.rail.iso20022.payout.TestAccount.id;
import static dev.sluice.rail.iso20022.payout.TestAccount.returned;
import static dev.sluice.rail.iso20022.payout.TestAccount.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.iso20022.BankFiles;
import dev.sluice.iso20022.Message.OutboundMessage;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.iso20022.decision.DecisionKind;
import dev.sluice.rail.iso20022.inbound.PayoutBook.Match;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BankPayoutsTest {
    private TestAccount account;

    @BeforeEach
    void open(@TempDir Path root) throws Exception {
        account = TestAccount.in(root);
    }

    @AfterEach
    void close() {
        account.close();
    }

    private Instruction sent(String amount) {
        var instruction = account.instruction(amount);
        account.rail().submit(List.of(instruction));
        account.send();
        return instruction;
    }

    @Test
    void orders_leave_in_one_file_with_their_sum() throws Exception {
        var instructions = List.of(account.instruction("10.10"), account.instruction("20.20"));
        assertThat(account.rail().submit(instructions)).allMatch(Outcome.Accepted.class::isInstance);
        account.send();
        var files = account.files("out");
        assertThat(files).hasSize(1);
        try (var in = Files.newInputStream(files.getFirst())) {
            var message = (OutboundMessage) BankFiles.read(in).messages().getFirst();
            assertThat(message.transactions()).isEqualTo(2);
            assertThat(message.sum()).isEqualByComparingTo(new BigDecimal("30.30"));
        }
        assertThat(Files.readString(files.getFirst())).contains("Juergen Mueller", id(instructions.getFirst()));
        account.send();
        assertThat(account.files("out")).isEqualTo(files);
    }

    @Test
    void a_booked_debit_settles_a_payout_and_nothing_else_does() {
        var instruction = sent("12.00");
        assertThat(account.status("ACCP", null)).isEmpty();
        assertThat(account.status("ACSC", null)).isEmpty();
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Accepted.class);
        assertThat(account.entries(debit(id(instruction), "12.00")))
                .containsExactly(new Match(Match.Kind.PAYOUT, null));
        assertThat(account.outcome(instruction))
                .isInstanceOfSatisfying(
                        Outcome.Settled.class,
                        settled -> assertThat(settled.railReference()).isEqualTo("BANK-1"));
        assertThat(account.reports()).hasSize(1).allMatch(Outcome.Settled.class::isInstance);
    }

    @Test
    void a_debit_of_another_amount_is_uncertain() {
        var instruction = sent("12.00");
        assertThat(account.entries(debit(id(instruction), "12.01")))
                .containsExactly(new Match(Match.Kind.PAYOUT, "AMOUNT_DIFFERS"));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Unknown.class);
        assertThat(account.reports()).isEmpty();
    }

    @Test
    void a_second_debit_of_a_payout_is_found() {
        var instruction = sent("12.00");
        account.entries(debit(id(instruction), "12.00"));
        assertThat(account.entries(debit(id(instruction), "12.00")))
                .containsExactly(new Match(Match.Kind.PAYOUT, "BOOKED_TWICE"));
    }

    @Test
    void two_debits_of_a_payout_in_one_file_are_found() {
        var instruction = sent("12.00");
        assertThat(account.entries(debit(id(instruction), "12.00"), debit(id(instruction), "12.00")))
                .extracting(Match::fault)
                .containsExactly(null, "BOOKED_TWICE");
        assertThat(account.reports()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"AC04, ACCOUNT_CLOSED", "AC01, ACCOUNT_INVALID", "RR04, COMPLIANCE_REJECTED", "XX99, BANK_REJECTED"})
    void a_rejected_transaction_fails_with_its_reason(String reason, FailureCode code) {
        var instruction = sent("12.00");
        account.status("PART", null, transaction(instruction, "RJCT", reason));
        assertThat(account.outcome(instruction)).isInstanceOfSatisfying(Outcome.Rejected.class, rejected -> {
            assertThat(rejected.code()).isEqualTo(code);
            assertThat(rejected.message()).contains(reason);
        });
    }

    @Test
    void transactions_that_a_partly_accepted_file_does_not_name_stay_accepted() {
        var named = account.instruction("1.00");
        var other = account.instruction("2.00");
        account.rail().submit(List.of(named, other));
        account.send();
        account.status("PART", null, transaction(named, "RJCT", "AC04"));
        assertThat(account.outcome(named)).isInstanceOf(Outcome.Rejected.class);
        assertThat(account.outcome(other)).isInstanceOf(Outcome.Accepted.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"AM05", "DUPL", "DU01", "DU05"})
    void a_rejected_duplicate_may_have_been_paid(String reason) {
        var instruction = sent("12.00");
        account.status("RJCT", reason);
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Unknown.class);
        account.entries(debit(id(instruction), "12.00"));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Settled.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"AM04", "AG02", "FF05"})
    void a_file_that_is_rejected_for_our_account_is_uncertain_and_reported(String reason) {
        var instruction = sent("12.00");
        account.status("RJCT", reason);
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Unknown.class);
        assertThat(account.alerts()).hasSize(1);
    }

    @Test
    void a_booking_after_a_rejection_is_reported() {
        var instruction = sent("12.00");
        account.status("PART", null, transaction(instruction, "RJCT", "AC04"));
        account.reports();
        account.entries(debit(id(instruction), "12.00"));
        assertThat(account.reports()).hasSize(1).allMatch(Outcome.Settled.class::isInstance);
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Rejected.class);
    }

    @Test
    void a_debit_for_a_whole_file_settles_its_payouts() {
        var instructions = List.of(account.instruction("10.10"), account.instruction("20.20"));
        account.rail().submit(instructions);
        account.send();
        assertThat(account.entries(entry("30.30", false, null, null, account.msgId(), 2)))
                .containsExactly(new Match(Match.Kind.PAYOUT, null));
        assertThat(instructions).allMatch(each -> account.outcome(each) instanceof Outcome.Settled);
    }

    @Test
    void a_debit_for_a_whole_file_of_another_sum_settles_nothing() {
        var instructions = List.of(account.instruction("10.10"), account.instruction("20.20"));
        account.rail().submit(instructions);
        account.send();
        assertThat(account.entries(entry("30.31", false, null, null, account.msgId(), 2)))
                .containsExactly(new Match(Match.Kind.PAYOUT, "LUMP_DIFFERS"));
        assertThat(instructions).allMatch(each -> account.outcome(each) instanceof Outcome.Accepted);
    }

    @Test
    void a_debit_for_a_whole_file_leaves_out_rejected_payouts() {
        var rejected = account.instruction("10.10");
        var paid = account.instruction("20.20");
        account.rail().submit(List.of(rejected, paid));
        account.send();
        account.status("PART", null, transaction(rejected, "RJCT", "AC04"));
        account.entries(entry("20.20", false, null, null, account.msgId(), 1));
        assertThat(account.outcome(paid)).isInstanceOf(Outcome.Settled.class);
        assertThat(account.outcome(rejected)).isInstanceOf(Outcome.Rejected.class);
    }

    @Test
    void a_return_takes_a_payout_back_even_before_its_debit_is_seen() {
        var instruction = sent("12.00");
        assertThat(account.entries(returned(id(instruction), "12.00", "AC04")))
                .containsExactly(new Match(Match.Kind.RETURN, null));
        assertThat(account.outcome(instruction)).isInstanceOfSatisfying(Outcome.Returned.class, returned -> {
            assertThat(returned.code()).isEqualTo(FailureCode.ACCOUNT_CLOSED);
            assertThat(returned.amount()).isEqualTo(instruction.amount());
        });
        assertThat(account.reports()).hasSize(2);
    }

    @Test
    void a_credit_that_only_carries_our_id_is_no_return() {
        var instruction = sent("12.00");
        assertThat(account.entries(entry("0.01", true, null, id(instruction), null, 1)))
                .containsExactly(Match.NONE);
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Accepted.class);
    }

    @Test
    void silence_becomes_uncertainty_and_never_a_failure() {
        var instruction = sent("12.00");
        account.acknowledge(account.msgId());
        account.pass(Duration.ofHours(23));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Accepted.class);
        account.pass(Duration.ofHours(2));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Unknown.class);
        account.pass(Duration.ofDays(400));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Unknown.class);
    }

    /// The bank said yes and booked nothing, or its debit for a whole file differs.
    @Test
    void a_payment_that_the_bank_accepted_and_does_not_book_is_uncertain_after_its_days() {
        var instruction = sent("12.00");
        account.status("ACSC", null);
        account.pass(Duration.ofDays(2));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Accepted.class);
        account.pass(Duration.ofDays(1));
        assertThat(account.outcome(instruction))
                .isInstanceOfSatisfying(
                        Outcome.Unknown.class,
                        unknown -> assertThat(unknown.reason()).contains("2026-12-03"));
        account.entries(debit(id(instruction), "12.00"));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Settled.class);
    }

    @Test
    void ids_that_the_database_does_not_know_are_returned() {
        var instruction = sent("12.00");
        assertThat(account.statusOf("MUNKNOWN", "ACTC", null)).containsExactly("MUNKNOWN");
        assertThat(account.status("ACTC", null, transaction(account.instruction("1.00"), "ACSC", null)))
                .hasSize(1);
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Accepted.class);
    }

    @Test
    void a_debit_for_an_order_that_was_never_sent_stops_the_rail() {
        var queued = account.instruction("1.00");
        account.rail().submit(List.of(queued));
        assertThat(account.entries(debit(id(queued), "1.00")))
                .containsExactly(new Match(Match.Kind.PAYOUT, "BOOKED_NOT_INSTRUCTED"));
        assertThat(account.rails().stopped())
                .singleElement()
                .satisfies(stop -> assertThat(stop.reason()).contains(id(queued)));
        assertThat(account.statusOf("MOTHER", "PART", null, transaction(queued, "ACSC", null)))
                .contains(id(queued));
        assertThat(account.outcome(queued)).isInstanceOf(Outcome.Unknown.class);
        account.send();
        assertThat(account.files("out")).as("even if the rail is started").isEmpty();
        account.decide(DecisionKind.RESOLVE_PAYOUT, queued.payout().payoutId().toString(), "paid");
        assertThat(account.outcome(queued)).isInstanceOf(Outcome.Settled.class);
    }

    @Test
    void a_queued_order_can_be_cancelled_and_a_sent_one_cannot() {
        var queued = account.instruction("1.00");
        account.rail().submit(List.of(queued));
        assertThat(account.rail().cancel(queued.payout())).isEqualTo(Cancellation.CANCELLED);
        account.send();
        assertThat(account.files("out")).isEmpty();
        assertThat(account.outcome(queued)).isEqualTo(new Outcome.Stopped());
        var sent = sent("2.00");
        assertThat(account.rail().cancel(sent.payout())).isEqualTo(Cancellation.REFUSED);
    }

    @Test
    void a_payment_that_the_bank_cancelled_is_reported_as_stopped() {
        var instruction = sent("1.00");
        account.status(null, null, transaction(instruction, "CANC", null));
        assertThat(account.reports()).containsExactly(new Outcome.Stopped());
    }

    @ParameterizedTest
    @CsvSource({
        "60000.00, DE75512108001245126199, Ana, over the limit",
        "1.00, GB33BUKB20201555555555x, Ana, pays to no account",
        "1.00, DE75512108001245126199, 株式会社, creditor.name"
    })
    void an_order_that_breaks_a_rule_of_the_bank_is_rejected_before_it_is_sent(
            String amount, String number, String name, String message) {
        var instruction = account.instruction(amount, number.replace("x", ""), name);
        if (number.endsWith("x")) {
            instruction = account.instruction(amount, "SA0380000000608010167519", name);
        }
        assertThat(account.rail().submit(List.of(instruction)).getFirst())
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.message()).contains(message));
        account.send();
        assertThat(account.files("out")).isEmpty();
    }
}
