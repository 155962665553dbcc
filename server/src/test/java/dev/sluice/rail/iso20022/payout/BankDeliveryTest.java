package dev.sluice.rail.iso20022.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.iso20022.BankFiles;
import dev.sluice.iso20022.Message.OutboundMessage;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.iso20022.transport.FileTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Limits, crashes and changed rows of payouts by files.
class BankDeliveryTest {
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
    void nothing_is_sealed_while_the_rail_is_stopped() {
        account.stopped().add("bank-eur-main");
        var instruction = sent("1.00");
        assertThat(account.files("out")).isEmpty();
        account.stopped().clear();
        account.send();
        assertThat(account.files("out")).hasSize(1);
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Accepted.class);
    }

    @Test
    void nothing_is_sealed_outside_of_the_window(@TempDir Path root) throws Exception {
        try (var early = new TestAccount(root, "", "12:00-15:30")) {
            early.rail().submit(List.of(early.instruction("1.00")));
            early.send();
            assertThat(early.files("out")).isEmpty();
            early.pass(Duration.ofHours(2));
            early.send();
            assertThat(early.files("out")).hasSize(1);
        }
    }

    @Test
    void limits_of_a_file_and_of_a_day_hold(@TempDir Path root) throws Exception {
        try (var limited =
                new TestAccount(root, ", max-sum-per-file: 100.00, max-sum-per-day: 150.00", "00:00-24:00")) {
            limited.rail()
                    .submit(IntStream.range(0, 5)
                            .mapToObj(_ -> limited.instruction("40.00"))
                            .toList());
            limited.send();
            limited.send();
            limited.send();
            assertThat(limited.files("out")).hasSize(2);
            limited.pass(Duration.ofDays(1));
            limited.send();
            assertThat(limited.files("out")).hasSize(3);
        }
    }

    @Test
    void a_node_that_dies_during_the_upload_leaves_a_file_that_is_sent_once() {
        var instruction = account.instruction("1.00");
        account.rail().submit(List.of(instruction));
        var dying = account.node(() ->
                new InterruptedTransport(FileTransport.open(account.profile().transport()), true));
        dying.seal();
        assertThatThrownBy(dying::send).isInstanceOf(InterruptedTransport.Killed.class);
        assertThat(account.files("out")).noneMatch(file -> file.toString().endsWith(".xml"));
        account.pass(Duration.ofMinutes(20));
        account.send();
        assertThat(account.files("out")).hasSize(1);
    }

    @Test
    void a_node_that_dies_after_the_rename_leaves_a_file_that_is_found() {
        var instruction = account.instruction("1.00");
        account.rail().submit(List.of(instruction));
        var dying = account.node(() ->
                new InterruptedTransport(FileTransport.open(account.profile().transport()), false));
        dying.seal();
        assertThatThrownBy(dying::send).isInstanceOf(InterruptedTransport.Killed.class);
        var files = account.files("out");
        assertThat(files).hasSize(1);
        account.pass(Duration.ofMinutes(20));
        account.send();
        assertThat(account.files("out")).isEqualTo(files);
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Accepted.class);
        account.pass(Duration.ofHours(30));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Unknown.class);
    }

    @Test
    void a_released_file_that_is_found_nowhere_is_doubtful_and_never_sent_again() throws Exception {
        var instruction = account.instruction("1.00");
        account.rail().submit(List.of(instruction));
        var dying = account.node(() ->
                new InterruptedTransport(FileTransport.open(account.profile().transport()), false));
        dying.seal();
        assertThatThrownBy(dying::send).isInstanceOf(InterruptedTransport.Killed.class);
        var msgId = account.msgId();
        Files.delete(account.files("out").getFirst());
        account.pass(Duration.ofMinutes(20));
        account.send();
        account.pass(Duration.ofDays(300));
        account.send();
        assertThat(account.files("out")).isEmpty();
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Unknown.class);
        assertThat(account.alerts()).hasSize(1);
        account.statusOf(msgId, "ACCP", null);
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Accepted.class);
    }

    @Test
    void two_nodes_put_an_order_into_one_file() throws Exception {
        account.rail()
                .submit(IntStream.range(0, 300)
                        .mapToObj(_ -> account.instruction("1.00"))
                        .toList());
        try (var pool = Executors.newFixedThreadPool(4)) {
            var work = pool.invokeAll(IntStream.range(0, 4)
                    .mapToObj(_ -> (Callable<Boolean>) () -> {
                        account.send();
                        return true;
                    })
                    .toList());
            for (var each : work) {
                each.get();
            }
        }
        account.send();
        long transfers = 0;
        for (var file : account.files("out")) {
            try (var in = Files.newInputStream(file)) {
                transfers += ((OutboundMessage) BankFiles.read(in).messages().getFirst()).transactions();
            }
        }
        assertThat(transfers).isEqualTo(300);
    }

    @Test
    void an_order_that_was_changed_in_the_database_is_held() {
        var instruction = account.instruction("1.00");
        account.rail().submit(List.of(instruction));
        account.database().database().run(tx -> tx.handle().execute("UPDATE rail_iso20022_order SET units = 900000"));
        account.send();
        assertThat(account.files("out")).isEmpty();
        assertThat(account.alerts()).hasSize(1);
    }

    @Test
    void a_file_that_was_changed_in_the_database_is_not_sent() {
        var node = account.node();
        account.rail().submit(List.of(account.instruction("1.00")));
        node.seal();
        account.database()
                .database()
                .run(tx -> tx.handle().execute("UPDATE rail_iso20022_file SET units = 200, transfers = 2"));
        account.send();
        assertThat(account.files("out")).isEmpty();
        assertThat(account.alerts()).hasSize(1);
    }

    @Test
    void an_order_that_is_set_back_to_queued_enters_no_second_file() {
        var repeated = sent("1.00");
        account.database()
                .database()
                .run(tx -> tx.handle().execute("UPDATE rail_iso20022_order SET state = 'queued', file_id = NULL"));
        account.rail().submit(List.of(account.instruction("2.00")));
        account.send();
        assertThat(account.files("out")).as("the other order is not held up").hasSize(2);
        assertThat(account.alerts()).hasSize(1);
        assertThat(account.outcome(repeated)).isInstanceOf(Outcome.Accepted.class);
    }
}
