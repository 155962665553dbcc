package dev.sluice.rail.stellar.payout;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.rail.PayoutRef;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_stellar_source`. The lease only keeps two nodes from doing the same work. The row itself guarantees
/// that a sequence number is not given to two payments.
final class SourceStore {
    private static final String INSERT = """
            INSERT INTO rail_stellar_source (account) SELECT account FROM unnest(?::text[]) AS new (account)
            ON CONFLICT (account) DO NOTHING
            """;

    private static final String LEASE = """
            WITH free AS MATERIALIZED (
                SELECT account FROM rail_stellar_source WHERE leased_until IS NULL OR leased_until <= :now
                ORDER BY account FOR UPDATE SKIP LOCKED)
            UPDATE rail_stellar_source source SET leased_until = :until
            FROM free WHERE source.account = free.account
            RETURNING source.account, source.sequence, source.organization_id, source.payout_id
            """;

    private static final String RELEASE = """
            UPDATE rail_stellar_source source SET leased_until = released.until
            FROM unnest(?::text[], ?::timestamptz[]) AS released (account, until)
            WHERE source.account = released.account
            """;

    private static final String USE = """
            UPDATE rail_stellar_source SET organization_id = :organizationId, payout_id = :payoutId, hash = :hash
            WHERE account = :account AND payout_id IS NULL
            """;

    private static final String FREE = """
            UPDATE rail_stellar_source
            SET organization_id = NULL, payout_id = NULL, hash = NULL, sequence = :sequence
            WHERE account = :account AND hash = :hash
            """;

    /// Returns true if a payment in progress can be continued, or if a free source and a due payment exist. Parked
    /// payments count if the worker is about to check the balance for them.
    private static final String HAS_WORK = """
            SELECT EXISTS (SELECT FROM rail_stellar_source
                           WHERE (leased_until IS NULL OR leased_until <= :now) AND payout_id IS NOT NULL)
                OR (NOT :stopped
                    AND (EXISTS (SELECT FROM rail_stellar_payment
                                 WHERE state = 'queued' AND NOT parked AND due_at <= :now
                                     AND organization_id <> ALL (:frozen::uuid[]))
                        OR (:parked AND EXISTS (SELECT FROM rail_stellar_payment
                                                WHERE state = 'queued' AND waits_for IS NOT NULL AND parked)))
                    AND EXISTS (SELECT FROM rail_stellar_source
                                WHERE (leased_until IS NULL OR leased_until <= :now) AND payout_id IS NULL))
            """;

    private SourceStore() {}

    /// @param stopped true if the rail is stopped, so that no due payment may be sent
    /// @param frozen organizations whose payments may not be sent
    /// @param parked true if parked payments are to be considered
    static boolean hasWork(Handle handle, Instant now, boolean stopped, Set<UUID> frozen, boolean parked) {
        return handle.createQuery(HAS_WORK)
                .bind("now", now)
                .bind("stopped", stopped)
                .bindArray("frozen", UUID.class, frozen.toArray())
                .bind("parked", parked)
                .mapTo(Boolean.class)
                .one();
    }

    static void insert(Tx tx, List<String> accounts) {
        Batch.of(INSERT).texts(accounts, account -> account).update(tx);
    }

    /// Leases the sources that no other node is working on.
    static List<Source> lease(Tx tx, Instant now, Instant until) {
        return tx.handle()
                .createQuery(LEASE)
                .bind("now", now)
                .bind("until", until)
                .map((row, _) -> source(row))
                .list();
    }

    static void release(Tx tx, List<Source> sources, @Nullable Instant until) {
        Batch.of(RELEASE)
                .texts(sources, Source::account)
                .instants(sources, _ -> until)
                .update(tx);
    }

    /// Assigns a source to a payment; returns false if another payment has it.
    static boolean use(Tx tx, PayoutRef payout, SignedTransaction signed) {
        return tx.handle()
                        .createUpdate(USE)
                        .bind("account", signed.source())
                        .bind("organizationId", payout.organizationId())
                        .bind("payoutId", payout.payoutId())
                        .bind("hash", signed.hash())
                        .execute()
                == 1;
    }

    /// Releases a source from a transaction with a final outcome. The sequence number was used, or null means that
    /// it has to be read from the network.
    static void free(Tx tx, SignedTransaction signed, @Nullable Long sequence) {
        tx.handle()
                .createUpdate(FREE)
                .bind("account", signed.source())
                .bind("hash", signed.hash())
                .bind("sequence", sequence)
                .execute();
    }

    private static Source source(ResultSet row) throws SQLException {
        var organization = row.getObject("organization_id", UUID.class);
        var payout = row.getObject("payout_id", UUID.class);
        return new Source(
                row.getString("account"),
                row.getObject("sequence", Long.class),
                organization == null || payout == null ? null : new PayoutRef(organization, payout));
    }
}
