package dev.sluice.rail.iso20022.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.rail.Outcome;
import dev.sluice.rail.RailStop;
import dev.sluice.rail.iso20022.decision.DecisionKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Databases that were restored from a backup, while the bank has files that were sealed or sent after it.
class SentFilesCheckTest {
    private Path root;
    private TestAccount account;

    @BeforeEach
    void open(@TempDir Path root) throws Exception {
        this.root = root;
        account = TestAccount.in(root);
    }

    @AfterEach
    void close() {
        account.close();
    }

    /// Restores the backup that was made before the payouts were sealed.
    private void restore() {
        account.database().database().run(tx -> {
            tx.handle().execute("DELETE FROM rail_iso20022_attempt");
            tx.handle().execute("DELETE FROM rail_iso20022_transfer");
            tx.handle().execute("DELETE FROM rail_iso20022_file");
            tx.handle().execute("UPDATE rail_iso20022_order SET state = 'queued', file_id = NULL");
        });
    }

    /// Restores the backup that was made after the file was sealed and before it was sent.
    private void restoreUnsent() {
        account.database().database().run(tx -> {
            tx.handle().execute("DELETE FROM rail_iso20022_attempt");
            tx.handle()
                    .execute("UPDATE rail_iso20022_file SET state = 'sealed', attempt = 0, ready_at = NULL,"
                            + " delivered_at = NULL, due_at = sealed_at");
        });
    }

    private void start() {
        account.rails().put(new RailStop("bank-eur-main", false, "compared with the bank", "Ana Lee", account.now()));
    }

    private String take(String taken) throws IOException {
        var file = account.files("out").getFirst();
        Files.createDirectories(root.resolve("sent"));
        Files.move(file, root.resolve("sent").resolve(taken.formatted(account.msgId())));
        return account.files("sent").getFirst().getFileName().toString();
    }

    private void assertStopped(String name) {
        assertThat(account.rails().stopped())
                .extracting(RailStop::rail, RailStop::actor)
                .containsExactly(tuple("bank-eur-main", "service"));
        assertThat(account.rails().stopped().getFirst().reason()).contains(name, "restored from a backup");
        assertThat(account.alerts()).hasSize(1);
        var alert = account.alerts().getFirst();
        assertThat(alert.message())
                .contains(name.substring(name.indexOf('M'), name.indexOf('M') + 27), "backup.md")
                .hasSizeLessThanOrEqualTo(140);
    }

    @Test
    void queued_orders_of_a_restored_backup_are_not_sealed() {
        account.sent("1.00");
        var name = account.files("out").getFirst().getFileName().toString();
        restore();
        account.send();
        assertThat(account.files("out")).hasSize(1);
        assertThat(account.msgIds()).isEmpty();
        assertStopped(name);
        account.pass(Duration.ofHours(1));
        account.send();
        assertThat(account.msgIds()).as("the rail stays stopped").isEmpty();
    }

    @Test
    void files_that_people_have_compared_do_not_stop_the_rail_again() throws Exception {
        account.sent("1.00");
        restore();
        account.send();
        start();
        take("20261201-%s.xml.done");
        account.send();
        assertThat(account.msgIds()).hasSize(1);
        assertThat(account.rails().stopped()).isEmpty();
        assertThat(account.alerts()).hasSize(1);
    }

    @Test
    void a_file_that_the_bank_took_and_renamed_stops_the_rail() throws Exception {
        account.sent("1.00");
        var name = take("20261201-%s.xml.done");
        restore();
        account.send();
        assertThat(account.files("out")).isEmpty();
        assertStopped(name);
    }

    @Test
    void a_sealed_file_of_a_restored_backup_is_not_sent_again() throws Exception {
        var instruction = account.sent("1.00");
        var msgId = account.msgId();
        var name = take("%s.xml");
        restoreUnsent();
        account.send();
        assertThat(account.files("out")).isEmpty();
        assertStopped(name);
        assertThat(account.shown(msgId).summary().state()).isEqualTo("delivered");
        start();
        account.pass(Duration.ofHours(1));
        account.send();
        assertThat(account.files("out")).isEmpty();
        assertThat(account.rails().stopped()).isEmpty();
        account.entries(TestAccount.debit(TestAccount.id(instruction), "1.00"));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Settled.class);
    }

    @Test
    void a_node_that_runs_through_a_restore_misses_the_file_that_it_sealed() {
        var node = account.node();
        account.rail().submit(List.of(account.instruction("1.00")));
        node.seal();
        restore();
        node.seal();
        assertThat(account.msgIds()).isEmpty();
        assertThat(account.rails().stopped()).hasSize(1);
        assertThat(account.rails().stopped().getFirst().reason()).contains("has lost the file");
        start();
        node.seal();
        assertThat(account.msgIds()).hasSize(1);
    }

    @Test
    void a_node_that_runs_through_a_restore_does_not_send_its_file_again() throws Exception {
        var node = account.node();
        account.rail().submit(List.of(account.instruction("1.00")));
        node.seal();
        node.send();
        Files.delete(account.files("out").getFirst());
        restoreUnsent();
        node.send();
        assertThat(account.files("out")).isEmpty();
        assertThat(account.rails().stopped()).hasSize(1);
        start();
        account.pass(Duration.ofHours(1));
        node.send();
        assertThat(account.files("out")).isEmpty();
    }

    @Test
    void nothing_is_sealed_while_the_folders_cannot_be_listed() {
        account.rail().submit(List.of(account.instruction("1.00")));
        var cut = account.node(() -> {
            throw new IOException("connection refused");
        });
        assertThat(cut.seal()).isFalse();
        assertThat(account.msgIds()).isEmpty();
        account.send();
        assertThat(account.files("out")).hasSize(1);
        assertThat(account.rails().stopped()).isEmpty();
    }

    @Test
    void the_folders_are_listed_at_the_start_and_every_ten_minutes() throws Exception {
        var node = account.node();
        seal(node, "1.00");
        put("out/MAGRDBMME6BYABH5SPQMBVVFAO4.xml");
        account.pass(Duration.ofMinutes(9));
        seal(node, "2.00");
        assertThat(account.msgIds()).hasSize(2);
        account.pass(Duration.ofMinutes(1));
        seal(node, "3.00");
        assertThat(account.msgIds()).hasSize(2);
        assertStopped("MAGRDBMME6BYABH5SPQMBVVFAO4.xml");
    }

    @Test
    void files_of_others_and_files_that_people_took_stop_nothing() throws Exception {
        put("out/PAYMENTS.xml");
        put("out/MAGRDBMME6BYABH5SPQMBVVFAO4X.xml");
        put("sent/MAGRDBMME6BYABH5SPQMBVVFAO5.xml");
        account.rail().submit(List.of(account.instruction("1.00")));
        account.node().seal();
        var msgId = account.msgIds().getFirst();
        account.outgoing().take(msgId, TestAccount.ANA);
        put("sent/" + msgId + ".xml");
        account.decide(DecisionKind.VOID_FILE, msgId, "void");
        account.pass(Duration.ofHours(1));
        account.send();
        assertThat(account.msgIds()).hasSize(2);
        assertThat(account.rails().stopped()).isEmpty();
    }

    private void seal(BankPayouts node, String amount) {
        account.rail().submit(List.of(account.instruction(amount)));
        node.seal();
    }

    private void put(String path) throws IOException {
        var file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "a file");
    }
}
