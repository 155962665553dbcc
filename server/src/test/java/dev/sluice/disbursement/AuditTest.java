package dev.sluice.disbursement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.money.Money;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Outcome;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/// Ledger verification finds every modification made behind the service's back.
class AuditTest {
    /// Modification of the data, and a part of the fault that verification must report.
    static final List<Arguments> CORRUPTIONS = List.of(
            Arguments.of(
                    "a balance is raised",
                    "UPDATE ledger_account SET balance = balance + 1 WHERE role = 'available'",
                    "not zero"),
            Arguments.of(
                    "money is moved from account to account without a transfer",
                    "UPDATE ledger_account SET balance = balance"
                            + " + CASE role WHEN 'available' THEN 1 WHEN 'funding' THEN -1 ELSE 0 END",
                    "balance differs from its journal"),
            Arguments.of("an account is deleted", "DELETE FROM ledger_account WHERE role = 'fees'", "not zero"),
            Arguments.of(
                    "a merchant's account is overdrawn",
                    "ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_check;"
                            + "UPDATE ledger_account SET balance = -1 WHERE role = 'held'",
                    "overdrawn"),
            Arguments.of(
                    "a transfer is deleted",
                    "DELETE FROM ledger_transfer WHERE kind = 'post'",
                    "balance differs from its journal"),
            Arguments.of(
                    "the books forget a payout's fee altogether",
                    "UPDATE ledger_account SET balance = balance"
                            + " + (SELECT sum(units) FROM ledger_transfer WHERE kind = 'fee')"
                            + " * CASE role WHEN 'held' THEN 1 WHEN 'fees' THEN -1 ELSE 0 END;"
                            + "DELETE FROM ledger_transfer WHERE kind = 'fee'",
                    "payment "),
            Arguments.of(
                    "a transfer's units are changed",
                    "UPDATE ledger_transfer SET units = units + 1 WHERE kind = 'hold'",
                    "payment "),
            Arguments.of(
                    "a transfer is led to another account",
                    "UPDATE ledger_transfer SET credit = 'clearing:other' WHERE kind = 'post'",
                    "payment "),
            Arguments.of(
                    "a transfer is invented",
                    "INSERT INTO ledger_transfer SELECT organization_id, gen_random_uuid(), 1, asset, 'fees',"
                            + " 'funding', units, 'fee', NULL, NULL, effective_at, recorded_at"
                            + " FROM ledger_transfer WHERE kind = 'fee' LIMIT 1",
                    "payments account for"),
            Arguments.of(
                    "a payout's status is changed",
                    "UPDATE disbursement_progress SET status = 'cancelled', stage = NULL WHERE status = 'pending'",
                    "payment "),
            Arguments.of(
                    "a payout's amount is changed",
                    "UPDATE disbursement d SET units = units + 1 FROM disbursement_progress p"
                            + " WHERE p.id = d.id AND p.status = 'completed'",
                    "payment "),
            Arguments.of("a payout is deleted", "DELETE FROM disbursement", "payments account for"),
            Arguments.of(
                    "a statement's line is changed",
                    "UPDATE ledger_transfer SET available_after = available_after + 1 WHERE position = 2",
                    "statement does not add up"),
            Arguments.of(
                    "a statement's lines are numbered with a gap",
                    "UPDATE ledger_transfer SET position = position + 100 WHERE position = 3",
                    "statement does not add up"),
            Arguments.of(
                    "a statement's length is changed",
                    "UPDATE ledger_account SET position = position + 1 WHERE role = 'available'",
                    "statement's length is wrong"));

    private final PayoutFixture fixture = new PayoutFixture();

    /// A payout in every status, a forced one among them.
    @BeforeEach
    void keepBooks() {
        fixture.fund(1_000_000, PayoutFixture.EUR);
        fixture.pay(1_000, PayoutFixture.EUR);
        fixture.node.disbursements.cancel(fixture.cancel(fixture.pay(2_000, PayoutFixture.EUR), fixture.claim()));
        var completed = fixture.pay(3_000, PayoutFixture.EUR);
        var returned = fixture.pay(4_000, PayoutFixture.EUR);
        fixture.node.disbursements.applyOutcomes(List.of(
                fixture.applyOutcome(completed, new Outcome.Settled("one", Samples.NOW)),
                fixture.applyOutcome(returned, new Outcome.Settled("two", Samples.NOW)),
                fixture.applyOutcome(
                        returned,
                        new Outcome.Returned(
                                FailureCode.RETURNED_BY_PAYEE,
                                "back",
                                Samples.NOW,
                                new Money(BigInteger.valueOf(4_000), PayoutFixture.EUR)))));
        fixture.node.disbursements.force(
                fixture.force(fixture.pay(5_000, PayoutFixture.EUR), Status.FAILED, fixture.claim()));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void books_that_nobody_touched_are_proved_and_counted() {
        var report = fixture.audit();
        assertThat(report.faults()).isEmpty();
        assertThat(report.isClean()).isTrue();
        assertThat(report.payments()).isEqualTo(5);
        assertThat(report.accounts()).isEqualTo(5);
        assertThat(report.transfers()).isEqualTo(1 + 1 + 2 + 3 + 4 + 2);
    }

    /// Otherwise one row among millions would be reported as millions of faults.
    @Test
    void a_gap_in_a_statement_is_one_fault_however_many_lines_follow() {
        fixture.database.run(tx ->
                tx.handle().execute("UPDATE ledger_transfer SET position = position + 100" + " WHERE position >= 3"));
        assertThat(fixture.audit().faults())
                .filteredOn(fault -> fault.startsWith("statement does not add up"))
                .hasSize(1);
    }

    @Test
    void amounts_that_differ_are_told_by_asset_and_account() {
        fixture.database.run(
                tx -> tx.handle().execute("UPDATE ledger_transfer SET units = units + 1 WHERE kind = 'hold'"));
        assertThat(fixture.audit().faults())
                .filteredOn(fault -> fault.startsWith("payment "))
                .hasSize(5)
                .allSatisfy(fault -> assertThat(fault)
                        .contains(" of organization " + fixture.organization + ": expected ")
                        .doesNotContain("{", "["))
                .anySatisfy(fault -> assertThat(fault)
                        .containsPattern(": expected EUR available -\\d+, EUR held \\d+ in 1 transfer;"
                                + " found EUR available -\\d+, EUR held \\d+ in 1 transfer$"))
                .anySatisfy(fault -> assertThat(fault).contains(": expected nothing in 2 transfers; found "));
    }

    @ParameterizedTest(name = "{0}")
    @FieldSource("CORRUPTIONS")
    void whatever_is_done_to_the_books_is_found(String what, String sql, String text) {
        fixture.database.run(tx -> tx.handle().createScript(sql).execute());
        var report = fixture.audit();
        assertThat(report.isClean()).as(what).isFalse();
        assertThat(report.faults()).anySatisfy(fault -> assertThat(fault).startsWith(text));
    }
}
