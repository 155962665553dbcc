package dev.sluice.rail.sandbox.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.db.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Deaths of the simulated bank between its database and its folders, and two nodes at once.
class BankCrashTest {
    private static final int FILES = 120;

    private static TestDatabase database;

    @TempDir
    private Path folder;

    @BeforeAll
    static void create() {
        database = TestDatabase.create();
    }

    @AfterAll
    static void drop() {
        database.close();
    }

    private Customer customer() {
        return Customer.of(database.database(), folder);
    }

    @Test
    void a_file_that_was_stored_but_not_written_is_written_later() throws Exception {
        var customer = customer();
        var in = customer.bank().settings().folders().in();
        Files.createFile(in);
        customer.send("MSG1.xml", PaymentText.one("MSG1", "E1").text());
        assertThatThrownBy(() -> customer.bank().step()).isInstanceOf(UncheckedIOException.class);
        Files.delete(in);
        customer.settle();
        assertThat(customer.reports()).hasSize(2);
        assertThat(customer.bank().timesBooked()).containsEntry("E1", 1);
    }

    @Test
    void a_file_that_was_stored_but_not_archived_is_archived_later() throws Exception {
        var customer = customer();
        var archive = customer.bank().settings().folders().archive();
        Files.createFile(archive);
        customer.send("MSG1.xml", PaymentText.one("MSG1", "E1").text());
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> customer.bank().step()).isInstanceOf(UncheckedIOException.class);
        }
        Files.delete(archive);
        customer.settle();
        assertThat(customer.names(archive)).containsExactly("MSG1.xml");
        assertThat(customer.reports()).hasSize(2).noneMatch(each -> "RJCT".equals(each.group()));
        assertThat(customer.bank().timesBooked()).containsEntry("E1", 1);
    }

    @Test
    void a_node_that_dies_after_writing_writes_the_same_file_once_more() throws Exception {
        var customer = customer();
        customer.process(PaymentText.one("MSG1", "E1"));
        var report = customer.paths("pain.002").getFirst();
        var before = customer.text(report);
        Files.delete(report);
        database.database()
                .run(tx -> tx.handle()
                        .execute(
                                "UPDATE rail_sandbox_bank_outgoing SET written_at = NULL WHERE name = ?",
                                report.getFileName().toString()));
        customer.settle();
        assertThat(customer.text(report)).isEqualTo(before);
        Files.delete(report);
        customer.settle();
        assertThat(report).doesNotExist();
    }

    @Test
    void a_node_that_dies_before_archiving_takes_the_file_once() {
        var customer = customer();
        var text = PaymentText.one("MSG1", "E1").text();
        customer.send("MSG1.xml", text);
        customer.settle();
        unarchive(customer);
        customer.send("MSG1.xml", text);
        // The archive does not have the file yet.
        delete(customer.bank().settings().folders().archive().resolve("MSG1.xml"));
        customer.settle();
        assertThat(customer.names(customer.bank().settings().folders().out())).isEmpty();
        assertThat(customer.names(customer.bank().settings().folders().archive()))
                .containsExactly("MSG1.xml");
        assertThat(customer.reports()).hasSize(2);
        assertThat(customer.bank().timesBooked()).containsEntry("E1", 1);
    }

    @Test
    void a_node_that_dies_after_archiving_takes_a_second_copy_as_a_resend() {
        var customer = customer();
        var text = PaymentText.one("MSG1", "E1").text();
        customer.send("MSG1.xml", text);
        customer.settle();
        unarchive(customer);
        customer.send("MSG1.xml", text);
        customer.settle();
        assertThat(customer.reports().getLast().group()).isEqualTo("RJCT");
        assertThat(customer.names(customer.bank().settings().folders().archive()))
                .hasSize(2);
        assertThat(customer.bank().timesBooked()).containsEntry("E1", 1);
    }

    private static void unarchive(Customer customer) {
        database.database()
                .run(tx -> tx.handle()
                        .execute(
                                "UPDATE rail_sandbox_bank_received SET archived_at = NULL WHERE bank = ?",
                                customer.bank().settings().bank()));
    }

    private static void delete(Path path) {
        try {
            Files.delete(path);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void two_nodes_at_once_take_a_file_once() throws Exception {
        var customer = customer();
        var nodes = List.of(customer.bank(), customer.otherNode());
        var sent = new AtomicBoolean();
        try (var threads = Executors.newFixedThreadPool(2)) {
            var work = nodes.stream()
                    .map(node -> threads.submit(() -> {
                        while (!sent.get()) {
                            node.step();
                        }
                        return true;
                    }))
                    .toList();
            for (int i = 0; i < FILES; i++) {
                customer.deliver(
                        "M" + i + ".xml", PaymentText.one("M" + i, "E" + i).text());
            }
            sent.set(true);
            for (var each : work) {
                each.get(20, TimeUnit.SECONDS);
            }
        }
        customer.settle();
        assertThat(customer.bank().timesBooked())
                .hasSize(FILES)
                .allSatisfy((_, times) -> assertThat(times).isEqualTo(1));
        assertThat(customer.reports())
                .filteredOn(each -> "ACTC".equals(each.group()))
                .hasSize(FILES);
        assertThat(customer.reports()).noneMatch(each -> "RJCT".equals(each.group()));
        assertThat(customer.bank().balance()).isEqualTo(Customer.OPENING - FILES * 1_250);
    }
}
