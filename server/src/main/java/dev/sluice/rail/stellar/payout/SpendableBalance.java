package dev.sluice.rail.stellar.payout;

import dev.sluice.rail.stellar.StellarToken;
import java.util.HashMap;
import java.util.Map;

/// Spendable balance of the hot account during a round. It only saves fees: the network decides if the money is
/// there.
final class SpendableBalance {
    private final NetworkSnapshot snapshot;
    private final StellarToken coin;
    private final Map<String, Long> promised = new HashMap<>();

    SpendableBalance(NetworkSnapshot snapshot, StellarToken coin) {
        this.snapshot = snapshot;
        this.coin = coin;
    }

    /// Returns the highest amount of a token that can still be reserved together with a fee.
    synchronized long most(StellarToken token, long fee) {
        long coins = left(coin) - fee;
        if (coins < 0) {
            return 0;
        }
        return token.isCoin() ? coins : left(token);
    }

    /// Reserves an amount, and a fee in the native coin; returns false if the balance is too low.
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

    /// Returns the unreserved balance. An issuer has an unlimited amount of its token.
    private long left(StellarToken token) {
        if (snapshot.hot().id().equals(token.issuer())) {
            return Long.MAX_VALUE;
        }
        return snapshot.hot().spendable(token, snapshot.ledger())
                - promised.getOrDefault(token.asset().code(), 0L);
    }
}
