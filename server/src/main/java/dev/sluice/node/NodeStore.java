package dev.sluice.node;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of `node`.
final class NodeStore {
    private static final String ALL = """
            SELECT id, host, process, version, started_at, seen_at, status FROM node ORDER BY started_at, id
            """;

    private static final String PUT = """
            INSERT INTO node (id, host, process, version, started_at, seen_at, status)
            VALUES (:id, :host, :process, :version, :started, :seen, :status)
            ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, status = excluded.status
            """;

    /// Skips rows that another node is deleting at the same time.
    private static final String FORGET = """
            DELETE FROM node WHERE id IN (SELECT id FROM node WHERE seen_at < :before FOR UPDATE SKIP LOCKED)
            """;

    private static final String REMOVE = """
            DELETE FROM node WHERE id = :id
            """;

    private NodeStore() {}

    /// A stored node with its sealed report.
    record Row(UUID id, ThisProcess process, String version, Instant startedAt, Instant seenAt, byte[] status) {
        static Row of(NodeReport report, byte[] status) {
            return new Row(
                    report.id(), report.process(), report.version(), report.startedAt(), report.seenAt(), status);
        }
    }

    static List<Row> all(Handle handle) {
        return handle.createQuery(ALL)
                .map((row, _) -> new Row(
                        row.getObject("id", UUID.class),
                        new ThisProcess(row.getString("host"), row.getString("process")),
                        row.getString("version"),
                        Times.instant(row, "started_at"),
                        Times.instant(row, "seen_at"),
                        row.getBytes("status")))
                .list();
    }

    static void put(Tx tx, Row row) {
        tx.handle()
                .createUpdate(PUT)
                .bind("id", row.id())
                .bind("host", row.process().host())
                .bind("process", row.process().number())
                .bind("version", row.version())
                .bind("started", row.startedAt())
                .bind("seen", row.seenAt())
                .bind("status", row.status())
                .execute();
    }

    static int deleteOld(Tx tx, Instant before) {
        return tx.handle().createUpdate(FORGET).bind("before", before).execute();
    }

    static int remove(Tx tx, UUID id) {
        return tx.handle().createUpdate(REMOVE).bind("id", id).execute();
    }
}
