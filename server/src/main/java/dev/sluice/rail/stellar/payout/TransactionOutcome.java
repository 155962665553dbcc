package dev.sluice.rail.stellar.payout;

import dev.sluice.rail.stellar.horizon.Account;
import dev.sluice.rail.stellar.horizon.Endpoint;
import dev.sluice.rail.stellar.horizon.History;
import dev.sluice.rail.stellar.horizon.Horizon;
import dev.sluice.rail.stellar.horizon.StellarLedgerHeader;
import java.time.Instant;
import java.util.Optional;

/// Final outcome of a signed transaction, if there is one. The network applies a transaction only in a ledger that
/// closes no later than its time bound, and only directly after the previous sequence number was used. A transaction
/// is therefore dead in exactly three cases:
///
/// - the account has not reached the sequence number in a ledger that closed after the time bound,
/// - another transaction used the sequence number, or
/// - the account had passed the sequence number before the transaction was signed.
///
/// Every other case is open, also a transaction that is missing from the history, because a Horizon can be behind.
sealed interface TransactionOutcome {
    /// The transaction is in the history: applied, or failed for good.
    record InHistory(History history) implements TransactionOutcome {}

    /// The time bound had passed at a ledger; the transaction can never be applied.
    record Expired(long ledger) implements TransactionOutcome {}

    /// Another transaction used the sequence number; this one can never be applied.
    record Superseded(String by) implements TransactionOutcome {}

    /// The sequence number was used or skipped before the transaction was signed; it can never be applied.
    record Spent(Instant since) implements TransactionOutcome {}

    /// The transaction may still be applied, or may have been applied.
    record Open() implements TransactionOutcome {}

    /// Determines the outcome from one Horizon. The ledger's time is read first. Behind a load balancer, the
    /// account that is read next can still be older, so its answer has to name its ledger; without that, it proves
    /// nothing.
    static TransactionOutcome of(Endpoint at, SignedTransaction signed) {
        var ledger = Horizon.ledger(at);
        var account = Horizon.account(at, signed.source());
        var history = Horizon.transaction(at, signed.hash());
        var certain = of(signed, ledger, account, history);
        boolean used = account.isPresent() && account.get().sequence() >= signed.sequence();
        return certain instanceof Open && used
                ? ofUser(signed, Horizon.user(at, signed.source(), signed.sequence()))
                : certain;
    }

    /// Determines the outcome without looking up the transaction that used the sequence number.
    static TransactionOutcome of(
            SignedTransaction signed,
            StellarLedgerHeader ledger,
            Optional<Account> account,
            Optional<History> history) {
        boolean used = account.isPresent() && account.get().sequence() >= signed.sequence();
        if (history.isPresent()) {
            var result = history.get();
            if (result.successful() || result.result().isFinalFailure() || used) {
                return new InHistory(result);
            }
        }
        if (used) {
            return ofNumber(signed, account.get());
        }
        if (account.isEmpty() || !ledger.closedAt().isAfter(signed.maxTime())) {
            return new Open();
        }
        var asOf = account.get().asOf();
        return asOf != null && asOf >= ledger.sequence() ? new Expired(ledger.sequence()) : new Open();
    }

    /// Determines the outcome from the time at which the account passed the sequence number. After a restore from
    /// a backup, a stored sequence number may have been used already, by a transaction beyond the limit of the
    /// history look-up.
    private static TransactionOutcome ofNumber(SignedTransaction signed, Account account) {
        var since = account.sequenceSince();
        return since == null || since.isAfter(signed.signedAfter()) ? new Open() : new Spent(since);
    }

    /// Determines the outcome from the transaction that used the sequence number.
    static TransactionOutcome ofUser(SignedTransaction signed, Optional<History> user) {
        return user.<TransactionOutcome>map(
                        other -> other.isOf(signed.hash()) ? new InHistory(other) : new Superseded(other.hash()))
                .orElseGet(Open::new);
    }
}
