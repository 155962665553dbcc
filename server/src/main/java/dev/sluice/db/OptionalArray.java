package dev.sluice.db;

import java.sql.Types;
import java.util.List;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/// Binds an array that may be null as an optional filter: `(:ids::uuid[] IS NULL OR id = ANY (:ids::uuid[]))`.
public final class OptionalArray {
    private OptionalArray() {}

    /// Binds an array or null. Binding a text for the statement to cast would be slower: it would be cast for each
    /// row, and the planner could not use its elements, so that every row would be compared with all of them.
    public static <S extends SqlStatement<S>, T> S bind(
            S statement, String name, Class<T> type, @Nullable List<T> values) {
        return values == null ? statement.bindNull(name, Types.ARRAY) : statement.bindArray(name, type, values);
    }
}
