package dev.sluice.rail.iso20022.payout;

import static dev.sluice.rail.iso20022.payout.TestAccount.ANA;
import static dev.sluice.rail.iso20022.payout.TestAccount.BEN;
import static dev.sluice.rail.iso20022.payout.TestAccount.debit;
import static dev.sluice.rail.iso20022.payout.TestAccount.id;
import static dev.sluice.rail.iso20022.payout.TestAccount.refusal;
import static dev.sluice.rail.iso20022.payout.TestAccount.request;
import static dev.sluice.rail.iso20022.payout.TestAccount.transaction;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.iso20022.BankFiles;
import dev.sluice.iso20022.Message.OutboundMessage;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.iso20022.decision.DecisionKind;
import dev.sluice.rail.iso20022.transport.FileTransport;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that a person uploads by hand, and void files.
class TakenFileTest {
    private TestAccount account;
    private Instruction instruction;
    private String msgId;

    @BeforeEach
    void open(@TempDir Path root) throws Exception {
        account = TestAccount.in(root);
        instruction = account.instruction("12.00");
        account.rail().submit(List.of(instruction));
        account.node().seal();
        msgId = account.msgIds().getFirst();
    }

    @AfterEach
    void close() {
        account.close();
    }

    private String state() {
        return account.shown(msgId).summary().state();
    }

    private void sendLater() {
        account.pass(Duration.ofMinutes(20));
        account.send();
    }

    @Test
    void a_taken_file_is_sent_by_nobody_else() throws Exception {
        var bytes = account.outgoing().take(msgId, ANA);
        var message = (OutboundMessage)
                BankFiles.read(new ByteArrayInputStream(bytes)).messages().getFirst();
        assertThat(message.msgId()).isEqualTo(msgId);
        assertThat(message.sum()).isEqualByComparingTo("12.00");
        sendLater();
        assertThat(account.files("out")).isEmpty();
        assertThat(state()).isEqualTo("taken");
        assertThat(account.outgoing().take(msgId, ANA))
                .as("the download was lost")
                .isEqualTo(bytes);
        assertThat(refusal(() -> account.outgoing().take(msgId, BEN))).startsWith("Ana Lee took the file " + msgId);
        assertThat(account.shown(msgId).attempts())
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.message()).isEqualTo("by hand: Ana Lee"));
    }

    @Test
    void an_uploaded_file_is_delivered_once() {
        assertThat(refusal(() -> account.outgoing().delivered(msgId))).contains("is sealed");
        account.outgoing().take(msgId, ANA);
        account.outgoing().delivered(msgId);
        var at = account.shown(msgId).deliveredAt();
        account.pass(Duration.ofHours(1));
        account.outgoing().delivered(msgId);
        assertThat(state()).isEqualTo("delivered");
        assertThat(account.shown(msgId).deliveredAt()).isEqualTo(at);
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Accepted.class);
        account.entries(debit(id(instruction), "12.00"));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Settled.class);
    }

    @Test
    void a_rejection_after_an_upload_by_hand_proves_nothing() {
        account.outgoing().take(msgId, ANA);
        account.outgoing().delivered(msgId);
        account.statusOf(msgId, "PART", null, transaction(instruction, "RJCT", "AC04"));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Unknown.class);
        assertThat(account.reports()).isEmpty();
    }

    @Test
    void the_bank_confirms_a_taken_file_by_a_status() {
        account.outgoing().take(msgId, ANA);
        account.statusOf(msgId, "ACTC", null);
        assertThat(state()).isEqualTo("delivered");
    }

    @Test
    void a_taken_file_that_nobody_confirms_is_uncertain_after_the_time_for_a_status() {
        account.outgoing().take(msgId, ANA);
        account.pass(Duration.ofHours(23));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Accepted.class);
        account.pass(Duration.ofHours(2));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Unknown.class);
    }

    @Test
    void taking_fences_off_an_attempt_that_has_begun() {
        var taking = account.node(() -> new BusyTransport(
                FileTransport.open(account.profile().transport()),
                () -> {},
                () -> account.outgoing().take(msgId, ANA)));
        taking.send();
        assertThat(account.files("out"))
                .as("the rename never happens")
                .noneMatch(file -> file.toString().endsWith(".xml"));
        assertThat(state()).isEqualTo("taken");
        sendLater();
        assertThat(state()).isEqualTo("taken");
        assertThat(account.shown(msgId).attempts())
                .extracting(OutgoingFiles.Attempt::result)
                .containsExactly("failed", null);
    }

    @Test
    void a_file_that_a_node_may_have_sent_is_not_taken() {
        var dying = account.node(() ->
                new InterruptedTransport(FileTransport.open(account.profile().transport()), false));
        assertThatThrownBy(dying::send).isInstanceOf(InterruptedTransport.Killed.class);
        assertThat(refusal(() -> account.outgoing().take(msgId, ANA))).contains("a node may be about to send");
        sendLater();
        assertThat(refusal(() -> account.outgoing().take(msgId, ANA))).contains("is delivered");
    }

    @Test
    void nothing_is_taken_from_a_stopped_rail_or_for_a_frozen_organization() {
        account.stopped().add("bank-eur-main");
        assertThat(refusal(() -> account.outgoing().take(msgId, ANA))).contains("is stopped");
        account.stopped().clear();
        account.frozen().add(TestAccount.ORGANIZATION);
        assertThat(refusal(() -> account.outgoing().take(msgId, ANA))).contains("frozen organization");
        assertThat(state()).isEqualTo("sealed");
    }

    @Test
    void a_file_that_was_changed_in_the_database_is_not_given_out() {
        account.database().database().run(tx -> tx.handle().execute("UPDATE rail_iso20022_order SET units = 900000"));
        assertThat(refusal(() -> account.outgoing().take(msgId, ANA))).contains("was changed in the database");
        assertThat(state()).isEqualTo("sealed");
        account.database().database().run(tx -> tx.handle().execute("UPDATE rail_iso20022_file SET sha256 = '\\x00'"));
        assertThat(refusal(() -> account.outgoing().content(msgId))).contains("was changed in the database");
    }

    @Test
    void a_file_that_was_never_sent_is_void_at_once_and_its_payouts_are_sealed_anew() {
        assertThat(account.outgoing().voidUnsent(msgId, "Ana Lee: wrong day")).isTrue();
        assertThat(account.outgoing().voidUnsent(msgId, "again"))
                .as("told twice")
                .isTrue();
        assertThat(account.shown(msgId).voided())
                .satisfies(note -> assertThat(note.text()).isEqualTo("Ana Lee: wrong day"));
        account.send();
        assertThat(account.files("out")).hasSize(1);
        assertThat(account.msgId()).isNotEqualTo(msgId);
        assertThat(account.shown(msgId).payouts())
                .singleElement()
                .satisfies(payout -> assertThat(payout.laterFile()).isEqualTo(account.msgId()));
        account.statusOf(account.msgId(), "PART", null, transaction(instruction, "RJCT", "AC04"));
        assertThat(account.outcome(instruction)).as("no other copy ever left").isInstanceOf(Outcome.Rejected.class);
    }

    @Test
    void a_taken_file_is_void_once_two_people_say_so() {
        account.outgoing().take(msgId, ANA);
        assertThat(account.outgoing().voidUnsent(msgId, "x")).isFalse();
        account.decisions().requestOrConfirm(request(DecisionKind.VOID_FILE, msgId, "void"), ANA);
        assertThat(state()).isEqualTo("taken");
        account.decisions().requestOrConfirm(request(DecisionKind.VOID_FILE, msgId, "void"), ANA);
        assertThat(state()).as("the same person").isEqualTo("taken");
        account.decisions().requestOrConfirm(request(DecisionKind.VOID_FILE, msgId, "void"), BEN);
        assertThat(state()).isEqualTo("void");
        account.send();
        assertThat(account.files("out")).hasSize(1);
        assertThat(account.msgIds()).hasSize(2);
    }

    @Test
    void a_file_of_which_the_bank_said_something_is_not_void() {
        assertThat(refusal(() -> account.decisions().request(request(DecisionKind.VOID_FILE, msgId, "void"), ANA)))
                .contains("is sealed");
        account.outgoing().take(msgId, ANA);
        var decision = account.decisions().request(request(DecisionKind.VOID_FILE, msgId, "void"), ANA);
        account.entries(debit(id(instruction), "12.00"));
        assertThat(refusal(() -> account.decisions().confirm(decision.id(), BEN, null)))
                .contains("is delivered");
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Settled.class);
        assertThat(refusal(() -> account.outgoing().voidUnsent(msgId, "x"))).contains("the bank has the file");
    }

    @Test
    void a_void_file_that_was_forged_in_the_database_sends_nothing_again() {
        account.send();
        account.database().database().run(tx -> {
            tx.handle().execute("UPDATE rail_iso20022_order SET state = 'queued', file_id = NULL");
            tx.handle()
                    .execute("UPDATE rail_iso20022_file SET state = 'void', void_reason = 'x', voided_at = now(),"
                            + " void_mac = '\\x00'");
        });
        sendLater();
        assertThat(account.msgIds()).containsExactly(msgId);
        assertThat(account.alerts()).hasSize(1);
    }

    private void voidAndQueue() {
        account.outgoing().take(msgId, ANA);
        account.decide(DecisionKind.VOID_FILE, msgId, "void");
    }

    @Test
    void a_status_of_a_void_file_takes_the_queued_payout_back_and_stops_the_rail() {
        voidAndQueue();
        assertThat(account.statusOf(msgId, "ACTC", null)).isEmpty();
        assertThat(account.rails().stopped())
                .singleElement()
                .satisfies(stop -> assertThat(stop.reason()).contains(msgId, "declared void"));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Unknown.class);
        sendLater();
        assertThat(account.msgIds()).as("it is not sealed again").containsExactly(msgId);
        account.entries(debit(id(instruction), "12.00"));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Settled.class);
    }

    @Test
    void a_debit_for_a_void_file_settles_the_queued_payout_and_stops_the_rail() {
        voidAndQueue();
        assertThat(account.entries(debit(id(instruction), "12.00")).getFirst().fault())
                .isNull();
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Settled.class);
        assertThat(account.rails().stopped()).hasSize(1);
        sendLater();
        assertThat(account.files("out")).isEmpty();
    }

    @Test
    void a_status_of_a_void_file_makes_a_payout_in_the_next_file_uncertain() {
        voidAndQueue();
        account.send();
        assertThat(account.msgIds()).hasSize(2);
        account.statusOf(msgId, null, null, transaction(instruction, "ACSP", null));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Unknown.class);
        assertThat(account.rails().stopped()).hasSize(1);
    }

    @Test
    void a_rejection_of_a_void_file_says_nothing_about_the_next_one() {
        voidAndQueue();
        account.send();
        assertThat(account.statusOf(msgId, "RJCT", "FF01")).isEmpty();
        assertThat(account.statusOf(msgId, "PART", null, transaction(instruction, "RJCT", "AC04")))
                .isEmpty();
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Accepted.class);
        assertThat(account.rails().stopped()).isEmpty();
    }
}
