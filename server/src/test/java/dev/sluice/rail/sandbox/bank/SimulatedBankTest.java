package dev.sluice.rail.sandbox.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.db.TestDatabase;
import dev.sluice.iso20022.PaymentStatus;
import dev.sluice.iso20022.SumCheck;
import dev.sluice.rail.sandbox.bank.Booking.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files, bookings, notices and statements of an account at the simulated bank.
class SimulatedBankTest {
    private static final Party PAYER = new Party("Erika Payer", "DE75512108001245126199", "SOLADEST600");

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
    void an_accepted_file_is_acknowledged_answered_booked_and_noticed() {
        var customer = customer();
        customer.process(
                PaymentText.of("MSG1").pay("E1", "12.50", Customer.PAYEE).pay("E2", "7.00", Customer.PAYEE));

        var folders = customer.bank().settings().folders();
        assertThat(customer.names(folders.out())).isEmpty();
        assertThat(customer.names(folders.archive())).containsExactly("MSG1.xml");
        assertThat(customer.names(folders.acks())).containsExactly("MSG1.xml.ack");
        assertThat(customer.bank().timesBooked()).containsOnlyKeys("E1", "E2").containsEntry("E1", 1);
        assertThat(customer.bank().balance()).isEqualTo(Customer.OPENING - 1_950);
        assertThat(customer.bank().states("E1")).containsExactly("BOOKED");
        assertThat(customer.bank().states("E3")).isEmpty();

        assertThat(customer.files(""))
                .allSatisfy(each -> assertThat(each.problems()).isEmpty());
        var reports = customer.reports();
        assertThat(reports)
                .hasSize(2)
                .allSatisfy(each -> assertThat(each.originalMsgId()).isEqualTo("MSG1"));
        assertThat(reports.get(0).group()).isEqualTo("ACTC");
        assertThat(reports.get(1).payments())
                .filteredOn(each -> each.level() == PaymentStatus.Level.TRANSACTION)
                .extracting(PaymentStatus::id, PaymentStatus::status)
                .containsExactly(tuple("E1", "ACSC"), tuple("E2", "ACSC"));
        var entries = customer.entries("camt.054");
        assertThat(entries).hasSize(2).allMatch(each -> each.isBooked() && each.detailsAddUp());
        var first = entries.getFirst();
        assertThat(first.amount().value()).isEqualByComparingTo("-12.50");
        assertThat(first.bankReference()).hasSize(16);
        var details = first.details().getFirst();
        assertThat(details.references().endToEndId()).isEqualTo("E1");
        assertThat(details.references().msgId()).isEqualTo("MSG1");
        assertThat(details.references().paymentInformationId()).isEqualTo("PMSG1");
        assertThat(details.counterparty().name()).isEqualTo("Maria Muster");
        assertThat(details.counterparty().account()).isEqualTo(Customer.PAYEE);
    }

    @Test
    void nothing_happens_twice() {
        var customer = customer();
        customer.process(PaymentText.one("MSG1", "E1"));
        int files = customer.paths("").size();
        customer.settle();
        assertThat(customer.bank().step()).isFalse();
        assertThat(customer.paths("")).hasSize(files);
        assertThat(customer.bank().bookings()).hasSize(1);
    }

    @Test
    void camt_and_mt940_of_a_day_have_the_same_entries_and_add_up() {
        var customer = customer();
        customer.bank().pay(IncomingCredit.ofText("in-1", 5_000, PAYER, "Thanks, order 4711"));
        customer.process(PaymentText.one("MSG1", "E1"));
        customer.passTo("2026-11-25T06:00:00Z");

        var camt = customer.statements("camt.053").getFirst();
        var mt = customer.statements("mt940").getFirst();
        assertThat(customer.files("camt.053").getFirst().problems()).isEmpty();
        assertThat(customer.files("mt940").getFirst().problems()).isEmpty();
        for (var each : List.of(camt, mt)) {
            assertThat(SumCheck.of(each)).isInstanceOf(SumCheck.AddsUp.class);
            assertThat(each.account()).isEqualTo(Customer.IBAN);
            assertThat(each.balances().opening().amount().value()).isEqualByComparingTo("10000");
            assertThat(each.balances().closing().amount().value()).isEqualByComparingTo("10037.50");
            assertThat(each.entries()).hasSize(2);
        }
        for (int i = 0; i < 2; i++) {
            var one = camt.entries().get(i);
            var other = mt.entries().get(i);
            assertThat(other.amount()).isEqualTo(one.amount());
            assertThat(other.bankReference()).isEqualTo(one.bankReference());
            assertThat(other.booking()).isEqualTo(one.booking());
            assertThat(other.isCreditable()).isEqualTo(one.isCreditable());
            assertThat(other.details().getFirst().references().endToEndId())
                    .isEqualTo(one.details().getFirst().references().endToEndId());
            assertThat(other.details().getFirst().counterparty().account())
                    .isEqualTo(one.details().getFirst().counterparty().account());
            assertThat(other.details().getFirst().remittance().lines())
                    .isEqualTo(one.details().getFirst().remittance().lines());
        }
    }

    @Test
    void intraday_reports_have_each_entry_once() {
        var customer = customer();
        customer.process(PaymentText.one("MSG1", "E1"));
        assertThat(customer.entries("camt.052")).isEmpty();
        customer.pass(Duration.ofMinutes(30));
        customer.process(PaymentText.one("MSG2", "E2"));
        customer.pass(Duration.ofMinutes(30));
        assertThat(customer.statements("camt.052")).hasSize(2);
        assertThat(customer.entries("camt.052"))
                .extracting(each -> each.details().getFirst().references().endToEndId())
                .containsExactly("E1", "E2");
        assertThat(customer.files("camt.052"))
                .allSatisfy(each -> assertThat(each.problems()).isEmpty());
    }

    @Test
    void incoming_payments_carry_texts_references_and_virtual_accounts() {
        var customer = customer();
        var bank = customer.bank();
        assertThat(bank.pay(IncomingCredit.ofText("a", 100, PAYER, "Order 4711 & <more>")))
                .isTrue();
        assertThat(bank.pay(IncomingCredit.ofText("a", 100, PAYER, "Order 4711 & <more>")))
                .isFalse();
        bank.pay(IncomingCredit.ofReference("b", 200, PAYER, "RF18539007547034"));
        bank.pay(IncomingCredit.ofAccount("c", 300, PAYER, "8808123456789"));
        customer.settle();
        assertThat(bank.balance()).isEqualTo(Customer.OPENING + 600);
        var entries = customer.entries("camt.054");
        assertThat(entries).hasSize(3).allMatch(each -> each.isCreditable());
        assertThat(entries.get(0).details().getFirst().remittance().lines()).containsExactly("Order 4711 & <more>");
        assertThat(entries.get(0).details().getFirst().counterparty().name()).isEqualTo("Erika Payer");
        assertThat(entries.get(1).details().getFirst().remittance().references())
                .containsExactly("RF18539007547034");
        assertThat(customer.text(customer.paths("camt.054").getFirst()))
                .contains("<CdtrAcct><Id><Othr><Id>8808123456789</Id>");
    }

    @Test
    void a_reversal_takes_an_incoming_payment_back() {
        var customer = customer();
        customer.bank().pay(IncomingCredit.ofText("a", 100, PAYER, "Order 4711"));
        assertThat(customer.bank().reverse("a")).isFalse();
        customer.settle();
        assertThat(customer.bank().reverse("a")).isTrue();
        assertThat(customer.bank().reverse("a")).isFalse();
        customer.settle();
        assertThat(customer.bank().balance()).isEqualTo(Customer.OPENING);
        var last = customer.entries("camt.054").getLast();
        assertThat(last.booking().reversal()).isTrue();
        assertThat(last.amount().value()).isEqualByComparingTo("-1.00");
        customer.passTo("2026-11-25T06:00:00Z");
        assertThat(customer.files("mt940").getFirst().problems()).isEmpty();
        assertThat(customer.entries("mt940").getLast().booking().reversal()).isTrue();
    }

    @Test
    void balances_chain_over_month_and_year_end_and_numbers_restart() {
        var customer = new Customer(
                database.database(),
                folder,
                settings -> Changed.prices(settings, new BankSettings.Prices(25, 500, 0, 120)));
        customer.process(PaymentText.one("MSG1", "E1"));
        customer.bank().pay(IncomingCredit.ofText("a", 100_000, PAYER, "Order 4711"));
        customer.passTo("2027-01-05T09:00:00Z");

        var days = customer.bank().days();
        assertThat(days).first().extracting(ClosedDay::opening).isEqualTo(Customer.OPENING);
        assertThat(days).noneMatch(each -> each.day().getDayOfWeek().getValue() > 5);
        assertThat(days.getLast().closing()).isEqualTo(customer.bank().balance());
        var statements = customer.statements("camt.053");
        assertThat(statements).hasSameSizeAs(days);
        for (int i = 1; i < days.size(); i++) {
            var previous = days.get(i - 1);
            var day = days.get(i);
            assertThat(day.opening()).isEqualTo(previous.closing());
            assertThat(day.number()).isEqualTo(day.year() == previous.year() ? previous.number() + 1 : 1);
            assertThat(statements.get(i).balances().opening().amount())
                    .isEqualTo(statements.get(i - 1).balances().closing().amount());
            assertThat(statements.get(i).number()).isEqualTo(Integer.toString(day.number()));
        }
        assertThat(days).filteredOn(each -> each.number() == 1).hasSize(2);
        assertThat(customer.files("camt.053"))
                .allSatisfy(each -> assertThat(each.problems()).isEmpty());
        assertThat(customer.files("mt940"))
                .hasSameSizeAs(days)
                .allSatisfy(each -> assertThat(each.problems()).isEmpty());
        var bookings = customer.bank().bookings();
        assertThat(bookings)
                .extracting(Booking::kind)
                .containsExactly(
                        Kind.PAYMENT, Kind.CHARGE, Kind.CREDIT, Kind.INTEREST, Kind.CHARGE, Kind.INTEREST, Kind.CHARGE);
        assertThat(bookings)
                .filteredOn(each -> each.kind() == Kind.INTEREST)
                .extracting(Booking::day)
                .containsExactly(LocalDate.of(2026, 11, 30), LocalDate.of(2026, 12, 31));
        long balance = Customer.OPENING;
        for (var each : bookings) {
            balance += each.units();
            assertThat(each.balance()).isEqualTo(balance);
        }
    }

    @Test
    void bookings_of_a_weekend_belong_to_monday() {
        var customer = customer();
        customer.passTo("2026-11-28T09:00:00Z");
        customer.bank().pay(IncomingCredit.ofText("a", 100, PAYER, "Order 4711"));
        customer.settle();
        assertThat(customer.bank().bookings().getFirst().day()).isEqualTo(LocalDate.of(2026, 11, 30));
    }

    @Test
    void a_clock_that_is_advanced_by_years_needs_several_steps() {
        var customer = customer();
        customer.process(PaymentText.one("MSG1", "E1"));
        customer.passTo("2028-11-24T09:00:00Z");
        assertThat(customer.bank().days())
                .hasSize(2 * 261 + 1)
                .last()
                .extracting(ClosedDay::day)
                .isEqualTo(LocalDate.of(2028, 11, 23));
        assertThat(customer.paths("camt.053")).hasSameSizeAs(customer.bank().days());
    }

    @Test
    void hidden_and_temporary_files_are_not_read() {
        var customer = customer();
        customer.send(".MSG1.xml", PaymentText.one("MSG1", "E1").text());
        customer.send("MSG2.xml.part", PaymentText.one("MSG2", "E2").text());
        customer.settle();
        assertThat(customer.bank().timesBooked()).isEmpty();
        assertThat(customer.names(customer.bank().settings().folders().out())).hasSize(2);
    }
}
