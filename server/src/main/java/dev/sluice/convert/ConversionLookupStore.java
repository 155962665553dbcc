package dev.sluice.convert;

import dev.sluice.convert.ConversionLookup.ConversionMatch;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of [ConversionLookup]: searches each organization's own indexes in turn.
final class ConversionLookupStore {
    private static final String FIND = """
            SELECT c.organization_id, c.id, c.input_asset, c.input_exponent, c.input_units, c.output_asset
            FROM unnest(:organizations::uuid[]) AS o (organization_id)
            CROSS JOIN LATERAL (
                SELECT :id::uuid AS id
                UNION
                SELECT quote.used_by FROM convert_quote quote
                WHERE quote.organization_id = o.organization_id AND quote.id = :id::uuid AND quote.used_by IS NOT NULL
            ) AS hit
            JOIN convert c ON c.organization_id = o.organization_id AND c.id = hit.id
            LIMIT 1
            """;

    private ConversionLookupStore() {}

    static Optional<ConversionMatch> find(Handle handle, List<UUID> organizations, UUID id) {
        return handle.createQuery(FIND)
                .bindArray("organizations", UUID.class, organizations)
                .bind("id", id)
                .map((row, _) -> found(row))
                .findOne();
    }

    private static ConversionMatch found(ResultSet row) throws SQLException {
        var input = Asset.crypto(row.getString("input_asset"), row.getInt("input_exponent"));
        return new ConversionMatch(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                new Money(row.getBigDecimal("input_units").toBigIntegerExact(), input),
                row.getString("output_asset"));
    }
}
