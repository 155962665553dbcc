package dev.sluice.bench.stage;

import dev.sluice.db.Database;
import dev.sluice.vault.Vault;

/// Fills a migrated, empty database with payouts whose books are right.
@FunctionalInterface
public interface Filling {
    void fill(Database database, Vault vault, long disbursements, Progress progress) throws Exception;
}
