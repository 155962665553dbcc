package dev.sluice.rail.stellar.payout;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.rail.Charge;
import dev.sluice.rail.Charges;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.stellar.StellarRail;
import dev.sluice.rail.stellar.StellarToken;
import dev.sluice.rail.stellar.horizon.History;
import dev.sluice.rail.stellar.horizon.Horizon;
import dev.sluice.rail.stellar.horizon.ResultCode;
import dev.sluice.rail.stellar.horizon.StellarLedgerHeader;
import dev.sluice.rail.stellar.horizon.Submission;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Submits a signed transaction until its outcome is final. Resubmitting the same transaction is harmless, also
/// inside a fee bump with a higher bid. A new transaction is signed only after this one can never be applied.
final class StellarSubmitter {
    private static final Logger LOG = LoggerFactory.getLogger(StellarSubmitter.class);
    /// The bid is raised after this time without a ledger, and again after each further period of this length.
    private static final Duration STUCK_AFTER = Duration.ofSeconds(30);
    /// A transaction in the network's queue is replaced only by one that bids ten times as much (CAP-15).
    private static final int RAISE = 10;

    /// Maximum number of consecutive expired transactions before the payout is rejected.
    private static final int EXPIRED_MAX = 20;

    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final Duration LATE = Duration.ofMinutes(10);

    private final Database database;
    private final Clocks clocks;
    private final Horizon horizon;
    private final Envelopes envelopes;
    private final StellarToken coin;
    private final long feeMax;
    private final PaymentMac macs;

    /// @param coin the coin in which fees are charged
    StellarSubmitter(
            Database database,
            Clocks clocks,
            Horizon horizon,
            Envelopes envelopes,
            StellarToken coin,
            long feeMax,
            PaymentMac macs) {
        this.database = database;
        this.clocks = clocks;
        this.horizon = horizon;
        this.envelopes = envelopes;
        this.coin = coin;
        this.feeMax = feeMax;
        this.macs = macs;
    }

    /// Submits a transaction and checks its outcome. Raises the bid at once if the network reports that it is too
    /// low.
    ///
    /// @return true if the outcome is final
    boolean submit(Payment payment, SignedTransaction signed) {
        var answer = horizon.submit(signed.newestEnvelope());
        var word = switch (answer) {
            case Submission.Applied _ -> ResultCode.SUCCESS;
            case Submission.Refused(var code) -> code.text();
            case Submission.NoAnswer(var reason) -> {
                LOG.info("payout {}: {}", payment.payout().payoutId(), reason);
                yield SignedTransaction.NO_ANSWER;
            }
        };
        if (answer instanceof Submission.Applied(var history) && history.isOf(signed.hash()) && history.successful()) {
            settle(payment, signed, history);
            return true;
        }
        var submitted = signed.submitted(clocks.instant(), word);
        if (!database.inTx(tx -> PaymentStore.note(tx, payment.payout(), submitted))) {
            return true;
        }
        boolean tooLow = word.equals(ResultCode.INSUFFICIENT_FEE) && submitted.feeBid() < feeMax;
        return tooLow
                ? submit(payment, raised(payment, submitted, submitted.feeBid() * RAISE))
                : resolve(payment, submitted);
    }

    /// Checks the outcome of a transaction, and submits it again while it can still be applied.
    ///
    /// @return true if the outcome is final
    boolean track(Payment payment, SignedTransaction signed, StellarLedgerHeader ledger) {
        if (resolve(payment, signed)) {
            return true;
        }
        if (ledger.closedAt().isAfter(signed.maxTime())) {
            if (ledger.closedAt().isAfter(signed.maxTime().plus(LATE))) {
                LOG.error(
                        "payout {}: outcome of {} cannot be determined",
                        payment.payout().payoutId(),
                        signed.hash());
            }
            return false;
        }
        return submit(payment, dueBid(payment, signed, ledger));
    }

    private SignedTransaction dueBid(Payment payment, SignedTransaction signed, StellarLedgerHeader ledger) {
        var age = Duration.between(signed.signedAfter(), ledger.closedAt());
        long bid = signed.feeEstimated();
        for (long waited = age.dividedBy(STUCK_AFTER); waited > 0 && bid < feeMax; waited--) {
            bid *= RAISE;
        }
        return signed.feeBid() < Math.min(bid, feeMax) ? raised(payment, signed, bid) : signed;
    }

    /// Raises the bid. The fee bump is stored before it is submitted.
    private SignedTransaction raised(Payment payment, SignedTransaction signed, long bid) {
        var bumped = envelopes.bump(signed, Math.min(bid, feeMax));
        LOG.info("payout {}: fee bid raised to {} stroops", payment.payout().payoutId(), bumped.feeBid());
        database.run(tx -> PaymentStore.note(tx, payment.payout(), bumped));
        return bumped;
    }

    private boolean resolve(Payment payment, SignedTransaction signed) {
        return switch (horizon.query(at -> TransactionOutcome.of(at, signed))) {
            case TransactionOutcome.InHistory(var history) -> {
                finish(payment, signed, history);
                yield true;
            }
            case TransactionOutcome.Expired(var ledger) -> {
                LOG.info("payout {}: {} expired by ledger {}", payment.payout().payoutId(), signed.hash(), ledger);
                expire(payment, signed);
                yield true;
            }
            case TransactionOutcome.Superseded(var other) -> {
                LOG.info(
                        "payout {}: sequence number of {} was used by {}",
                        payment.payout().payoutId(),
                        signed.hash(),
                        other);
                close(payment, signed, new Leave(null, false, null, null));
                yield true;
            }
            case TransactionOutcome.Spent(var since) -> {
                LOG.warn(
                        "payout {}: sequence number of {} was used since {}: searching the transactions of {}",
                        payment.payout().payoutId(),
                        signed.hash(),
                        since,
                        signed.source());
                close(payment, signed, new Leave(null, false, null, null));
                yield true;
            }
            case TransactionOutcome.Open _ -> false;
        };
    }

    private void finish(Payment payment, SignedTransaction signed, History history) {
        if (history.successful()) {
            settle(payment, signed, history);
            return;
        }
        LOG.info("payout {}: {} failed, {}", payment.payout().payoutId(), signed.hash(), history.result());
        switch (Failure.of(history.result())) {
            case Failure.Ends(var rejected) -> close(payment, signed, new Leave(history, false, null, rejected));
            case Failure.Deferred(var reason) -> {
                LOG.warn("payout {} is waiting: {}", payment.payout().payoutId(), reason);
                close(payment, signed, new Leave(history, false, reason, null));
            }
            case Failure.Again _ -> close(payment, signed, new Leave(history, false, null, null));
        }
    }

    private void settle(Payment payment, SignedTransaction signed, History history) {
        database.run(tx -> {
            if (PaymentStore.settle(tx, payment.payout(), signed.hash(), history.at(), history.feeCharged())) {
                SourceStore.free(tx, signed, signed.sequence());
            }
        });
    }

    /// Only transactions that expired in a row lead to a rejection. A transaction that failed in a ledger, or lost
    /// its sequence number to another one, shows that the network accepts transactions.
    private void expire(Payment payment, SignedTransaction signed) {
        boolean enough = payment.expired() + 1 >= EXPIRED_MAX;
        var code = FailureCode.NETWORK_UNAVAILABLE;
        var rejected = enough ? new Payment.Rejected(code, code.message()) : null;
        close(payment, signed, new Leave(null, true, null, rejected));
    }

    /// Reason for closing a transaction, and the next step: the payment is retried, waits, or is rejected.
    ///
    /// @param history the transaction in the ledger, if it was included: then it used its sequence number and was
    ///     charged its fee
    /// @param expired true if the time bound of the transaction passed
    private record Leave(
            @Nullable History history,
            boolean expired,
            @Nullable String waitsFor,
            Payment.@Nullable Rejected rejected) {}

    /// Closes a transaction that moved no money and can never be applied.
    private void close(Payment payment, SignedTransaction signed, Leave leave) {
        var now = clocks.instant();
        var dueAt = leave.waitsFor() == null ? now : now.plus(WAIT);
        var history = leave.history();
        var rejected = leave.rejected();
        database.run(tx -> {
            if (PaymentStore.abandonTransaction(
                    tx, payment.payout(), signed.hash(), dueAt, leave.waitsFor(), leave.expired())) {
                TransactionStore.markDead(tx, payment.payout(), signed, macs.ofDead(payment.payout(), signed.hash()));
                SourceStore.free(tx, signed, history == null ? null : signed.sequence());
                if (history != null) {
                    charge(tx, history, now);
                }
                if (rejected != null) {
                    PaymentStore.reject(tx, payment.payout(), rejected, now);
                }
            }
        });
    }

    /// Records the fee of a failed transaction as a charge. The payout stores only the fee of the transaction that
    /// paid it.
    private void charge(Tx tx, History failed, Instant now) {
        var charged = coin.money(failed.feeCharged());
        if (charged.isPositive()) {
            var key = StellarRail.NAME + ":" + failed.hash();
            Charges.add(tx, new Charge(clocks.newId(), StellarRail.NAME, key, Charge.Kind.GAS, charged, now));
        }
    }
}
