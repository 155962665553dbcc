package dev.sluice.bench.stage;

import dev.sluice.clock.Clocks;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of what the bench asks the service's tables itself: counts, and rows that single reads can ask for.
final class SceneStore {
    private static final String TOTAL = """
            SELECT coalesce(sum(total), 0) FROM disbursement_tally WHERE status LIKE ?
            """;

    private static final String EVENTS = """
            SELECT coalesce(sum(last_position), 0) FROM event_feed WHERE organization_id = ANY (?)
            """;

    private static final String LARGEST = """
            SELECT organization_id FROM disbursement_tally
            GROUP BY organization_id ORDER BY sum(total) DESC, organization_id LIMIT 1
            """;

    private static final String OF_ONE = """
            SELECT coalesce(sum(total), 0) FROM disbursement_tally WHERE organization_id = ?
            """;

    /// Statements that give the first, the last, and the first from an id on.
    private record Walk(String first, String last, String next) {}

    private static final Walk PAYOUTS = new Walk("""
            SELECT id, group_id, reference FROM disbursement WHERE organization_id = ? ORDER BY id LIMIT 1
            """, """
            SELECT id, group_id, reference FROM disbursement WHERE organization_id = ? ORDER BY id DESC LIMIT 1
            """, """
            SELECT id, group_id, reference FROM disbursement WHERE organization_id = ? AND id >= ? ORDER BY id LIMIT 1
            """);

    private static final Walk DEPOSITS = new Walk("""
            SELECT id, bulk_id, reference FROM deposit WHERE organization_id = ? ORDER BY id LIMIT 1
            """, """
            SELECT id, bulk_id, reference FROM deposit WHERE organization_id = ? ORDER BY id DESC LIMIT 1
            """, """
            SELECT id, bulk_id, reference FROM deposit WHERE organization_id = ? AND id >= ? ORDER BY id LIMIT 1
            """);

    private static final String PAYEE = """
            SELECT name FROM recipient WHERE organization_id = ? AND deleted_at IS NULL ORDER BY id LIMIT 1
            """;

    private static final String PAYEES = """
            SELECT id::text FROM recipient
            WHERE organization_id = :organization AND name = :name AND bank_currency = 'IDR' AND deleted_at IS NULL
            ORDER BY id DESC LIMIT :count
            """;

    private SceneStore() {}

    /// A payout or a deposit as a reader can ask for it.
    record Row(UUID id, UUID groupId, Optional<String> reference) {
        Instant createdAt() {
            return Clocks.timeOf(id);
        }
    }

    /// How many payouts there are with a status; `%` for any.
    static long total(Connection connection, String status) throws SQLException {
        try (var statement = connection.prepareStatement(TOTAL)) {
            statement.setString(1, status);
            return number(statement);
        }
    }

    static long totalOf(Connection connection, UUID organizationId) throws SQLException {
        try (var statement = connection.prepareStatement(OF_ONE)) {
            statement.setObject(1, organizationId);
            return number(statement);
        }
    }

    /// How many events there are of some organizations.
    static long events(Connection connection, List<UUID> organizations) throws SQLException {
        try (var statement = connection.prepareStatement(EVENTS)) {
            statement.setArray(1, connection.createArrayOf("uuid", organizations.toArray()));
            return number(statement);
        }
    }

    /// The organization with the most payouts.
    static UUID largest(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(LARGEST);
                var rows = statement.executeQuery()) {
            if (!rows.next()) {
                throw new SQLException("no organization has a payout");
            }
            return rows.getObject(1, UUID.class);
        }
    }

    /// Payouts spread evenly over the time in which an organization's were made, the first and the last
    /// included.
    static List<Row> payouts(Connection connection, UUID organizationId, int count) throws SQLException {
        return spread(connection, PAYOUTS, organizationId, count);
    }

    /// Deposits likewise; none where there are none.
    static List<Row> deposits(Connection connection, UUID organizationId, int count) throws SQLException {
        return spread(connection, DEPOSITS, organizationId, count);
    }

    private static List<Row> spread(Connection connection, Walk walk, UUID organizationId, int count)
            throws SQLException {
        var first = one(connection, walk.first(), organizationId);
        var last = one(connection, walk.last(), organizationId);
        if (first.isEmpty() || last.isEmpty()) {
            return List.of();
        }
        long from = first.get().createdAt().toEpochMilli();
        long span = last.get().createdAt().toEpochMilli() - from;
        var rows = new ArrayList<Row>(count);
        try (var statement = connection.prepareStatement(walk.next())) {
            statement.setObject(1, organizationId);
            for (int i = 0; i < count; i++) {
                statement.setObject(2, Clocks.firstIdOf(Instant.ofEpochMilli(from + span * i / count)));
                try (var found = statement.executeQuery()) {
                    if (found.next()) {
                        rows.add(row(found));
                    }
                }
            }
        }
        rows.add(last.get());
        return rows;
    }

    static String payee(Connection connection, UUID organizationId) throws SQLException {
        try (var statement = connection.prepareStatement(PAYEE)) {
            statement.setObject(1, organizationId);
            try (var rows = statement.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }

    /// The latest payees of a name, who have an account in rupiah.
    static List<String> payees(Handle handle, UUID organizationId, String name, int count) {
        return handle.createQuery(PAYEES)
                .bind("organization", organizationId)
                .bind("name", name)
                .bind("count", count)
                .mapTo(String.class)
                .list();
    }

    private static Optional<Row> one(Connection connection, String sql, UUID organizationId) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            statement.setObject(1, organizationId);
            try (var rows = statement.executeQuery()) {
                return rows.next() ? Optional.of(row(rows)) : Optional.empty();
            }
        }
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(
                row.getObject(1, UUID.class), row.getObject(2, UUID.class), Optional.ofNullable(row.getString(3)));
    }

    private static long number(PreparedStatement statement) throws SQLException {
        try (var rows = statement.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
