package dev.sluice.vault;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.time.Instant;

/// SQL of `vault_adoption`: since when the rows of a subject have MACs.
final class AdoptionStore {
    private static final String INSERT = """
            INSERT INTO vault_adoption (subject, adopted_at, mac) VALUES (:subject, :at, :mac)
            ON CONFLICT (subject) DO NOTHING
            """;

    private static final String SELECT = "SELECT adopted_at, mac FROM vault_adoption WHERE subject = :subject";

    private AdoptionStore() {}

    /// Time of an adoption, and its MAC.
    record Mark(Instant at, byte[] mac) {}

    /// Inserts the mark; false if it exists already.
    static boolean insert(Tx tx, String subject, Instant at, byte[] mac) {
        return tx.handle()
                        .createUpdate(INSERT)
                        .bind("subject", subject)
                        .bind("at", at)
                        .bind("mac", mac)
                        .execute()
                == 1;
    }

    static Mark read(Tx tx, String subject) {
        return tx.handle()
                .createQuery(SELECT)
                .bind("subject", subject)
                .map((row, _) -> new Mark(Times.instant(row, "adopted_at"), row.getBytes("mac")))
                .one();
    }
}
