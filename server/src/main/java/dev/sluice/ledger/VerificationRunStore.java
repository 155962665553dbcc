package dev.sluice.ledger;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of `ledger_proof`.
final class VerificationRunStore {
    private static final String INSERT = """
            INSERT INTO ledger_proof (id, actor, begun_at, leased_until) VALUES (:id, :actor, :at, :until)
            """;

    private static final String LEASE = """
            UPDATE ledger_proof SET leased_until = :until WHERE id = :id AND ended_at IS NULL
            """;

    private static final String END = """
            UPDATE ledger_proof SET ended_at = :at, accounts = :accounts, transfers = :transfers, payments = :payments,
                                    faults = :faults
            WHERE id = :id AND ended_at IS NULL
            """;

    private static final String COUNT = """
            UPDATE ledger_proof SET accounts = :accounts, transfers = :transfers, payments = :payments
            WHERE id = :id AND ended_at IS NULL
            """;

    private static final String NEWEST = """
            SELECT id, actor, begun_at, leased_until, ended_at, accounts, transfers, payments, faults
            FROM ledger_proof ORDER BY id DESC LIMIT :limit
            """;

    private static final String HELD = """
            SELECT id FROM ledger_proof ORDER BY id DESC LIMIT 1 FOR UPDATE
            """;

    private VerificationRunStore() {}

    /// Locks the newest verification run until the transaction ends.
    static Optional<UUID> held(Tx tx) {
        return tx.handle().createQuery(HELD).mapTo(UUID.class).findOne();
    }

    static void begin(Tx tx, UUID id, String actor, Instant at, Instant leasedUntil) {
        tx.handle()
                .createUpdate(INSERT)
                .bind("id", id)
                .bind("actor", actor)
                .bind("at", at)
                .bind("until", leasedUntil)
                .execute();
    }

    /// Extends the lease of a run.
    static void lease(Tx tx, UUID id, Instant until) {
        tx.handle().createUpdate(LEASE).bind("id", id).bind("until", until).execute();
    }

    /// Ends a run. A run that has already ended stays unchanged.
    static void end(Tx tx, UUID id, LedgerVerifier.Report report, Instant at) {
        tx.handle()
                .createUpdate(END)
                .bind("id", id)
                .bind("at", at)
                .bind("accounts", report.accounts())
                .bind("transfers", report.transfers())
                .bind("payments", report.payments())
                .bind("faults", String.join("\n", report.faults()))
                .execute();
    }

    /// Stores intermediate counts.
    static void count(Tx tx, UUID id, LedgerVerifier.Report report) {
        tx.handle()
                .createUpdate(COUNT)
                .bind("id", id)
                .bind("accounts", report.accounts())
                .bind("transfers", report.transfers())
                .bind("payments", report.payments())
                .execute();
    }

    static List<VerificationRuns.Proof> newest(Handle handle, int limit) {
        return handle.createQuery(NEWEST)
                .bind("limit", limit)
                .map((row, _) -> proof(row))
                .list();
    }

    private static VerificationRuns.Proof proof(ResultSet row) throws SQLException {
        return new VerificationRuns.Proof(
                row.getObject("id", UUID.class),
                row.getString("actor"),
                Times.instant(row, "begun_at"),
                Times.instant(row, "leased_until"),
                Times.optionalInstant(row, "ended_at"),
                new LedgerVerifier.Report(
                        row.getLong("accounts"),
                        row.getLong("transfers"),
                        row.getLong("payments"),
                        faults(row.getString("faults"))));
    }

    private static List<String> faults(String lines) {
        return lines == null || lines.isEmpty() ? List.of() : List.of(lines.split("\n"));
    }
}
