package dev.sluice.rail.iso20022.payout;

import static dev.sluice.rail.iso20022.payout.TestAccount.ANA;
import static dev.sluice.rail.iso20022.payout.TestAccount.BEN;
import static dev.sluice.rail.iso20022.payout.TestAccount.debit;
import static dev.sluice.rail.iso20022.payout.TestAccount.id;
import static dev.sluice.rail.iso20022.payout.TestAccount.refusal;
import static dev.sluice.rail.iso20022.payout.TestAccount.request;
import static dev.sluice.rail.iso20022.payout.TestAccount.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.iso20022.Message.StatusReport;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.RailStop;
import dev.sluice.rail.iso20022.decision.DecisionKind;
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

/// Files that the bank refuses as a whole for our account, and payouts over a limit.
class RefusedFileTest {
    private TestAccount account;

    @BeforeEach
    void open(@TempDir Path root) throws Exception {
        account = TestAccount.in(root);
    }

    @AfterEach
    void close() {
        account.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"AM04", "AC02", "FF01"})
    void two_people_send_the_payouts_of_a_refused_file_again(String reason) throws Exception {
        var first = account.instruction("1.00");
        var second = account.instruction("2.00");
        account.rail().submit(List.of(first, second));
        account.send();
        var msgId = account.msgId();
        account.status("RJCT", reason);
        assertThat(account.rails().stopped()).hasSize(1);
        assertThat(account.outcome(first)).isInstanceOf(Outcome.Unknown.class);
        var requested = account.decisions().request(request(DecisionKind.REQUEUE_ORDERS, msgId, "requeue"), ANA);
        account.send();
        assertThat(account.msgIds()).hasSize(1);
        account.decisions().confirm(requested.id(), BEN, "the account is funded");
        Files.delete(account.files("out").getFirst());
        account.send();
        assertThat(account.msgIds()).as("the rail is stopped").hasSize(1);
        account.rails().put(new RailStop("bank-eur-main", false, "funded", "Ana Lee", account.now()));
        account.send();
        assertThat(account.msgIds()).hasSize(2);
        assertThat(Files.readString(account.files("out").getFirst())).contains(id(first), id(second));
        account.statusOf(msgId, "RJCT", reason);
        assertThat(account.outcome(first)).as("the old status again").isInstanceOf(Outcome.Accepted.class);
        account.apply(new StatusReport("B1", null, null, List.of(), List.of(transaction(second, "RJCT", "AC04"))));
        assertThat(account.outcome(second)).as("a status of which file?").isInstanceOf(Outcome.Unknown.class);
        account.statusOf(account.msgId(), "PART", null, transaction(first, "RJCT", "AC04"));
        assertThat(account.outcome(first)).isInstanceOf(Outcome.Rejected.class);
        account.entries(debit(id(second), "2.00"));
        assertThat(account.outcome(second)).isInstanceOf(Outcome.Settled.class);
    }

    @Test
    void the_same_refusal_again_does_not_stop_the_rail_again() {
        account.sent("1.00");
        account.status("RJCT", "AM04");
        account.rails().put(new RailStop("bank-eur-main", false, "funded", "Ana Lee", account.now()));
        account.status("RJCT", "AM04");
        assertThat(account.rails().stopped()).isEmpty();
    }

    @Test
    void a_bank_that_refuses_the_same_id_again_rejects_for_good(@TempDir Path root) throws Exception {
        try (var strict = TestAccount.promising(root, "duplicates: {refused-by: [MsgId, EndToEndId], for: P90D}\n")) {
            var instruction = strict.sent("1.00");
            strict.status("RJCT", "AM04");
            assertThat(strict.outcome(instruction)).isInstanceOf(Outcome.Rejected.class);
            assertThat(strict.rails().stopped()).hasSize(1);
            assertThat(refusal(() -> strict.decisions()
                            .request(request(DecisionKind.REQUEUE_ORDERS, strict.msgId(), "requeue"), ANA)))
                    .contains("or its payouts have ended");
        }
    }

    @Test
    void only_a_file_that_the_bank_refused_as_a_whole_is_sent_again() {
        var instruction = account.sent("1.00");
        var decision = request(DecisionKind.REQUEUE_ORDERS, account.msgId(), "requeue");
        assertThat(refusal(() -> account.decisions().request(decision, ANA))).contains("did not refuse the file");
        account.status("PART", null, transaction(instruction, "RJCT", "DU01"));
        assertThat(refusal(() -> account.decisions().request(decision, ANA)))
                .as("a duplicate may have been paid")
                .contains("did not refuse the file");
        assertThat(refusal(() ->
                        account.decisions().request(request(DecisionKind.REQUEUE_ORDERS, "MNONE", "requeue"), ANA)))
                .isEqualTo("eur-main has no file MNONE");
    }

    @Test
    void a_refused_file_that_was_booked_nevertheless_is_not_sent_again() {
        var instruction = account.sent("1.00");
        account.status("RJCT", "AM04");
        var waiting =
                account.decisions().request(request(DecisionKind.REQUEUE_ORDERS, account.msgId(), "requeue"), ANA);
        account.entries(debit(id(instruction), "1.00"));
        assertThat(refusal(() -> account.decisions().confirm(waiting.id(), BEN, null)))
                .contains("or its payouts have ended");
        account.send();
        assertThat(account.msgIds()).hasSize(1);
    }

    @Test
    void an_operator_releases_a_payout_over_the_limit_of_a_file(@TempDir Path root) throws Exception {
        try (var limited = new TestAccount(root, ", max-sum-per-file: 100.00", "00:00-24:00")) {
            var large = limited.instruction("140.00");
            var small = limited.instruction("10.00");
            limited.rail().submit(List.of(large, small));
            limited.send();
            assertThat(limited.files("out")).hasSize(1);
            limited.decisions()
                    .request(
                            request(
                                    DecisionKind.LIFT_LIMIT,
                                    large.payout().payoutId().toString(),
                                    "release"),
                            ANA);
            limited.send();
            assertThat(limited.files("out")).as("alone in its file").hasSize(2);
            assertThat(limited.outcome(large)).isInstanceOf(Outcome.Accepted.class);
            assertThat(refusal(() -> limited.decisions()
                            .request(
                                    request(
                                            DecisionKind.LIFT_LIMIT,
                                            large.payout().payoutId().toString(),
                                            "release"),
                                    ANA)))
                    .contains("does not wait for a limit: it is sealed");
        }
    }

    @Test
    void an_operator_releases_the_payouts_of_a_day(@TempDir Path root) throws Exception {
        try (var limited = new TestAccount(root, ", max-sum-per-day: 100.00", "00:00-24:00")) {
            limited.rail()
                    .submit(List.of(
                            limited.instruction("90.00"), limited.instruction("80.00"), limited.instruction("70.00")));
            limited.send();
            assertThat(limited.files("out")).hasSize(1);
            limited.decisions().request(request(DecisionKind.LIFT_LIMIT, "2026-12-01", "release"), ANA);
            limited.pass(Duration.ofMinutes(2));
            limited.send();
            assertThat(limited.files("out")).hasSize(2);
            limited.rail().submit(List.of(limited.instruction("60.00")));
            limited.pass(Duration.ofDays(1));
            limited.rail().submit(List.of(limited.instruction("50.00")));
            limited.send();
            assertThat(limited.files("out"))
                    .as("the next day has its own limit")
                    .hasSize(3);
        }
    }

    @Test
    void a_release_that_was_forged_in_the_database_releases_nothing(@TempDir Path root) throws Exception {
        try (var limited = new TestAccount(root, ", max-sum-per-day: 100.00", "00:00-24:00")) {
            limited.decisions().request(request(DecisionKind.LIFT_LIMIT, "2026-11-30", "release"), ANA);
            limited.database()
                    .database()
                    .run(tx -> tx.handle().execute("UPDATE rail_iso20022_decision SET subject = '2026-12-01'"));
            limited.rail().submit(List.of(limited.instruction("150.00")));
            limited.send();
            assertThat(limited.files("out")).isEmpty();
        }
    }
}
