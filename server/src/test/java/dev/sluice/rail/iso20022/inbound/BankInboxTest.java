package dev.sluice.rail.iso20022.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.rail.iso20022.inbound.CamtText.EntryText;
import dev.sluice.rail.iso20022.inbound.InboundFile.State;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// Files: stored before they are read, applied once and as a whole, held if anything is wrong.
class BankInboxTest extends InboundCase {
    private static CamtText first() {
        return CamtText.statement("S1", 1, "2026-03-02")
                .opening("100.00")
                .add(EntryText.of("5.00").reference("R1"))
                .closing("105.00");
    }

    @Test
    void the_same_content_is_one_file_under_any_name() {
        var file = receive(first());
        var again = inbox.store(profile, "other.xml", first().bytes());
        assertThat(again.isNew()).isFalse();
        assertThat(again.file()).isEqualTo(file);
        assertThat(inbox.apply(profile, again.file().id()).state()).isEqualTo(State.APPLIED);
        assertThat(entries()).hasSize(1);
        assertThat(payouts.entries).hasSize(1);
    }

    @Test
    void a_file_that_was_stored_before_the_node_died_is_applied_by_another_one() {
        var stored = inbox.store(profile, "file.xml", first().bytes());
        assertThat(stored.file().state()).isEqualTo(State.RECEIVED);
        var other = inbox();
        assertThat(other.waiting(profile.id())).containsExactly(stored.file().id());
        other.applyAll(profile);
        assertThat(other.find(stored.file().id()).orElseThrow().state()).isEqualTo(State.APPLIED);
        assertThat(entries()).hasSize(1);
        assertThat(other.waiting(profile.id())).isEmpty();
    }

    @Test
    void nothing_is_applied_if_the_node_dies_while_it_applies() {
        payouts.fails = true;
        var stored = inbox.store(profile, "file.xml", first().bytes());
        assertThatThrownBy(() -> inbox.apply(profile, stored.file().id())).hasMessage("the node dies here");
        assertThat(entries()).isEmpty();
        assertThat(statements()).isEmpty();
        payouts.fails = false;
        assertThat(inbox().apply(profile, stored.file().id()).state()).isEqualTo(State.APPLIED);
        assertThat(entries()).hasSize(1);
    }

    @Test
    void the_content_is_kept_as_the_bank_sent_it_and_is_not_readable_in_the_database() {
        var bytes = first().bytes();
        var file = receive(bytes);
        assertThat(inbox.content(file)).isEqualTo(bytes);
        var raw = db.database()
                .read(handle -> InboundFileStore.content(handle, file.id()))
                .orElseThrow();
        assertThat(new String(raw, StandardCharsets.ISO_8859_1)).doesNotContain("Document", CamtText.IBAN);
    }

    @Test
    void a_truncated_file_applies_nothing() {
        var bytes = first().bytes();
        var file = receive(Arrays.copyOf(bytes, bytes.length - 40));
        assertThat(file.state()).isEqualTo(State.UNREADABLE);
        assertThat(file.hold().reason()).isNotBlank();
        assertThat(entries()).isEmpty();
        assertThat(release(file.id(), "Ann", "Ben").state()).isEqualTo(State.UNREADABLE);
    }

    @Test
    void a_statement_that_does_not_add_up_is_held_and_shows_the_difference() {
        var broken = CamtText.statement("S1", 1, "2026-03-02")
                .opening("100.00")
                .add(EntryText.of("5.00").reference("R1"))
                .closing("107.50");
        var file = receive(broken);
        assertThat(file.state()).isEqualTo(State.HELD);
        assertThat(file.hold().difference()).isEqualByComparingTo("2.5");
        assertThat(entries()).isEmpty();
        assertThat(payouts.entries).isEmpty();
        assertThat(breaks()).singleElement().satisfies(each -> {
            assertThat(each.kind()).isEqualTo(BreakKind.BALANCE_BROKEN);
            assertThat(each.amount()).isEqualByComparingTo("2.5");
            assertThat(each.subject()).isEqualTo("file:" + file.id());
        });

        var released = release(file.id(), "Ann", "Ben");
        assertThat(released.state()).isEqualTo(State.APPLIED);
        assertThat(released.decision().by()).isEqualTo("Ann");
        assertThat(released.decision().second()).isEqualTo("Ben");
        assertThat(entries()).hasSize(1);
        // The difference is still there, now as one of the statement.
        assertThat(breaks())
                .filteredOn(each -> each.kind() == BreakKind.BALANCE_BROKEN)
                .singleElement()
                .satisfies(each -> assertThat(each.subject()).startsWith("statement:"));
    }

    @Test
    void a_held_file_that_is_rejected_applies_nothing_and_closes_its_break() {
        var file = receive(
                CamtText.statement("S1", 1, "2026-03-02").opening("1.00").closing("2.00"));
        assertThat(inbox.reject(file.id(), "Ann", "the bank sends it again").state())
                .isEqualTo(State.REJECTED);
        assertThat(breaks()).isEmpty();
        assertThat(release(file.id(), "Ann", "Ben").state()).isEqualTo(State.REJECTED);
        assertThat(entries()).isEmpty();
    }

    @Test
    void a_file_of_another_account_is_held_and_cannot_be_released() {
        var file = receive(first().ofAccount("DE75512108001245126199"));
        assertThat(file.state()).isEqualTo(State.HELD);
        assertThat(file.hold().reason()).contains("DE75512108001245126199");
        assertThat(release(file.id(), "Ann", "Ben").state()).isEqualTo(State.HELD);
        assertThat(entries()).isEmpty();
    }

    @Test
    void the_same_message_with_another_content_is_held_as_a_correction() {
        receive(first());
        var file = receive(
                CamtText.statement("S1", 2, "2026-03-03").opening("105.00").closing("105.00"));
        assertThat(file.state()).isEqualTo(State.HELD);
        assertThat(breakKinds()).contains(BreakKind.CORRECTED);
    }

    @Test
    void a_kind_that_the_profile_does_not_expect_is_held() {
        var bytes = "{1:F01BANKDEFFXXXX0000000000}{4:\r\n:20:X\r\n-}".getBytes(StandardCharsets.UTF_8);
        var file = receive(bytes);
        assertThat(file.state()).isIn(State.HELD, State.UNREADABLE);
        var strange = new String(CamtText.notice("N1", "2026-03-02").bytes(), StandardCharsets.UTF_8)
                .replace("BkToCstmrDbtCdtNtfctn", "BkToCstmrSomething");
        assertThat(receive(strange.getBytes(StandardCharsets.UTF_8)).state()).isEqualTo(State.HELD);
        assertThat(entries()).isEmpty();
    }

    @Test
    void altered_rows_are_found_and_nothing_is_decided_by_them() {
        expect("INV1");
        var file = receive(CamtText.statement("S1", 1, "2026-03-02")
                .opening("100.00")
                .add(EntryText.of("5.00").reference("R1").remittance("Eve", "INV1"))
                .add(EntryText.of("-1.00").reference("R2"))
                .closing("104.00"));
        assertThat(file.state()).isEqualTo(State.APPLIED);
        assertThat(faults()).isEmpty();
        execute("UPDATE rail_iso20022_entry SET units = 50000 WHERE bank_reference = 'R1'");
        execute("UPDATE rail_iso20022_statement SET closing = 99");
        execute("UPDATE rail_iso20022_break SET amount = 1");
        execute("UPDATE rail_iso20022_inbound SET name = 'other'");
        assertThat(faults()).hasSize(4).allMatch(each -> each.contains("changed in the database"));
        assertThatThrownBy(() -> entries()).hasMessageContaining("changed in the database");
        assertThatThrownBy(() -> inbox.find(file.id())).hasMessageContaining("changed in the database");
    }

    @Test
    void a_file_that_needs_an_altered_entry_is_held() {
        receive(first());
        execute("UPDATE rail_iso20022_entry SET units = 50000, whole_units = 50000");
        var file = receive(
                CamtText.notice("N1", "2026-03-02").add(EntryText.of("5.00").reference("R1")));
        assertThat(file.state()).isEqualTo(State.HELD);
        assertThat(file.hold().reason()).contains("changed in the database");
    }

    @Test
    void a_stored_content_that_was_replaced_is_not_applied() {
        var stored = inbox.store(profile, "file.xml", first().bytes());
        var other = inbox.store(
                profile, "other.xml", CamtText.notice("N1", "2026-03-02").bytes());
        execute("UPDATE rail_iso20022_inbound a SET content = b.content FROM rail_iso20022_inbound b WHERE a.id = '"
                + stored.file().id() + "' AND b.id = '" + other.file().id() + "'");
        var file = inbox.apply(profile, stored.file().id());
        assertThat(file.state()).isEqualTo(State.HELD);
        assertThat(file.hold().reason()).contains("content");
        assertThat(entries()).isEmpty();
    }

    @Test
    void two_nodes_that_apply_a_file_at_once_apply_it_once() throws Exception {
        expect("INV1");
        var stored = inbox.store(
                profile,
                "file.xml",
                CamtText.statement("S1", 1, "2026-03-02")
                        .opening("0.00")
                        .add(EntryText.of("5.00").remittance("Eve", "INV1"))
                        .closing("5.00")
                        .bytes());
        var nodes = List.of(inbox(), inbox(), inbox(), inbox());
        try (var threads = Executors.newFixedThreadPool(nodes.size())) {
            var ends = threads.invokeAll(nodes.stream()
                    .<Callable<InboundFile>>map(
                            each -> () -> each.apply(profile, stored.file().id()))
                    .toList());
            for (var end : ends) {
                assertThat(end.get().state()).isEqualTo(State.APPLIED);
            }
        }
        assertThat(entries()).hasSize(1);
        assertThat(payouts.entries).hasSize(1);
        assertThat(credits()).containsExactly("5 INV1");
    }

    @Test
    void a_day_without_its_statement_is_a_break_until_it_comes() {
        receive(first());
        inbox.expectStatement(profile, LocalDate.of(2026, 3, 2));
        assertThat(breakKinds()).doesNotContain(BreakKind.STATEMENT_LATE);
        inbox.expectStatement(profile, LocalDate.of(2026, 3, 3));
        assertThat(breakKinds()).contains(BreakKind.STATEMENT_LATE);
        receive(CamtText.statement("S2", 2, "2026-03-03").opening("105.00").closing("105.00"));
        assertThat(breakKinds()).doesNotContain(BreakKind.STATEMENT_LATE);
    }
}
