package dev.sluice.bench.stage;

import dev.sluice.db.Database;

/// Fills a migrated, empty database with payouts and deposits whose books are right.
@FunctionalInterface
public interface Filling {
    void fill(Database database, byte[] masterKey, Amount amount, Progress progress) throws Exception;

    /// How many there are to be of each.
    record Amount(long disbursements, long deposits) {
        private static final int DEPOSITS_PER_TRADE = 20;

        /// Of payouts of tokens, deposits of tokens, conversions and checkout links, each.
        public long trades() {
            return deposits / DEPOSITS_PER_TRADE;
        }

        @Override
        public String toString() {
            return "%,d payouts and %,d deposits".formatted(disbursements, deposits);
        }
    }
}
