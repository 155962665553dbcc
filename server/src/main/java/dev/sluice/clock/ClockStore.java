package dev.sluice.clock;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;

/// SQL of `clock_offset`: one row with the offset of the sandbox's clock.
final class ClockStore {
    private static final String ADVANCE = """
            INSERT INTO clock_offset (id, offset_millis) VALUES (1, :by)
            ON CONFLICT (id) DO UPDATE SET offset_millis = clock_offset.offset_millis + excluded.offset_millis
            RETURNING offset_millis
            """;

    private static final String SELECT = """
            SELECT coalesce(max(offset_millis), 0) FROM clock_offset
            """;

    private static final String NOW = """
            SELECT clock_timestamp()
            """;

    private ClockStore() {}

    static Instant now(Handle handle) {
        return handle.createQuery(NOW).mapTo(Instant.class).one();
    }

    static Supplier<Instant> queryNow(Tx tx) {
        var now = Batch.of(NOW)
                .queueQuery(tx, row -> row.getObject(1, OffsetDateTime.class).toInstant());
        return () -> now.get().getFirst();
    }

    static long advance(Tx tx, long byMillis) {
        return tx.handle()
                .createQuery(ADVANCE)
                .bind("by", byMillis)
                .mapTo(Long.class)
                .one();
    }

    static long read(Tx tx) {
        return tx.handle().createQuery(SELECT).mapTo(Long.class).one();
    }
}
