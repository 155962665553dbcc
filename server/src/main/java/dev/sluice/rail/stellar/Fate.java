package dev.sluice.rail.stellar;

import java.time.Instant;
import java.util.Optional;

/// What is certain about a signed transaction. The network applies one only in a ledger that closes no
/// later than its time bound, and only right after the number before its own was used. So it is dead, for
/// good, in three cases alone: the account has not come to its number in a ledger that closed after the
/// bound, another transaction has used the number, or the account was past it before the transaction was
/// made. Anything else, the history's silence too, is open: a Horizon can be behind.
sealed interface Fate {
    /// It is in the history: applied, or failed for good.
    record Sealed(History history) implements Fate {}

    /// Its time was over at a ledger, and it can never be applied any more.
    record Expired(long ledger) implements Fate {}

    /// Another transaction used its number, and it can never be applied any more.
    record Superseded(String by) implements Fate {}

    /// Its number was used up, or left out, before it was made, and it can never be applied.
    record Spent(Instant since) implements Fate {}

    /// It may still be applied, or may have been.
    record Open() implements Fate {}

    /// Looks at one Horizon. The ledger's time is read first. Behind a load balancer, the account that is read after it
    /// can be older all the same, so it has to say itself which ledger it is of; without that, it proves nothing.
    static Fate of(Endpoint at, SignedTransaction signed) {
        var ledger = Horizon.ledger(at);
        var account = Horizon.account(at, signed.source());
        var history = Horizon.transaction(at, signed.hash());
        var certain = of(signed, ledger, account, history);
        boolean used = account.isPresent() && account.get().sequence() >= signed.sequence();
        return certain instanceof Open && used
                ? ofUser(signed, Horizon.user(at, signed.source(), signed.sequence()))
                : certain;
    }

    /// What follows from a look alone.
    static Fate of(SignedTransaction signed, Ledger ledger, Optional<Account> account, Optional<History> history) {
        boolean used = account.isPresent() && account.get().sequence() >= signed.sequence();
        if (history.isPresent()) {
            var result = history.get();
            if (result.successful() || result.result().isFinalFailure() || used) {
                return new Sealed(result);
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

    /// What follows from since when the account is past the number. A copy of the database from before has
    /// numbers that were used since, by transactions that nobody would look through.
    private static Fate ofNumber(SignedTransaction signed, Account account) {
        var since = account.sequenceSince();
        return since == null || since.isAfter(signed.signedAfter()) ? new Open() : new Spent(since);
    }

    /// What follows from who used the number.
    static Fate ofUser(SignedTransaction signed, Optional<History> user) {
        return user.<Fate>map(other -> other.isOf(signed.hash()) ? new Sealed(other) : new Superseded(other.hash()))
                .orElseGet(Open::new);
    }
}
