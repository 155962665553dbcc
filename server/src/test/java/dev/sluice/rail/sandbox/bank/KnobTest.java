package dev.sluice.rail.sandbox.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.db.TestDatabase;
import dev.sluice.iso20022.BankFiles;
import dev.sluice.iso20022.PaymentStatus;
import dev.sluice.iso20022.StatusReason;
import dev.sluice.iso20022.Unreadable;
import dev.sluice.rail.sandbox.bank.Booking.Kind;
import dev.sluice.rail.sandbox.bank.Knobs.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Faults that the simulated bank makes on demand.
class KnobTest {
    private static final Party PAYER = new Party("Erika Payer", "DE75512108001245126199", null);
    private static final String DAY = "2026-11-24";
    private static final String NEXT_MORNING = "2026-11-25T06:00:00Z";

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

    private Customer customer(Knob knob, String... subjects) {
        var customer = Customer.of(database.database(), folder);
        customer.bank().set(knob, Setting.of(subjects));
        return customer;
    }

    private static PaymentText two(String msgId) {
        return PaymentText.of(msgId).pay(msgId + "A", "12.50", Customer.PAYEE).pay(msgId + "B", "7.00", Customer.PAYEE);
    }

    @Test
    void no_answer_books_without_a_word() {
        var customer = customer(Knob.NO_ANSWER, "MSG1");
        customer.process(PaymentText.one("MSG1", "E1"));
        assertThat(customer.reports()).isEmpty();
        assertThat(customer.bank().timesBooked()).containsEntry("E1", 1);
        customer.process(PaymentText.one("MSG2", "E2"));
        assertThat(customer.reports()).hasSize(2);
    }

    @Test
    void a_late_status_comes_late() {
        var customer = customer(Knob.STATUS_LATE, "MSG1");
        customer.process(PaymentText.one("MSG1", "E1"));
        customer.pass(Duration.ofHours(25));
        assertThat(customer.reports()).isEmpty();
        customer.pass(Duration.ofHours(1));
        assertThat(customer.reports()).hasSize(2);
    }

    @Test
    void a_status_comes_twice_under_two_ids() {
        var customer = customer(Knob.STATUS_TWICE, "MSG1");
        customer.process(PaymentText.one("MSG1", "E1"));
        assertThat(customer.reports()).hasSize(4);
        assertThat(customer.reports().stream().map(each -> each.msgId())).doesNotHaveDuplicates();
        assertThat(customer.reports())
                .filteredOn(each -> "ACTC".equals(each.group()))
                .hasSize(2);
    }

    @Test
    void the_first_status_comes_after_the_last_one() {
        var customer = customer(Knob.STATUS_OUT_OF_ORDER, "MSG1");
        customer.process(PaymentText.one("MSG1", "E1"));
        assertThat(customer.reports()).hasSize(1).noneMatch(each -> "ACTC".equals(each.group()));
        customer.pass(Duration.ofMinutes(2));
        assertThat(customer.reports()).hasSize(2).anyMatch(each -> "ACTC".equals(each.group()));
    }

    @Test
    void a_status_comes_in_parts() {
        var customer = customer(Knob.STATUS_IN_PARTS, "MSG1");
        customer.process(two("MSG1"));
        assertThat(customer.reports())
                .hasSize(4)
                .allSatisfy(each -> assertThat(each.payments())
                        .filteredOn(payment -> payment.level() == PaymentStatus.Level.TRANSACTION)
                        .hasSize(1));
    }

    @Test
    void a_truncated_file_is_followed_by_the_whole_one() throws Exception {
        var customer = customer(Knob.TRUNCATED, "camt.054", DAY);
        customer.process(PaymentText.one("MSG1", "E1"));
        var cut = customer.paths("camt.054").getFirst();
        try (var bytes = Files.newInputStream(cut)) {
            assertThatThrownBy(() -> BankFiles.read(bytes)).isInstanceOf(Unreadable.class);
        }
        customer.pass(Duration.ofMinutes(10));
        assertThat(customer.paths("camt.054")).hasSize(2);
        var whole = customer.paths("camt.054").getLast();
        assertThat(customer.text(whole)).startsWith(customer.text(cut));
        assertThat(Customer.read(whole).problems()).isEmpty();
        customer.passTo(NEXT_MORNING);
        for (var kind : new String[] {"camt.053", "mt940"}) {
            assertThat(customer.paths(kind)).hasSize(2);
            try (var bytes = Files.newInputStream(customer.paths(kind).getFirst())) {
                assertThatThrownBy(() -> BankFiles.read(bytes)).isInstanceOf(Unreadable.class);
            }
        }
    }

    @Test
    void wrong_totals_are_followed_by_the_right_file() {
        var customer = customer(Knob.WRONG_TOTALS, DAY);
        customer.process(PaymentText.one("MSG1", "E1"));
        customer.passTo(NEXT_MORNING);
        for (var kind : new String[] {"camt.054", "camt.053", "mt940"}) {
            var files = customer.files(kind);
            assertThat(files).hasSize(2);
            assertThat(files.getFirst().problems()).isNotEmpty();
            assertThat(files.getLast().problems()).isEmpty();
            assertThat(files.getLast().messages().getFirst().msgId())
                    .isNotEqualTo(files.getFirst().messages().getFirst().msgId());
        }
    }

    @Test
    void a_resend_is_refused_by_a_bank_that_promises_nothing() {
        var customer = new Customer(database.database(), folder, Changed::withoutPromises);
        var file = PaymentText.one("MSG1", "E1");
        customer.process(file);
        customer.process(file);
        assertThat(customer.bank().timesBooked()).containsEntry("E1", 2);
        customer.bank().set(Knob.DUPLICATE_REFUSED, Setting.always());
        customer.process(file);
        assertThat(customer.bank().timesBooked()).containsEntry("E1", 2);
        assertThat(customer.reports().getLast().reasons())
                .extracting(StatusReason::code)
                .containsExactly("DU01");
    }

    @Test
    void a_lost_file_is_acknowledged_and_forgotten_and_its_resend_is_paid() {
        var customer = customer(Knob.FILE_LOST, "MSG1");
        var file = PaymentText.one("MSG1", "E1");
        customer.process(file);
        customer.passTo(NEXT_MORNING);
        assertThat(customer.reports()).isEmpty();
        assertThat(customer.bank().bookings()).isEmpty();
        var folders = customer.bank().settings().folders();
        assertThat(customer.names(folders.acks())).containsExactly("MSG1.xml.ack");
        assertThat(customer.names(folders.archive())).containsExactly("MSG1.xml");
        customer.send("MSG1.xml", file.text().replace("<Dt>2026-11-24", "<Dt>2026-11-25"));
        customer.settle();
        assertThat(customer.bank().timesBooked()).containsEntry("E1", 1);
    }

    @Test
    void a_yes_without_a_booking() {
        var customer = customer(Knob.STORED_NOTHING, "MSG1");
        customer.process(PaymentText.one("MSG1", "E1"));
        assertThat(customer.reports()).hasSize(2);
        assertThat(customer.reports().getLast().payments().getLast().status()).isEqualTo("ACSC");
        customer.passTo(NEXT_MORNING);
        assertThat(customer.entries("camt.053")).isEmpty();
        assertThat(customer.bank().balance()).isEqualTo(Customer.OPENING);
        assertThat(customer.bank().timesBooked()).isEmpty();
    }

    @Test
    void a_batch_is_booked_in_one_entry_with_its_transactions() {
        var customer = customer(Knob.LUMP_WITH_DETAILS, "MSG1");
        customer.process(two("MSG1"));
        assertThat(customer.entries("camt.054")).hasSize(1);
        var entry = customer.entries("camt.054").getFirst();
        assertThat(entry.amount().value()).isEqualByComparingTo("-19.50");
        assertThat(entry.detailsAddUp()).isTrue();
        assertThat(entry.details())
                .extracting(each -> each.references().endToEndId())
                .containsExactly("MSG1A", "MSG1B");
        assertThat(entry.details()).extracting(each -> each.references().bank()).doesNotHaveDuplicates();
        assertThat(customer.bank().timesBooked()).containsEntry("MSG1A", 1).containsEntry("MSG1B", 1);
        assertThat(customer.bank().bookings()).hasSize(1);
    }

    @Test
    void a_batch_is_booked_in_one_entry_without_its_transactions() {
        var customer = customer(Knob.LUMP_WITHOUT_DETAILS, "MSG1");
        customer.process(two("MSG1"));
        var entry = customer.entries("camt.054").getFirst();
        assertThat(entry.amount().value()).isEqualByComparingTo("-19.50");
        assertThat(entry.details()).isEmpty();
        assertThat(customer.text(customer.paths("camt.054").getFirst()))
                .contains("<Btch><MsgId>MSG1</MsgId><PmtInfId>PMSG1</PmtInfId><NbOfTxs>2</NbOfTxs></Btch>");
        assertThat(customer.bank().timesBooked()).containsEntry("MSG1A", 1).containsEntry("MSG1B", 1);
        customer.passTo(NEXT_MORNING);
        assertThat(customer.files("mt940").getFirst().problems()).isEmpty();
    }

    @Test
    void a_payment_comes_back_in_full() {
        var customer = customer(Knob.RETURNED, "E1");
        customer.process(PaymentText.one("MSG1", "E1"));
        assertThat(customer.bank().balance()).isEqualTo(Customer.OPENING);
        assertThat(customer.bank().states("E1")).containsExactly("RETURNED");
        var entry = customer.entries("camt.054").getLast();
        assertThat(entry.amount().value()).isEqualByComparingTo("12.50");
        assertThat(entry.returned()).isNotNull();
        assertThat(entry.returned().code()).isEqualTo("AC04");
        assertThat(entry.isCreditable()).isFalse();
        assertThat(entry.details().getFirst().references().endToEndId()).isEqualTo("E1");
        assertThat(entry.details().getFirst().references().msgId()).isEqualTo("MSG1");
        customer.passTo(NEXT_MORNING);
        var stated = customer.entries("mt940").getLast();
        assertThat(stated.returned()).isNotNull();
        assertThat(stated.details().getFirst().references().endToEndId()).isEqualTo("E1");
    }

    @Test
    void a_payment_comes_back_less_a_charge() {
        var customer = new Customer(
                database.database(),
                folder,
                settings -> Changed.prices(settings, new BankSettings.Prices(0, 0, 300, 0)));
        customer.bank().set(Knob.RETURN_NET, Setting.of("E1"));
        customer.process(PaymentText.one("MSG1", "E1"));
        assertThat(customer.bank().balance()).isEqualTo(Customer.OPENING - 300);
        var details = customer.entries("camt.054").getLast().details().getFirst();
        assertThat(details.amount().value()).isEqualByComparingTo("9.50");
        assertThat(details.charges().value()).isEqualByComparingTo("3.00");
        assertThat(details.returned()).isNotNull();
    }

    @Test
    void a_second_signature_is_missing_until_it_is_given() {
        var customer = customer(Knob.SIGNATURE_MISSING, "MSG1");
        customer.process(PaymentText.one("MSG1", "E1"));
        customer.pass(Duration.ofHours(30));
        assertThat(customer.reports()).hasSize(1);
        assertThat(customer.reports().getFirst().group()).isEqualTo("PATC");
        assertThat(customer.bank().bookings()).isEmpty();
        customer.bank().sign("MSG1");
        customer.settle();
        assertThat(customer.bank().timesBooked()).containsEntry("E1", 1);
        assertThat(customer.reports().getLast().payments().getLast().status()).isEqualTo("ACSC");
    }

    @Test
    void an_entry_has_no_reference_of_the_bank() {
        var customer = customer(Knob.ENTRY_WITHOUT_REFERENCES, "E1");
        customer.process(
                PaymentText.of("MSG1").pay("E1", "1.00", Customer.PAYEE).pay("E2", "2.00", Customer.PAYEE));
        customer.passTo(NEXT_MORNING);
        for (var kind : new String[] {"camt.054", "camt.053", "mt940"}) {
            assertThat(customer.entries(kind).get(0).bankReference()).isNull();
            assertThat(customer.entries(kind).get(1).bankReference()).isNotNull();
        }
    }

    @Test
    void a_payer_pays_twice_in_equal_entries() {
        var customer = customer(Knob.EQUAL_BOOKINGS, "in-1");
        customer.bank().pay(IncomingCredit.ofText("in-1", 100, PAYER, "Order 4711"));
        customer.passTo(NEXT_MORNING);
        assertThat(customer.bank().balance()).isEqualTo(Customer.OPENING + 200);
        var entries = customer.entries("camt.053");
        assertThat(entries).hasSize(2);
        assertThat(entries.get(0)).isEqualTo(entries.get(1));
        assertThat(entries.get(0).bankReference()).isNull();
    }

    @Test
    void a_payment_is_booked_twice_by_mistake() {
        var customer = customer(Knob.BOOKED_TWICE, "E1");
        customer.process(PaymentText.one("MSG1", "E1"));
        assertThat(customer.bank().timesBooked()).containsEntry("E1", 2);
        assertThat(customer.bank().balance()).isEqualTo(Customer.OPENING - 2_500);
    }

    @Test
    void a_statement_is_corrected() {
        var customer = customer(Knob.STATEMENT_CORRECTED, DAY);
        customer.process(two("MSG1"));
        customer.passTo(NEXT_MORNING);
        var statements = customer.statements("camt.053");
        assertThat(statements).hasSize(2);
        assertThat(customer.files("camt.053"))
                .allSatisfy(each -> assertThat(each.problems()).isEmpty());
        assertThat(statements.get(0).number()).isEqualTo(statements.get(1).number());
        assertThat(statements.get(0).entries()).hasSize(1);
        assertThat(statements.get(1).entries()).hasSize(2);
        assertThat(statements.get(0).balances().closing())
                .isNotEqualTo(statements.get(1).balances().closing());
    }

    @Test
    void a_missing_day_comes_when_it_is_asked_for() {
        var customer = customer(Knob.DAY_MISSING, DAY);
        customer.process(PaymentText.one("MSG1", "E1"));
        customer.passTo("2026-11-26T06:00:00Z");
        assertThat(customer.statements("camt.053"))
                .extracting(each -> each.number())
                .containsExactly("2");
        assertThat(customer.bank().resendStatement(LocalDate.parse("2026-11-26")))
                .isFalse();
        assertThat(customer.bank().resendStatement(LocalDate.parse(DAY))).isTrue();
        customer.settle();
        assertThat(customer.statements("camt.053"))
                .extracting(each -> each.number())
                .containsExactly("2", "1");
        assertThat(customer.entries("camt.053")).hasSize(1);
    }

    @Test
    void numbers_restart_only_where_the_bank_does_so() {
        var customer = new Customer(database.database(), folder, KnobTest::silentWithoutYearlyNumbers);
        customer.bank().set(Knob.NUMBERS_RESTART, Setting.of("2028"));
        customer.passTo("2028-01-05T09:00:00Z");
        var days = customer.bank().days();
        assertThat(days)
                .filteredOn(each -> each.number() == 1)
                .extracting(ClosedDay::year)
                .containsExactly(2026, 2028);
        assertThat(days)
                .filteredOn(each -> each.year() == 2027)
                .first()
                .extracting(ClosedDay::number)
                .isEqualTo(29);
    }

    @Test
    void a_seed_decides_who_is_affected_and_a_repetition_changes_nothing() {
        var knobs = new Knobs(42, Map.of(Knob.NO_ANSWER, new Setting(250, Set.of())));
        var affected = IntStream.range(0, 1_000)
                .filter(each -> knobs.isOn(Knob.NO_ANSWER, "M" + each))
                .boxed()
                .toList();
        assertThat(affected.size()).isBetween(200, 300);
        assertThat(affected).allMatch(each -> knobs.isOn(Knob.NO_ANSWER, "M" + each));
        var others = new Knobs(43, knobs.settings());
        assertThat(affected).anyMatch(each -> !others.isOn(Knob.NO_ANSWER, "M" + each));
        assertThat(IntStream.range(0, 1_000)).noneMatch(each -> knobs.isOn(Knob.FILE_LOST, "M" + each));
    }

    @Test
    void knobs_are_stored_with_the_account() {
        var customer = Customer.of(database.database(), folder);
        customer.bank().set(new Knobs(7, Map.of(Knob.BOOKED_TWICE, Setting.always())));
        customer.otherNode().set(Knob.NO_ANSWER, Setting.of("MSG1"));
        customer.process(PaymentText.one("MSG1", "E1"));
        assertThat(customer.reports()).isEmpty();
        assertThat(customer.bank().bookings()).extracting(Booking::kind).containsExactly(Kind.PAYMENT, Kind.PAYMENT);
        customer.bank().set(Knob.BOOKED_TWICE, Setting.of());
        customer.process(PaymentText.one("MSG2", "E2"));
        assertThat(customer.bank().timesBooked()).containsEntry("E1", 2).containsEntry("E2", 1);
    }

    private static BankSettings silentWithoutYearlyNumbers(BankSettings settings) {
        return Changed.sends(
                settings, new BankSettings.Sends(null, BankSettings.Level.GROUP, null, null, null, null, false, false));
    }
}
