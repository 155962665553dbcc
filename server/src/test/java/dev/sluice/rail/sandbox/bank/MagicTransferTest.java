package dev.sluice.rail.sandbox.bank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.TestDatabase;
import dev.sluice.iso20022.PaymentStatus;
import dev.sluice.iso20022.PaymentStatus.Level;
import dev.sluice.iso20022.StatusReason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The magic accounts of the sandbox, at the bank that exchanges files.
class MagicTransferTest {
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

    /// Returns an IBAN with a magic number as its account part.
    private static String account(int number) {
        var bban = "10010010" + "99990000%02d".formatted(number);
        int rest = 0;
        for (var digit : (bban + "131400").toCharArray()) {
            rest = (rest * 10 + digit - '0') % 97;
        }
        return "DE%02d%s".formatted(98 - rest, bban);
    }

    private Customer paid(int number) {
        var customer = customer();
        customer.process(
                PaymentText.of("MSG1").pay("E1", "1.00", Customer.PAYEE).pay("E2", "2.00", account(number)));
        return customer;
    }

    private static List<PaymentStatus> statuses(Customer customer, String id) {
        return customer.reports().stream()
                .flatMap(each -> each.payments().stream())
                .filter(each -> each.level() == Level.TRANSACTION && id.equals(each.id()))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "1, AC01",
        "2, AC04",
        "3, AC06",
        "4, AC03",
        "5, BE01",
        "6, AM03",
        "7, AM02",
        "8, RR04",
        "9, MS03",
        "10, AB08"
    })
    void an_account_that_is_refused(int number, String code) {
        var customer = paid(number);
        assertThat(customer.bank().timesBooked()).hasSize(1).containsEntry("E1", 1);
        assertThat(statuses(customer, "E2")).hasSize(1);
        assertThat(statuses(customer, "E2").getFirst().status()).isEqualTo("RJCT");
        assertThat(statuses(customer, "E2").getFirst().reasons())
                .extracting(StatusReason::code)
                .containsExactly(code);
    }

    @ParameterizedTest
    @CsvSource({"11, MS02", "12, AC04"})
    void an_account_that_returns(int number, String code) {
        var customer = paid(number);
        assertThat(customer.bank().balance()).isEqualTo(Customer.OPENING - 100);
        var returned = customer.entries("camt.054").getLast().returned();
        assertThat(returned).isNotNull();
        assertThat(returned.code()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({"21, PT31S, true", "23, PT1H1S, true", "31, PT61S, false", "32, PT1H1S, false", "34, PT10M1S, false"})
    void an_account_that_takes_its_time(int number, Duration until, boolean silent) {
        var customer = paid(number);
        assertThat(customer.bank().timesBooked()).doesNotContainKey("E2");
        customer.pass(until.minusSeconds(11));
        assertThat(customer.bank().timesBooked()).doesNotContainKey("E2");
        customer.pass(Duration.ofSeconds(2));
        assertThat(customer.bank().timesBooked()).containsEntry("E2", 1);
        assertThat(statuses(customer, "E2")).hasSize(silent ? 0 : 1);
    }

    @Test
    void an_account_that_is_refused_after_a_silence() {
        var customer = paid(22);
        assertThat(statuses(customer, "E2")).isEmpty();
        customer.pass(Duration.ofSeconds(31));
        assertThat(statuses(customer, "E2")).hasSize(1);
        assertThat(statuses(customer, "E2").getFirst().reasons())
                .extracting(StatusReason::code)
                .containsExactly("AB08");
        assertThat(customer.bank().timesBooked()).containsOnlyKeys("E1");
    }

    @Test
    void an_answer_that_is_lost() {
        var customer = paid(24);
        assertThat(customer.bank().timesBooked()).containsEntry("E2", 1);
        assertThat(statuses(customer, "E2")).isEmpty();
        assertThat(statuses(customer, "E1")).hasSize(1);
    }

    @Test
    void a_request_that_is_lost_loses_its_file_once() {
        var customer = paid(25);
        assertThat(customer.reports()).isEmpty();
        assertThat(customer.bank().timesBooked()).isEmpty();
        customer.process(
                PaymentText.of("MSG1").pay("E1", "1.00", Customer.PAYEE).pay("E2", "2.00", account(25)));
        assertThat(customer.bank().timesBooked()).containsEntry("E1", 1).containsEntry("E2", 1);
    }

    @Test
    void an_account_with_two_notices_of_one_booking() {
        var customer = paid(33);
        assertThat(customer.bank().timesBooked()).containsEntry("E2", 1);
        var ofE2 = customer.entries("camt.054").stream()
                .filter(each ->
                        "E2".equals(each.details().getFirst().references().endToEndId()))
                .toList();
        assertThat(ofE2).hasSize(2);
        assertThat(ofE2.get(0)).isEqualTo(ofE2.get(1));
        assertThat(statuses(customer, "E2")).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"41, RVNM, true", "42, RVMC, false", "43, RVNA, true"})
    void a_bank_that_verifies_payees_holds_a_file_with_another_name(int number, String status, boolean released) {
        var customer = new Customer(database.database(), folder, Changed::verifying);
        customer.process(
                PaymentText.of("MSG1").pay("E1", "1.00", Customer.PAYEE).pay("E2", "2.00", account(number)));
        assertThat(customer.reports()).hasSize(1);
        assertThat(statuses(customer, "E1")).isEmpty();
        assertThat(statuses(customer, "E2")).extracting(PaymentStatus::status).containsExactly(status);
        customer.pass(Duration.ofHours(2));
        assertThat(customer.bank().bookings()).isEmpty();
        if (released) {
            customer.bank().sign("MSG1");
        } else {
            customer.bank().refuse("MSG1");
        }
        customer.settle();
        assertThat(customer.bank().timesBooked()).hasSize(released ? 2 : 0);
        assertThat(statuses(customer, "E1").getLast().status()).isEqualTo(released ? "ACSC" : "RJCT");
    }

    @ParameterizedTest
    @CsvSource({"0", "41", "42", "43", "77"})
    void any_other_account_is_paid(int number) {
        var customer = paid(number);
        assertThat(customer.bank().timesBooked()).containsEntry("E1", 1).containsEntry("E2", 1);
    }
}
