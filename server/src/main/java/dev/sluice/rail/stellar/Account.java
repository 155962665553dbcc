package dev.sluice.rail.stellar;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An account as a Horizon shows it.
///
/// @param sequence the last sequence number that it used
/// @param sequenceSince when that ledger closed in which it became so high; null where Horizon does not say
/// @param entries what its reserve is counted by
/// @param memoRequired whether it asks for a memo with every payment (SEP-29)
/// @param asOf the ledger that this is of, where Horizon says so
record Account(
        String id,
        long sequence,
        @Nullable Instant sequenceSince,
        long entries,
        boolean memoRequired,
        List<Balance> balances,
        @Nullable Long asOf) {
    Account {
        balances = List.copyOf(balances);
    }

    /// A balance and its bounds, in stroops; the network's own coin has neither code nor issuer, nor a limit.
    record Balance(
            @Nullable String code,
            @Nullable String issuer,
            long amount,
            long buying,
            long selling,
            long limit,
            boolean authorized) {
        /// How much more it can take.
        long room() {
            return Math.max(0, limit - amount - buying);
        }
    }

    /// What it holds of a token; nothing where it has no trustline.
    Optional<Balance> balance(StellarToken token) {
        return balances.stream()
                .filter(each -> token.isCoin() ? each.code() == null : token.is(each.code(), each.issuer()))
                .findFirst();
    }

    /// Whether it may move a token at all: its issuer can take that away, and leave it what it has.
    boolean mayMove(StellarToken token) {
        return id.equals(token.issuer())
                || balance(token).filter(Balance::authorized).isPresent();
    }

    /// What it could pay of a token now: without what it has promised, nor the reserve; nothing where it may not.
    long spendable(StellarToken token, Ledger ledger) {
        return balance(token)
                .filter(Balance::authorized)
                .map(held -> held.amount() - held.selling() - (token.isCoin() ? entries * ledger.baseReserve() : 0))
                .filter(free -> free > 0)
                .orElse(0L);
    }
}
