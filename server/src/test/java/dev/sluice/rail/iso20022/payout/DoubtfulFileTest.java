package dev.sluice.rail.iso20022.payout;

import static dev.sluice.rail.iso20022.payout.TestAccount.ANA;
import static dev.sluice.rail.iso20022.payout.TestAccount.BEN;
import static dev.sluice.rail.iso20022.payout.TestAccount.debit;
import static dev.sluice.rail.iso20022.payout.TestAccount.entry;
import static dev.sluice.rail.iso20022.payout.TestAccount.id;
import static dev.sluice.rail.iso20022.payout.TestAccount.refusal;
import static dev.sluice.rail.iso20022.payout.TestAccount.request;
import static dev.sluice.rail.iso20022.payout.TestAccount.transaction;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.iso20022.Message.StatusReport;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.iso20022.decision.DecisionKind;
import dev.sluice.rail.iso20022.transport.FileTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files that the bank may have: the words that resolve the doubt, the resend, and the decision of two
/// people.
class DoubtfulFileTest {
    private static final String PROMISE = "duplicates: {refused-by: [MsgId], for: P90D}\n";

    private Path root;
    private TestAccount account;
    private Instruction instruction;
    private byte[] bytes;
    private String msgId;

    @BeforeEach
    void open(@TempDir Path root) throws Exception {
        this.root = root;
        account = TestAccount.promising(root, PROMISE);
        doubt();
    }

    /// Sends a file and loses its bytes after the rename.
    private void doubt() throws IOException {
        instruction = account.instruction("12.00");
        account.rail().submit(List.of(instruction));
        var dying = account.node(() ->
                new InterruptedTransport(FileTransport.open(account.profile().transport()), false));
        dying.seal();
        assertThatThrownBy(dying::send).isInstanceOf(InterruptedTransport.Killed.class);
        msgId = account.msgId();
        var file = account.files("out").getFirst();
        bytes = Files.readAllBytes(file);
        Files.delete(file);
        account.pass(Duration.ofMinutes(20));
        account.send();
        assertThat(state()).isEqualTo("doubtful");
    }

    @AfterEach
    void close() {
        account.close();
    }

    private String state() {
        return account.shown(msgId).summary().state();
    }

    @Test
    void the_same_bytes_are_sent_again_under_the_same_name_after_the_time_for_a_status() throws Exception {
        account.pass(Duration.ofHours(22));
        account.send();
        assertThat(account.files("out")).as("before status-by has passed").isEmpty();
        account.pass(Duration.ofHours(3));
        account.send();
        assertThat(account.files("out")).hasSize(1);
        assertThat(account.msgId()).isEqualTo(msgId);
        assertThat(Files.readAllBytes(account.files("out").getFirst())).isEqualTo(bytes);
        assertThat(account.shown(msgId).attempts())
                .extracting(OutgoingFiles.Attempt::result)
                .containsExactly("doubtful", "delivered");
        account.pass(Duration.ofDays(10));
        account.send();
        assertThat(account.msgIds()).containsExactly(msgId);
    }

    @Test
    void nothing_is_sent_again_once_the_promise_of_the_bank_is_over() {
        account.pass(Duration.ofDays(90));
        account.send();
        assertThat(account.files("out")).isEmpty();
        assertThat(state()).isEqualTo("doubtful");
    }

    @Test
    void nothing_is_sent_again_for_a_frozen_organization_or_by_a_stopped_rail() {
        account.pass(Duration.ofHours(30));
        account.frozen().add(TestAccount.ORGANIZATION);
        account.send();
        account.frozen().clear();
        account.stopped().add("bank-eur-main");
        account.pass(Duration.ofHours(1));
        account.send();
        assertThat(account.files("out")).isEmpty();
        account.stopped().clear();
        account.send();
        assertThat(account.files("out")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"AC04", "FF01", "AM04"})
    void a_rejection_after_a_resend_proves_nothing(String reason) {
        account.pass(Duration.ofHours(30));
        account.send();
        account.statusOf(msgId, "RJCT", reason);
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Unknown.class);
        account.statusOf(msgId, "PART", null, transaction(instruction, "RJCT", reason));
        account.statusOf(msgId, null, null, transaction(instruction, "CANC", null));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Unknown.class);
        assertThat(account.reports()).isEmpty();
        account.entries(debit(id(instruction), "12.00"));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Settled.class);
    }

    @Test
    void a_node_that_dies_during_a_resend_leaves_a_file_that_is_sent_once_more() {
        account.pass(Duration.ofHours(30));
        var dying = account.node(() ->
                new InterruptedTransport(FileTransport.open(account.profile().transport()), true));
        assertThatThrownBy(dying::send).isInstanceOf(InterruptedTransport.Killed.class);
        assertThat(state()).isEqualTo("uploading");
        account.pass(Duration.ofMinutes(20));
        account.send();
        assertThat(account.files("out")).hasSize(1);
        assertThat(state()).isEqualTo("delivered");
    }

    @Test
    void a_resend_that_the_promise_does_not_cover_any_more_is_doubtful_again() {
        account.pass(Duration.ofDays(89).plusHours(20));
        var dying = account.node(() ->
                new InterruptedTransport(FileTransport.open(account.profile().transport()), true));
        assertThatThrownBy(dying::send).isInstanceOf(InterruptedTransport.Killed.class);
        account.pass(Duration.ofDays(1));
        account.send();
        assertThat(state()).isEqualTo("doubtful");
        assertThat(account.files("out")).noneMatch(file -> file.toString().endsWith(".xml"));
    }

    @Test
    void a_status_of_the_file_resolves_the_doubt() {
        account.statusOf(msgId, "ACTC", null);
        assertNotSentAgain();
    }

    @Test
    void a_status_that_names_only_a_payment_resolves_the_doubt() {
        var unnamed = new StatusReport("B1", null, null, List.of(), List.of(transaction(instruction, "ACSP", null)));
        assertThat(account.apply(unnamed)).isEmpty();
        assertNotSentAgain();
    }

    @Test
    void a_late_acknowledgement_resolves_the_doubt() throws Exception {
        Files.createDirectories(root.resolve("acks"));
        Files.writeString(root.resolve("acks").resolve("ack1.txt"), "RECEIVED " + msgId);
        account.pass(Duration.ofMinutes(11));
        account.send();
        assertNotSentAgain();
    }

    @Test
    void a_debit_that_names_the_payment_or_the_file_resolves_the_doubt() throws Exception {
        account.entries(debit(id(instruction), "12.01"));
        assertNotSentAgain();
        doubt();
        account.entries(entry("99.00", false, null, null, msgId, 1));
        assertNotSentAgain();
    }

    @Test
    void a_credit_that_only_carries_the_id_resolves_no_doubt() {
        account.entries(entry("0.01", true, null, id(instruction), null, 1));
        assertThat(state()).isEqualTo("doubtful");
    }

    private void assertNotSentAgain() {
        assertThat(state()).isEqualTo("delivered");
        account.pass(Duration.ofHours(30));
        account.send();
        assertThat(account.files("out")).isEmpty();
    }

    @Test
    void two_people_resolve_a_payout_as_paid() {
        var payout = instruction.payout().payoutId().toString();
        account.decisions().requestOrConfirm(request(DecisionKind.RESOLVE_PAYOUT, payout, "paid"), ANA);
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Unknown.class);
        account.decisions().requestOrConfirm(request(DecisionKind.RESOLVE_PAYOUT, payout, "paid"), ANA);
        assertThat(account.outcome(instruction)).as("the same person").isInstanceOf(Outcome.Unknown.class);
        account.decisions().requestOrConfirm(request(DecisionKind.RESOLVE_PAYOUT, payout, "paid"), BEN);
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Settled.class);
        assertThat(account.reports()).hasSize(1).allMatch(Outcome.Settled.class::isInstance);
        assertThat(account.entries(debit(id(instruction), "12.00")))
                .extracting(match -> match.fault())
                .containsOnlyNulls();
        assertThat(account.reports()).as("the debit follows").isEmpty();
    }

    @Test
    void a_payout_that_two_people_resolved_as_unpaid_is_never_sent_again() {
        account.decide(
                DecisionKind.RESOLVE_PAYOUT, instruction.payout().payoutId().toString(), "unpaid");
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Rejected.class);
        account.pass(Duration.ofHours(30));
        account.send();
        assertThat(account.files("out")).isEmpty();
    }

    @Test
    void a_decision_during_a_resend_keeps_the_file_back() {
        account.pass(Duration.ofHours(30));
        var deciding = account.node(() -> new BusyTransport(
                FileTransport.open(account.profile().transport()),
                () -> account.decide(
                        DecisionKind.RESOLVE_PAYOUT,
                        instruction.payout().payoutId().toString(),
                        "unpaid"),
                () -> {}));
        deciding.send();
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Rejected.class);
        assertThat(account.files("out")).isEmpty();
    }

    @Test
    void a_payout_that_is_not_uncertain_is_not_resolved() {
        var queued = account.instruction("1.00");
        account.rail().submit(List.of(queued));
        var payout = queued.payout().payoutId().toString();
        assertThat(refusal(
                        () -> account.decisions().request(request(DecisionKind.RESOLVE_PAYOUT, payout, "unpaid"), ANA)))
                .contains("is not uncertain: it is queued");
        assertThat(refusal(() ->
                        account.decisions().request(request(DecisionKind.RESOLVE_PAYOUT, payout, "perhaps"), ANA)))
                .isEqualTo("verdict: must be paid or unpaid");
        assertThat(refusal(() -> account.decisions().request(request(DecisionKind.RESOLVE_PAYOUT, "x", "paid"), ANA)))
                .isEqualTo("payout: must be the id of a payout");
    }

    @Test
    void a_doubtful_file_that_two_people_declare_void_is_sealed_anew() throws Exception {
        account.decide(DecisionKind.VOID_FILE, msgId, "void");
        account.send();
        assertThat(account.files("out")).hasSize(1);
        assertThat(account.msgIds()).hasSize(2).startsWith(msgId);
        assertThat(Files.readString(account.files("out").getFirst())).contains(id(instruction));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Accepted.class);
        account.statusOf(account.msgId(), "PART", null, transaction(instruction, "RJCT", "AC04"));
        assertThat(account.outcome(instruction))
                .as("the rejected copy may be the second one")
                .isInstanceOf(Outcome.Unknown.class);
    }
}
