package dev.sluice.rail.stellar.horizon;

import dev.sluice.rail.stellar.StellarToken;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An account as reported by Horizon.
///
/// @param sequence the last sequence number that the account used
/// @param sequenceSince close time of the ledger in which the sequence number reached this value; null if Horizon
///     omits it
/// @param entries number of entries that the account's reserve is calculated from
/// @param memoRequired true if the account requires a memo with every payment (SEP-29)
/// @param asOf the ledger that this state belongs to; null if Horizon omits it
public record Account(
        String id,
        long sequence,
        @Nullable Instant sequenceSince,
        long entries,
        boolean memoRequired,
        List<Balance> balances,
        @Nullable Long asOf) {
    public Account {
        balances = List.copyOf(balances);
    }

    /// A balance and its liabilities and limit, in stroops. The native coin has no code, issuer or limit.
    public record Balance(
            @Nullable String code,
            @Nullable String issuer,
            long amount,
            long buying,
            long selling,
            long limit,
            boolean authorized) {
        /// Returns the amount that the balance can still receive.
        public long receivable() {
            return Math.max(0, limit - amount - buying);
        }
    }

    /// Returns the balance in a token; empty if the account has no trustline for it.
    public Optional<Balance> balance(StellarToken token) {
        return balances.stream()
                .filter(each -> token.isCoin() ? each.code() == null : token.is(each.code(), each.issuer()))
                .findFirst();
    }

    /// Returns true if the account may transfer a token. An issuer can revoke the authorization and leave the
    /// balance in place.
    public boolean mayMove(StellarToken token) {
        return id.equals(token.issuer())
                || balance(token).filter(Balance::authorized).isPresent();
    }

    /// Returns the amount of a token that the account can spend now: the balance without selling liabilities and
    /// the reserve. Returns 0 if the account is not authorized.
    public long spendable(StellarToken token, StellarLedgerHeader ledger) {
        return balance(token)
                .filter(Balance::authorized)
                .map(held -> held.amount() - held.selling() - (token.isCoin() ? entries * ledger.baseReserve() : 0))
                .filter(free -> free > 0)
                .orElse(0L);
    }
}
