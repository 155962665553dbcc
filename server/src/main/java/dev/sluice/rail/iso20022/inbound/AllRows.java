package dev.sluice.rail.iso20022.inbound;

import dev.sluice.db.Batch.RowReader;
import dev.sluice.db.Keyset;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;

/// All rows of a table, page by page in the order of their ids.
///
/// @param sql selects the rows after `:id` in that order, `:limit` at most
/// @param name name of a row for people, to precede its id
record AllRows<R>(String sql, RowReader<R> reader, Function<R, UUID> id, String name) {
    private static final int PAGE = 1_000;
    private static final UUID FIRST = new UUID(0, 0);

    /// Reports each row that differs from the record that the service wrote.
    void verify(Handle snapshot, Predicate<R> isAuthentic, Consumer<String> fault) {
        new Keyset<>(FIRST, PAGE, last -> after(snapshot, last), id)
                .verify(isAuthentic, row -> name + " " + id.apply(row) + ": it was changed in the database", fault);
    }

    private List<R> after(Handle snapshot, UUID last) {
        return snapshot.createQuery(sql)
                .bind("id", last)
                .bind("limit", PAGE)
                .map((row, _) -> reader.read(row))
                .list();
    }
}
