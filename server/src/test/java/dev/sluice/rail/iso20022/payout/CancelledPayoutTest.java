package dev.sluice.rail.iso20022.payout;

import static dev.sluice.rail.iso20022.payout.TestAccount.ANA;
import static dev.sluice.rail.iso20022.payout.TestAccount.debit;
import static dev.sluice.rail.iso20022.payout.TestAccount.id;
import static dev.sluice.rail.iso20022.payout.TestAccount.returned;
import static dev.sluice.rail.iso20022.payout.TestAccount.transaction;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.rail.Cancellation;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.iso20022.transport.FileTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Cancellation of payouts in files: void files and recalls.
class CancelledPayoutTest {
    private TestAccount account;

    @BeforeEach
    void open(@TempDir Path root) throws Exception {
        account = TestAccount.promising(root, "recall: camt.055\n");
    }

    @AfterEach
    void close() {
        account.close();
    }

    private Cancellation cancel(Instruction instruction) {
        return account.rail().cancel(instruction.payout());
    }

    /// Returns the file that asks the bank to cancel a payout.
    private String recall() {
        return account.msgIds().getLast();
    }

    @Test
    void a_payout_of_a_file_that_was_never_sent_is_cancelled_and_the_others_are_sealed_anew() throws Exception {
        var cancelled = account.instruction("1.00");
        var other = account.instruction("2.00");
        account.rail().submit(List.of(cancelled, other));
        account.node().seal();
        assertThat(cancel(cancelled)).isEqualTo(Cancellation.CANCELLED);
        assertThat(cancel(cancelled)).as("asked twice").isEqualTo(Cancellation.CANCELLED);
        account.send();
        assertThat(account.files("out")).hasSize(1);
        assertThat(Files.readString(account.files("out").getFirst()))
                .contains(id(other))
                .doesNotContain(id(cancelled));
        assertThat(account.outcome(cancelled)).isEqualTo(new Outcome.Stopped());
        assertThat(account.outcome(other)).isInstanceOf(Outcome.Accepted.class);
        assertThat(account.shown(account.msgIds().getFirst()).summary().state()).isEqualTo("void");
    }

    @Test
    void a_payout_whose_upload_has_begun_is_not_cancelled() {
        var instruction = account.instruction("1.00");
        account.rail().submit(List.of(instruction));
        var dying = account.node(() ->
                new InterruptedTransport(FileTransport.open(account.profile().transport()), true));
        dying.seal();
        assertThatThrownBy(dying::send).isInstanceOf(InterruptedTransport.Killed.class);
        assertThat(cancel(instruction)).isEqualTo(Cancellation.REFUSED);
        assertThat(account.msgIds()).as("the bank knows no such file yet").hasSize(1);
        account.pass(Duration.ofMinutes(20));
        account.send();
        assertThat(account.files("out")).hasSize(1);
    }

    @Test
    void a_payout_of_a_taken_file_is_not_cancelled() {
        var instruction = account.instruction("1.00");
        account.rail().submit(List.of(instruction));
        account.node().seal();
        account.outgoing().take(account.msgIds().getFirst(), ANA);
        assertThat(cancel(instruction)).isEqualTo(Cancellation.REFUSED);
    }

    @Test
    void a_recall_of_a_sent_payout_is_one_file() throws Exception {
        var instruction = account.sent("12.00");
        var msgId = account.msgId();
        assertThat(cancel(instruction)).isEqualTo(Cancellation.REFUSED);
        assertThat(cancel(instruction)).isEqualTo(Cancellation.REFUSED);
        account.send();
        assertThat(account.msgIds()).hasSize(2);
        var recall = account.shown(recall());
        assertThat(recall.summary().kind()).isEqualTo("recall");
        assertThat(recall.summary().state()).isEqualTo("delivered");
        assertThat(recall.payouts()).singleElement().satisfies(payout -> {
            assertThat(payout.ref()).isEqualTo(instruction.payout());
            assertThat(payout.recall()).isEqualTo("requested");
        });
        assertThat(new String(account.outgoing().content(recall()), java.nio.charset.StandardCharsets.UTF_8))
                .contains("camt.055.001.08", msgId, id(instruction), "<OrgnlInstdAmt Ccy=\"EUR\">12.00<");
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Accepted.class);
    }

    @Test
    void a_recall_that_the_bank_accepts_stops_this_payout_and_no_other() {
        var recalled = account.instruction("1.00");
        var other = account.instruction("2.00");
        account.rail().submit(List.of(recalled, other));
        account.send();
        var msgId = account.msgId();
        cancel(recalled);
        account.send();
        account.statusOf(msgId, "CNCL", null, transaction(recalled, "ACCR", null));
        assertThat(account.outcome(recalled)).isEqualTo(new Outcome.Stopped());
        assertThat(account.outcome(other)).isInstanceOf(Outcome.Accepted.class);
        assertThat(account.reports()).containsExactly(new Outcome.Stopped());
    }

    @Test
    void an_answer_that_names_no_payment_is_of_the_only_recall() {
        var first = account.instruction("1.00");
        var second = account.instruction("2.00");
        account.rail().submit(List.of(first, second));
        account.send();
        var msgId = account.msgId();
        cancel(first);
        cancel(second);
        account.send();
        account.statusOf(msgId, "CNCL", null);
        assertThat(account.reports()).as("one of two recalls is accepted").isEmpty();
        account.statusOf(msgId, "RJCR", null, transaction(second, "RJCR", "PTNA"));
        account.statusOf(msgId, "CNCL", null);
        assertThat(account.outcome(first)).isEqualTo(new Outcome.Stopped());
        assertThat(account.outcome(second)).isInstanceOf(Outcome.Accepted.class);
    }

    @Test
    void a_recall_that_the_bank_refuses_leaves_the_payout() {
        var instruction = account.sent("12.00");
        var msgId = account.msgId();
        cancel(instruction);
        account.send();
        account.statusOf(msgId, "RJCR", null, transaction(instruction, "RJCR", "PTNA"));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Accepted.class);
        assertThat(account.shown(recall()).payouts())
                .singleElement()
                .satisfies(payout -> assertThat(payout.recall()).isEqualTo("RJCR (PTNA)"));
        account.entries(debit(id(instruction), "12.00"));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Settled.class);
    }

    @Test
    void after_a_booked_debit_only_the_returned_money_counts() {
        var instruction = account.sent("12.00");
        var msgId = account.msgId();
        cancel(instruction);
        account.send();
        account.entries(debit(id(instruction), "12.00"));
        account.statusOf(msgId, "CNCL", null, transaction(instruction, "ACCR", null));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Settled.class);
        account.entries(returned(id(instruction), "12.00", "FOCR"));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Returned.class);
    }

    @Test
    void a_recall_of_a_payout_that_has_ended_is_not_sent() {
        var instruction = account.sent("12.00");
        cancel(instruction);
        account.entries(debit(id(instruction), "12.00"));
        account.send();
        assertThat(account.files("out")).hasSize(1);
        assertThat(account.shown(recall()).summary().state()).isEqualTo("void");
    }

    @Test
    void a_rejected_recall_rejects_no_payout() {
        var instruction = account.sent("12.00");
        cancel(instruction);
        account.send();
        assertThat(account.statusOf(recall(), "RJCT", "FF01")).isEmpty();
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Accepted.class);
        assertThat(account.rails().stopped()).isEmpty();
        assertThat(account.shown(recall()).summary().status()).isEqualTo("RJCT");
    }

    @Test
    void a_bank_without_recalls_gets_none(@TempDir Path root) throws Exception {
        try (var plain = TestAccount.in(root)) {
            var instruction = plain.sent("1.00");
            assertThat(plain.rail().cancel(instruction.payout())).isEqualTo(Cancellation.REFUSED);
            assertThat(plain.msgIds()).hasSize(1);
        }
    }
}
