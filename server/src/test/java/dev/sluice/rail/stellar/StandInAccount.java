package dev.sluice.rail.stellar;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An account in the fake ledger. Guarded by the ledger's lock.
final class StandInAccount {
    private static final int ENTRIES = 2;

    final String id;
    final Map<String, Line> lines = new HashMap<>();
    long sequence;

    /// Time of the last change of the sequence number; null for a new account.
    @Nullable
    Instant sequenceSince;

    long coins;
    boolean memoRequired;

    StandInAccount(String id, long sequence, long coins) {
        this.id = id;
        this.sequence = sequence;
        this.coins = coins;
    }

    /// A trustline.
    static final class Line {
        final String code;
        final String issuer;
        final long limit;
        long balance;
        boolean authorized = true;

        Line(String code, String issuer, long limit, long balance) {
            this.code = code;
            this.issuer = issuer;
            this.limit = limit;
            this.balance = balance;
        }
    }

    @Nullable
    Line line(String code, String issuer) {
        return lines.get(code + ":" + issuer);
    }

    Line trust(String code, String issuer, long limit, long balance) {
        var line = new Line(code, issuer, limit, balance);
        lines.put(code + ":" + issuer, line);
        return line;
    }

    long spendableCoins(long baseReserve) {
        return coins - (ENTRIES + lines.size()) * baseReserve;
    }
}
