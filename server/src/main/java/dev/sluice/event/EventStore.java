package dev.sluice.event;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;

/// SQL of `event`.
final class EventStore {
    private static final String INSERT = """
            INSERT INTO event (organization_id, id, resource_id, type, sequence, data, created_at)
            SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::uuid[], ?::text[], ?::int4[], ?::bytea[], ?::timestamptz[])
            """;

    private static final String SELECT_OF_RESOURCE = """
            SELECT id, type, sequence, data, created_at FROM event
            WHERE organization_id = :organization AND resource_id = :resource
            ORDER BY sequence
            """;

    private static final byte[] NO_BYTES = {};

    private EventStore() {}

    static void insert(Tx tx, List<Row> rows) {
        if (rows.isEmpty()) {
            return;
        }
        Batch.of(INSERT)
                .uuids(rows, row -> row.event().organizationId())
                .uuids(rows, row -> row.event().id())
                .uuids(rows, row -> row.event().resourceId())
                .texts(rows, row -> row.event().type())
                .integers(rows, row -> row.event().sequence())
                .bytes(rows, Row::sealedData)
                .instants(rows, row -> row.event().createdAt())
                .write(tx);
    }

    static List<Row> of(Tx tx, UUID organizationId, UUID resourceId) {
        return tx.handle()
                .createQuery(SELECT_OF_RESOURCE)
                .bind("organization", organizationId)
                .bind("resource", resourceId)
                .map((row, _) -> new Row(
                        new Event(
                                organizationId,
                                row.getObject("id", UUID.class),
                                resourceId,
                                row.getString("type"),
                                row.getInt("sequence"),
                                NO_BYTES,
                                row.getObject("created_at", OffsetDateTime.class)
                                        .toInstant()),
                        row.getBytes("data")))
                .list();
    }

    /// An event and its sealed data.
    record Row(Event event, byte[] sealedData) {
        Event opened(byte[] data) {
            return new Event(
                    event.organizationId(),
                    event.id(),
                    event.resourceId(),
                    event.type(),
                    event.sequence(),
                    data,
                    event.createdAt());
        }
    }
}
