package dev.sluice.bench.stage;

import dev.sluice.db.Database;

/// Fills a migrated, empty database with payouts and deposits with correct books.
@FunctionalInterface
public interface Filling {
    void fill(Database database, byte[] masterKey, Amount amount, Progress progress) throws Exception;

    /// Number of objects of each kind.
    record Amount(long disbursements, long deposits) {
        private static final int DEPOSITS_PER_TRADE = 20;

        /// Returns the number of token payouts, token deposits, conversions and checkout links, each.
        public long trades() {
            return deposits / DEPOSITS_PER_TRADE;
        }

        @Override
        public String toString() {
            return "%,d payouts and %,d deposits".formatted(disbursements, deposits);
        }
    }
}
