package dev.sluice.db;

import java.sql.Types;
import java.util.List;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/// An array that may be missing, as a filter of a list: `(:ids::uuid[] IS NULL OR id = ANY (:ids::uuid[]))`.
public final class OptionalArray {
    private OptionalArray() {}

    /// Binds it as an array. A text that the statement casts would be read as one for each row, and no plan would know
    /// what it says, so that every row would be compared with all of it.
    public static <S extends SqlStatement<S>, T> S bind(
            S statement, String name, Class<T> type, @Nullable List<T> values) {
        return values == null ? statement.bindNull(name, Types.ARRAY) : statement.bindArray(name, type, values);
    }
}
