package dev.sluice.rail.stellar;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An account in the fake ledger. Guarded by the ledger's lock.
public final class StandInAccount {
    private static final int ENTRIES = 2;

    public final String id;
    public final Map<String, Line> lines = new HashMap<>();
    public long sequence;

    /// Time of the last change of the sequence number; null for a new account.
    @Nullable
    Instant sequenceSince;

    public long coins;
    boolean memoRequired;

    StandInAccount(String id, long sequence, long coins) {
        this.id = id;
        this.sequence = sequence;
        this.coins = coins;
    }

    /// A trustline.
    public static final class Line {
        final String code;
        final String issuer;
        final long limit;
        public long balance;
        public boolean authorized = true;

        Line(String code, String issuer, long limit, long balance) {
            this.code = code;
            this.issuer = issuer;
            this.limit = limit;
            this.balance = balance;
        }
    }

    public @Nullable Line line(String code, String issuer) {
        return lines.get(code + ":" + issuer);
    }

    public Line trust(String code, String issuer, long limit, long balance) {
        var line = new Line(code, issuer, limit, balance);
        lines.put(code + ":" + issuer, line);
        return line;
    }

    long spendableCoins(long baseReserve) {
        return coins - (ENTRIES + lines.size()) * baseReserve;
    }
}
