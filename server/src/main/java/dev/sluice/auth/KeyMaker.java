package dev.sluice.auth;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// User who created a key or a client's secret and therefore knows it. Absent if it was created on the command line.
public record KeyMaker(UUID id, String name) {
    static Optional<KeyMaker> read(ResultSet row) throws SQLException {
        var id = row.getObject("made_by", UUID.class);
        return id == null ? Optional.empty() : Optional.of(new KeyMaker(id, row.getString("made_by_name")));
    }

    static @Nullable UUID id(Optional<KeyMaker> maker) {
        return maker.map(KeyMaker::id).orElse(null);
    }

    static @Nullable String name(Optional<KeyMaker> maker) {
        return maker.map(KeyMaker::name).orElse(null);
    }
}
