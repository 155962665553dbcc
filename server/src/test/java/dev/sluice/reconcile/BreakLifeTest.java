package dev.sluice.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.ledger.Account;
import dev.sluice.rail.iso20022.inbound.BankBreaks;
import dev.sluice.rail.iso20022.inbound.CamtText;
import dev.sluice.rail.iso20022.inbound.CamtText.EntryText;
import dev.sluice.rail.iso20022.inbound.InboundFile;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Breaks close when their cause is gone, or by a person; the worker finds them and notifies operators.
class BreakLifeTest extends ReconcileCase {
    private void emptyDays() {
        at(TUESDAY, "06:00");
        statement(MONDAY, "1000.00", "1000.00");
        at(WEDNESDAY, "06:00");
        statement(TUESDAY, "1000.00", "1000.00");
        at(THURSDAY, "06:00");
        statement(WEDNESDAY, "1000.00", "1000.00");
    }

    @Test
    void a_payout_that_is_booked_late_closes_its_break() {
        var paid = sent("12.00").getFirst();
        emptyDays();
        assertThat(texts(reconcile())).containsExactly("INSTRUCTED_NOT_BOOKED -12 P3D");
        assertThat(reconcile().breaks().getFirst().subject()).isEqualTo(subject(paid));
        notice(THURSDAY, debit(paid, "-12.00"));
        post();
        assertThat(texts(reconcile())).isEmpty();
    }

    @Test
    void a_payout_that_a_notice_books_and_no_statement_has_is_posted_and_not_booked() {
        var paid = sent("12.00").getFirst();
        notice(MONDAY, debit(paid, "-12.00"));
        post();
        emptyDays();
        assertThat(texts(reconcile())).containsExactly("POSTED_NOT_BOOKED -12 P3D");
        assertTerms(reconcile(), "1000.00", "12.00", "-12.00", "0.00", "1000.00");
        at("2026-03-06", "06:00");
        statement(THURSDAY, "1000.00", "988.00", debit(paid, "-12.00"));
        assertThat(texts(reconcile())).isEmpty();
    }

    @Test
    void what_the_ledger_posts_late_closes_its_break() {
        notice(MONDAY, deposit("50.00", "D1"));
        at(TUESDAY, "06:00");
        statement(MONDAY, "1000.00", "1050.00", deposit("50.00", "D1"));
        assertThat(texts(reconcile())).containsExactly("BOOKED_NOT_POSTED 50 P1D");
        assertTerms(reconcile(), "1000.00", "0.00", "0.00", "50.00", "1050.00");
        post();
        assertThat(texts(reconcile())).isEmpty();
    }

    @Test
    void a_payout_that_failed_and_is_booked_stays_a_break() {
        var paid = sent("12.00").getFirst();
        status(paid, "RJCT");
        at(TUESDAY, "06:00");
        statement(MONDAY, "1000.00", "988.00", debit(paid, "-12.00"));
        at(TUESDAY, "08:00");
        assertThat(texts(reconcile())).containsExactly("BOOKED_NOT_POSTED -12 P1D");
        assertTerms(reconcile(), "1000.00", "0.00", "0.00", "-12.00", "988.00");
    }

    @Test
    void a_changed_payout_closes_its_break_when_it_is_booked() {
        var paid = sent("12.00").getFirst();
        status(paid, "ACWC");
        status(paid, "ACSP");
        assertThat(texts(reconcile())).containsExactly("CHANGED -12 P0D");
        at(TUESDAY, "06:00");
        statement(MONDAY, "1000.00", "988.00", debit(paid, "-12.00"));
        post();
        assertThat(texts(reconcile())).isEmpty();
    }

    @Test
    void a_gap_closes_when_the_missing_statement_arrives() {
        at(WEDNESDAY, "06:00");
        var early = CamtText.statement("S3", 3, TUESDAY).opening("1050.00").closing("1050.00");
        assertThat(receive(early).state()).isEqualTo(InboundFile.State.HELD);
        assertThat(texts(reconcile())).contains("STATEMENT_GAP 50 P0D");
        statement(MONDAY, "1000.00", "1050.00", EntryText.of("50.00").reference("U1"));
        assertThat(texts(reconcile())).containsExactly("CREDIT_OPEN 50 P2D");
        assertTerms(reconcile(), "1000.00", "0.00", "0.00", "50.00", "1050.00");
    }

    @Test
    void a_late_statement_closes_its_break_and_a_later_one_too() {
        at(WEDNESDAY, "09:00");
        assertThat(texts(reconcile())).containsExactly("STATEMENT_LATE 0 P2D", "STATEMENT_LATE 0 P1D");
        statement(MONDAY, "1000.00", "1000.00");
        assertThat(texts(reconcile())).containsExactly("STATEMENT_LATE 0 P1D");
        statement(TUESDAY, "1000.00", "1000.00");
        assertThat(reconcile().isClean()).isTrue();
    }

    @Test
    void a_break_that_a_person_closed_stays_closed() {
        var paid = sent("12.00").getFirst();
        emptyDays();
        var breaks = new BankBreaks(vault, clocks);
        var open = reconcile().breaks().getFirst();
        assertThat(database.database().<Boolean>inTx(tx -> breaks.close(tx, open.id(), "the bank answers", "Ada")))
                .isTrue();
        assertThat(reconcile().breaks()).isEmpty();
        assertThat(database.database().<Boolean>inTx(tx -> breaks.close(tx, open.id(), "again", "Ada")))
                .isFalse();
        at("2026-03-06", "06:00");
        statement(THURSDAY, "1000.00", "988.00", debit(paid, "-12.00"));
        post();
        assertThat(reconcile().isClean()).isTrue();
    }

    @Test
    void breaks_of_later_days_are_left_out_of_an_earlier_one() {
        at(TUESDAY, "06:00");
        statement(MONDAY, "1000.00", "1001.00", EntryText.of("1.00").reference("U1"));
        at(WEDNESDAY, "06:00");
        statement(TUESDAY, "1001.00", "1003.00", EntryText.of("2.00").reference("U2"));
        assertThat(texts(reconcile(MONDAY))).containsExactly("CREDIT_OPEN 1 P2D");
        assertThat(texts(reconcile())).containsExactly("CREDIT_OPEN 1 P2D", "CREDIT_OPEN 2 P1D");
        assertTerms(reconcile(MONDAY), "1000.00", "0.00", "0.00", "1.00", "1001.00");
    }

    @Test
    void statements_are_expected_on_business_days_by_their_deadline() {
        var deadlines = new StatementDeadlines(profile);
        var friday = Optional.of(LocalDate.parse("2026-04-01"));
        at("2026-04-07", "08:59");
        assertThat(deadlines.missing(friday, clocks.instant()))
                .as("Good Friday and Easter Monday are no business days")
                .isEmpty();
        at("2026-04-07", "09:00");
        assertThat(deadlines.missing(friday, clocks.instant())).containsExactly(LocalDate.parse("2026-04-02"));
        at("2026-06-30", "09:00");
        assertThat(deadlines.missing(friday, clocks.instant()))
                .as("after a long downtime")
                .hasSize(StatementDeadlines.DAYS_MAX)
                .last()
                .isEqualTo(LocalDate.parse("2026-06-29"));
        assertThat(deadlines.missing(Optional.empty(), clocks.instant())).isEmpty();
    }

    @Test
    void the_worker_fetches_before_it_misses_a_statement_and_raises_each_alert_once() {
        at(WEDNESDAY, "09:00");
        var worker = new ReconciliationWorker(reconciliations, database.database(), clocks, alerts, profile);
        var other = new ReconciliationWorker(reconciliations, database.database(), clocks, alerts, profile);
        worker.step();
        assertThat(open()).isEmpty();
        pass(Duration.ofMinutes(30));
        worker.step();
        other.step();
        worker.step();
        assertThat(open()).containsExactly("STATEMENT_LATE 0 P2D", "STATEMENT_LATE 0 P1D");
        assertThat(raised).singleElement().satisfies(alert -> {
            assertThat(alert.rail()).isEqualTo("bank-eur-main");
            assertThat(alert.message())
                    .isEqualTo("2 breaks STATEMENT_LATE, the first of 2026-03-02: run ./sluice reconcile");
        });
    }

    private List<String> open() {
        return database.database().read(handle -> reconciliations.breaks(handle, profile, null)).stream()
                .map(each -> text(each, reconciliations.today(profile)))
                .toList();
    }

    @Test
    void the_worker_reports_books_that_differ() {
        transfer(Account.FUNDING, Account.clearing("bank-eur-main"), eur("5.00"));
        new ReconciliationWorker(reconciliations, database.database(), clocks, alerts, profile).step();
        assertThat(raised)
                .singleElement()
                .satisfies(alert -> assertThat(alert.message())
                        .isEqualTo("The books differ from the bank's balance of 2026-02-27 by 5 EUR: "
                                + "run ./sluice reconcile"));
    }
}
