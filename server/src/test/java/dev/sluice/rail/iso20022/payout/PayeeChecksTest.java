package dev.sluice.rail.iso20022.payout;

import static dev.sluice.rail.iso20022.payout.TestAccount.debit;
import static dev.sluice.rail.iso20022.payout.TestAccount.id;
import static dev.sluice.rail.iso20022.payout.TestAccount.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.iso20022.PaymentStatus;
import dev.sluice.iso20022.StatusReason;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A bank that compares the names of payees.
class PayeeChecksTest {
    private TestAccount account;
    private Instruction other;
    private Instruction same;

    @BeforeEach
    void open(@TempDir Path root) throws Exception {
        account = TestAccount.in(root);
        other = account.instruction("10.00");
        same = account.instruction("20.00");
        account.rail().submit(List.of(other, same));
        account.send();
    }

    @AfterEach
    void close() {
        account.close();
    }

    private void checked(String code, String name) {
        account.status(
                null,
                null,
                new PaymentStatus(
                        PaymentStatus.Level.TRANSACTION, id(other), null, code, List.of(new StatusReason(null, name))),
                new PaymentStatus(PaymentStatus.Level.TRANSACTION, id(same), null, "RVCM", List.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"RVMC", "RVNM", "RVNA"})
    void a_payout_to_another_name_waits_and_operators_get_the_name(String code) {
        checked(code, "Juergen Muller");
        checked(code, "Juergen Muller");
        account.status("PDNG", null);
        account.pass(Duration.ofDays(10));
        assertThat(account.outcome(other)).isInstanceOf(Outcome.Accepted.class);
        assertThat(account.reports()).isEmpty();
        assertThat(account.alerts())
                .singleElement()
                .satisfies(alert -> assertThat(alert.message())
                        .startsWith("File " + account.msgId() + " waits at the bank")
                        .contains(id(other), "Juergen Muller")
                        .doesNotContain(id(same)));
    }

    @ParameterizedTest
    @CsvSource({"RJCT,", "RJCT, NARR", "RJCT, AC04", "CANC,"})
    void one_that_is_withdrawn_afterwards_fails_for_its_name(String word, String reason) {
        checked("RVMC", "Juergen Muller");
        account.status("ACTC", null);
        account.status(null, null, transaction(other, word, reason));
        assertThat(account.outcome(other)).isInstanceOfSatisfying(Outcome.Rejected.class, rejected -> {
            assertThat(rejected.code()).isEqualTo(FailureCode.NAME_MISMATCH);
            assertThat(rejected.message()).isEqualTo("The bank found nearly another name: Juergen Muller (RVMC)");
        });
        assertThat(account.outcome(same)).isInstanceOf(Outcome.Accepted.class);
    }

    @Test
    void a_file_that_is_withdrawn_fails_for_the_names_that_differed_only() {
        checked("RVNM", "");
        account.status("CANC", null);
        assertThat(account.outcome(other))
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.message()).isEqualTo("The bank found another name (RVNM)"));
        assertThat(account.outcome(same)).isInstanceOf(Outcome.Stopped.class);
    }

    @Test
    void a_duplicate_stays_unknown_whatever_the_name_is() {
        checked("RVNM", "");
        account.status(null, null, transaction(other, "RJCT", "AM05"));
        assertThat(account.outcome(other)).isInstanceOf(Outcome.Unknown.class);
    }

    @Test
    void one_that_is_released_goes_on() {
        checked("RVNM", "");
        account.status("ACSP", null);
        account.status(null, null, transaction(same, "RJCT", "AC04"));
        account.entries(debit(id(other), "10.00"));
        assertThat(account.outcome(other)).isInstanceOf(Outcome.Settled.class);
        assertThat(account.outcome(same))
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo(FailureCode.ACCOUNT_CLOSED));
    }

    @Test
    void one_that_is_released_and_rejected_later_fails_for_the_later_reason() {
        checked("RVNM", "");
        account.status("ACSP", null);
        account.status(null, null, transaction(other, "RJCT", "AC04"));
        assertThat(account.outcome(other))
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo(FailureCode.ACCOUNT_CLOSED));
    }
}
