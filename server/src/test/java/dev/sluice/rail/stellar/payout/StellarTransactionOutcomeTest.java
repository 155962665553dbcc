package dev.sluice.rail.stellar.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.stellar.horizon.Account;
import dev.sluice.rail.stellar.horizon.History;
import dev.sluice.rail.stellar.horizon.ResultCode;
import dev.sluice.rail.stellar.horizon.StellarLedgerHeader;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Final outcomes of a signed transaction. The guarantee that no payout is paid twice rests on this decision.
class StellarTransactionOutcomeTest {
    private static final Instant BOUND = Instant.parse("2026-11-21T02:33:00Z");
    private static final long SEQUENCE = 1_000;
    private static final String HASH = "aa".repeat(32);
    private static final SignedTransaction SIGNED =
            new SignedTransaction("GSOURCE", SEQUENCE, HASH, "envelope", null, BOUND, 100, 100, null, null);

    @Test
    void what_is_in_the_history_is_certain() {
        assertThat(fate(BOUND, SEQUENCE, null, history(true, "tx_success")))
                .isInstanceOf(TransactionOutcome.InHistory.class);
        assertThat(fate(BOUND, SEQUENCE, null, history(false, "tx_failed")))
                .isInstanceOf(TransactionOutcome.InHistory.class);
        assertThat(fate(BOUND, SEQUENCE - 1, null, history(true, "tx_success")))
                .isInstanceOf(TransactionOutcome.InHistory.class);
    }

    @Test
    void a_failure_that_used_no_sequence_number_is_not_certain() {
        assertThat(fate(BOUND, SEQUENCE - 1, null, history(false, "tx_bad_auth")))
                .isInstanceOf(TransactionOutcome.Open.class);
        assertThat(fate(BOUND, SEQUENCE, null, history(false, "tx_bad_auth")))
                .isInstanceOf(TransactionOutcome.InHistory.class);
    }

    @Test
    void silence_is_not_certain_before_a_ledger_closed_after_the_bound() {
        assertThat(fate(BOUND.minusSeconds(1), SEQUENCE - 1, 100L, null)).isInstanceOf(TransactionOutcome.Open.class);
        assertThat(fate(BOUND, SEQUENCE - 1, 100L, null)).isInstanceOf(TransactionOutcome.Open.class);
        assertThat(fate(BOUND.plusSeconds(1), SEQUENCE - 1, 100L, null)).isEqualTo(new TransactionOutcome.Expired(100));
    }

    @Test
    void silence_is_never_certain_where_the_number_was_used() {
        assertThat(fate(BOUND.plusSeconds(3_600), SEQUENCE, 100L, null)).isInstanceOf(TransactionOutcome.Open.class);
        assertThat(fate(BOUND.plusSeconds(3_600), SEQUENCE + 5, 100L, null))
                .isInstanceOf(TransactionOutcome.Open.class);
    }

    @Test
    void an_account_that_is_not_said_to_be_of_that_ledger_proves_nothing() {
        assertThat(fate(BOUND.plusSeconds(60), SEQUENCE - 1, null, null)).isInstanceOf(TransactionOutcome.Open.class);
        assertThat(fate(BOUND.plusSeconds(60), SEQUENCE - 1, 99L, null)).isInstanceOf(TransactionOutcome.Open.class);
        assertThat(fate(BOUND.plusSeconds(60), SEQUENCE - 1, 100L, null))
                .isEqualTo(new TransactionOutcome.Expired(100));
        assertThat(fate(BOUND.plusSeconds(60), SEQUENCE - 1, 101L, null))
                .isEqualTo(new TransactionOutcome.Expired(100));
    }

    @Test
    void an_account_that_is_gone_proves_nothing() {
        var ledger = new StellarLedgerHeader(100, BOUND.plusSeconds(60), 5_000_000);
        assertThat(TransactionOutcome.of(SIGNED, ledger, Optional.empty(), Optional.empty()))
                .isInstanceOf(TransactionOutcome.Open.class);
    }

    @Test
    void who_used_the_number_decides() {
        var other = new History("bb".repeat(32), null, "GSOURCE", SEQUENCE, true, BOUND, 100, code("tx_success"));
        var bumped = new History("cc".repeat(32), HASH, "GSOURCE", SEQUENCE, true, BOUND, 200, code("tx_success"));
        assertThat(TransactionOutcome.ofUser(SIGNED, Optional.of(other)))
                .isEqualTo(new TransactionOutcome.Superseded(other.hash()));
        assertThat(TransactionOutcome.ofUser(SIGNED, Optional.of(bumped)))
                .isEqualTo(new TransactionOutcome.InHistory(bumped));
        assertThat(TransactionOutcome.ofUser(SIGNED, Optional.empty())).isInstanceOf(TransactionOutcome.Open.class);
    }

    @Test
    void only_failures_of_the_payee_end_a_payout() {
        for (var code : List.of(
                "op_no_trust",
                "op_line_full",
                "op_no_destination",
                "op_not_authorized",
                "op_low_reserve",
                "op_no_issuer",
                "op_malformed")) {
            assertThat(Failure.of(new ResultCode("tx_failed", code))).as(code).isInstanceOf(Failure.Ends.class);
        }
        for (var code : List.of(
                "op_underfunded", "op_src_no_trust", "op_src_not_authorized", "op_bad_auth", "op_no_source_account")) {
            assertThat(Failure.of(new ResultCode("tx_failed", code))).as(code).isInstanceOf(Failure.Deferred.class);
        }
        assertThat(Failure.of(new ResultCode("tx_failed", "op_already_exists"))).isEqualTo(new Failure.Again());
        assertThat(Failure.of(new ResultCode("tx_bad_auth", ""))).isEqualTo(new Failure.Again());
    }

    /// Before it was signed it was in no ledger; after that it may have been in the very ledger that used the
    /// number.
    @Test
    void a_number_that_was_used_up_before_the_transaction_was_made_is_certain() {
        var created = SIGNED.signedAfter();
        for (long number : List.of(SEQUENCE, SEQUENCE + 5_000)) {
            assertThat(fate(created, number, created, 100L, null)).isEqualTo(new TransactionOutcome.Spent(created));
            assertThat(fate(BOUND.plusSeconds(60), number, created.minusSeconds(5), null, null))
                    .isEqualTo(new TransactionOutcome.Spent(created.minusSeconds(5)));
            assertThat(fate(created, number, created.plusSeconds(1), 100L, null))
                    .isInstanceOf(TransactionOutcome.Open.class);
            assertThat(fate(BOUND.plusSeconds(60), number, BOUND.plusSeconds(30), 100L, null))
                    .isInstanceOf(TransactionOutcome.Open.class);
        }
        assertThat(fate(created, SEQUENCE - 1, created, 100L, null)).isInstanceOf(TransactionOutcome.Open.class);
        assertThat(fate(created, SEQUENCE, created, 100L, history(true, "tx_success")))
                .isInstanceOf(TransactionOutcome.InHistory.class);
    }

    private static TransactionOutcome fate(
            Instant closedAt, long accountSequence, @Nullable Long asOf, @Nullable History history) {
        return fate(closedAt, accountSequence, null, asOf, history);
    }

    private static TransactionOutcome fate(
            Instant closedAt,
            long accountSequence,
            @Nullable Instant since,
            @Nullable Long asOf,
            @Nullable History history) {
        return TransactionOutcome.of(
                SIGNED,
                new StellarLedgerHeader(100, closedAt, 5_000_000),
                Optional.of(new Account("GSOURCE", accountSequence, since, 2, false, List.of(), asOf)),
                Optional.ofNullable(history));
    }

    private static History history(boolean successful, String code) {
        return new History(HASH, null, "GSOURCE", SEQUENCE, successful, BOUND, 100, code(code));
    }

    private static ResultCode code(String transaction) {
        return new ResultCode(transaction, "");
    }
}
