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
import org.jspecify.annotations.Nullable;

/// SQL of the bench's own queries on the service's tables: counts, and rows as targets of single reads.
final class ServiceStore {
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

    /// Kinds of objects of an organization, with queries for the first, the last, and the first from an id on.
    enum Kind {
        PAYOUTS("id, group_id, reference", "disbursement", "receiver IS NULL"),
        TOKEN_PAYOUTS("id, group_id, reference", "disbursement", "receiver IS NOT NULL"),
        DEPOSITS("id, bulk_id, reference", "deposit", "type = 'fiat'"),
        TOKEN_DEPOSITS("id, bulk_id, reference", "deposit", "type = 'crypto'"),
        CONVERSIONS("id, quote_id, NULL", "convert", "true"),
        CHECKOUTS("id, user_id, reference", "checkout", "true");

        private final String first;
        private final String last;
        private final String next;

        /// @param columns id, group id and reference
        /// @param which condition on the organization's rows
        Kind(String columns, String table, String which) {
            var select = "SELECT " + columns + " FROM " + table + " WHERE organization_id = ? AND " + which;
            this.first = select + " ORDER BY id LIMIT 1";
            this.last = select + " ORDER BY id DESC LIMIT 1";
            this.next = select + " AND id >= ? ORDER BY id LIMIT 1";
        }
    }

    private static final String PAYEE = """
            SELECT id::text, name FROM recipient WHERE organization_id = ? AND deleted_at IS NULL ORDER BY id LIMIT 1
            """;

    private static final String PAYEES = """
            SELECT id::text FROM recipient
            WHERE organization_id = :organization AND name = :name AND bank_currency = 'IDR' AND deleted_at IS NULL
            ORDER BY id DESC LIMIT :count
            """;

    private ServiceStore() {}

    /// A recipient.
    record Payee(String id, String name) {}

    /// A payment or another object that a reader can request.
    record Row(UUID id, @Nullable UUID groupId, Optional<String> reference) {
        Instant createdAt() {
            return Clocks.timeOf(id);
        }
    }

    /// Returns the number of payouts with a status; `%` for any.
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

    /// Returns the number of events of some organizations.
    static long events(Connection connection, List<UUID> organizations) throws SQLException {
        try (var statement = connection.prepareStatement(EVENTS)) {
            statement.setArray(1, connection.createArrayOf("uuid", organizations.toArray()));
            return number(statement);
        }
    }

    /// Returns the organization with the most payouts.
    static UUID largest(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(LARGEST);
                var rows = statement.executeQuery()) {
            if (!rows.next()) {
                throw new SQLException("no organization has a payout");
            }
            return rows.getObject(1, UUID.class);
        }
    }

    /// Returns objects of a kind, spread evenly over the organization's period, including the first and the last;
    /// empty if there are none.
    static List<Row> some(Connection connection, Kind kind, UUID organizationId, int count) throws SQLException {
        var first = one(connection, kind.first, organizationId);
        var last = one(connection, kind.last, organizationId);
        if (first.isEmpty() || last.isEmpty()) {
            return List.of();
        }
        long from = first.get().createdAt().toEpochMilli();
        long span = last.get().createdAt().toEpochMilli() - from;
        var rows = new ArrayList<Row>(count);
        try (var statement = connection.prepareStatement(kind.next)) {
            statement.setObject(1, organizationId);
            for (int i = 0; i < count; i++) {
                statement.setObject(2, Clocks.firstIdOf(Instant.ofEpochMilli(from + span * i / count)));
                try (var row = statement.executeQuery()) {
                    if (row.next()) {
                        rows.add(row(row));
                    }
                }
            }
        }
        rows.add(last.get());
        return rows;
    }

    static Payee payee(Connection connection, UUID organizationId) throws SQLException {
        try (var statement = connection.prepareStatement(PAYEE)) {
            statement.setObject(1, organizationId);
            try (var rows = statement.executeQuery()) {
                rows.next();
                return new Payee(rows.getString(1), rows.getString(2));
            }
        }
    }

    /// Returns the latest recipients of a name with an account in rupiah.
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
