package dev.sluice.rail.stellar;

import java.util.HashMap;
import java.util.Map;

/// What the hot account can still promise in a round. It only spares fees: the network itself is the judge of what is
/// there.
final class Purse {
    private final Conditions conditions;
    private final StellarToken coin;
    private final Map<String, Long> promised = new HashMap<>();

    Purse(Conditions conditions, StellarToken coin) {
        this.conditions = conditions;
        this.coin = coin;
    }

    /// The most of a token that can still be promised together with a fee.
    synchronized long most(StellarToken token, long fee) {
        long coins = left(coin) - fee;
        if (coins < 0) {
            return 0;
        }
        return token.isCoin() ? coins : left(token);
    }

    /// Promises an amount, and a fee in the network's own coin; false where there is too little.
    synchronized boolean take(StellarToken token, long stroops, long fee) {
        if (token.isCoin()) {
            return takeOne(coin, Math.addExact(stroops, fee));
        }
        return left(coin) >= fee && takeOne(token, stroops) && takeOne(coin, fee);
    }

    private boolean takeOne(StellarToken token, long stroops) {
        if (left(token) < stroops) {
            return false;
        }
        promised.merge(token.asset().code(), stroops, Math::addExact);
        return true;
    }

    /// An issuer has as much of its token as it likes.
    private long left(StellarToken token) {
        if (conditions.hot().id().equals(token.issuer())) {
            return Long.MAX_VALUE;
        }
        return conditions.hot().spendable(token, conditions.ledger())
                - promised.getOrDefault(token.asset().code(), 0L);
    }
}
