package dev.sluice.convert;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Batch;
import dev.sluice.db.Tally;
import dev.sluice.db.Tx;
import dev.sluice.http.Page;
import dev.sluice.ledger.LedgerVerifier;
import dev.sluice.ledger.Leg;
import dev.sluice.money.Asset;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;

/// SQL of `convert` and `convert_tally`. A conversion never changes, so sorting by update equals sorting by creation,
/// and its id contains the time of creation.
final class ConversionStore {
    private static final String INSERT = """
            INSERT INTO convert (organization_id, id, quote_id, user_id, input_asset, input_exponent, input_units,
                                 output_asset, output_exponent, converted_units, fee_units, markup_units, price, markup,
                                 transfers)
            SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::uuid[], ?::uuid[], ?::text[], ?::int4[], ?::numeric[],
                                 ?::text[], ?::int4[], ?::numeric[], ?::numeric[], ?::numeric[], ?::numeric[],
                                 ?::numeric[], ?::int4[])
            """;

    private static final String COLUMNS = """
            organization_id, id, quote_id, user_id, input_asset, input_exponent, input_units, output_asset,
            output_exponent, converted_units, fee_units, markup_units, price, markup, transfers
            """;

    private static final String SELECT = "SELECT " + COLUMNS + """
            FROM convert WHERE organization_id = :organization AND id = :id
            """;

    private static final String FILTER = """
            FROM convert
            WHERE organization_id = :organization
                  AND (:input::text IS NULL OR input_asset = :input)
                  AND (:output::text IS NULL OR output_asset = :output)
                  AND (:from::uuid IS NULL OR id >= :from::uuid)
                  AND (:until::uuid IS NULL OR id < :until::uuid)
            """;

    private static final String ASCENDING = "SELECT " + COLUMNS + FILTER + "ORDER BY id LIMIT :limit OFFSET :offset";
    private static final String DESCENDING =
            "SELECT " + COLUMNS + FILTER + "ORDER BY id DESC LIMIT :limit OFFSET :offset";
    private static final String COUNT = "SELECT count(*) " + FILTER;

    private static final String SUM = """
            SELECT coalesce(sum(total), 0) FROM convert_tally
            WHERE organization_id = :organization
                  AND (:input::text IS NULL OR input_asset = :input)
                  AND (:output::text IS NULL OR output_asset = :output)
            """;

    private static final String ADD = """
            INSERT INTO convert_tally AS t (organization_id, input_asset, output_asset, total)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::int8[])
            ON CONFLICT (organization_id, input_asset, output_asset) DO UPDATE SET total = t.total + excluded.total
            """;

    static final String SELECT_AFTER = "SELECT " + COLUMNS + """
            FROM convert WHERE (organization_id, id) > (:organization, :id) ORDER BY organization_id, id LIMIT :limit
            """;

    private ConversionStore() {}

    static void insert(Tx tx, List<Conversion> created) {
        if (created.isEmpty()) {
            return;
        }
        Batch.of(INSERT)
                .uuids(created, Conversion::organizationId)
                .uuids(created, Conversion::id)
                .uuids(created, Conversion::quoteId)
                .uuids(created, Conversion::userId)
                .texts(created, each -> each.figures().input().asset().code())
                .integers(created, each -> each.figures().input().asset().exponent())
                .units(created, each -> each.figures().input().units())
                .texts(created, each -> each.figures().output().code())
                .integers(created, each -> each.figures().output().exponent())
                .units(created, each -> each.figures().converted().units())
                .units(created, each -> each.figures().fee().units())
                .units(created, each -> each.figures().markupAmount().units())
                .decimals(created, each -> each.figures().price())
                .decimals(created, each -> each.figures().markup())
                .integers(created, each -> each.transfers().size())
                .write(tx);
        var tally = new Tally();
        created.forEach(each -> tally.add(
                each.organizationId(),
                1,
                each.figures().input().asset().code(),
                each.figures().output().code()));
        tally.flush(tx, ADD, ADD);
    }

    static Optional<Conversion> find(Handle handle, UUID organizationId, UUID id) {
        return handle.createQuery(SELECT)
                .bind("organization", organizationId)
                .bind("id", id)
                .map((row, _) -> read(row))
                .findOne();
    }

    static Page<Conversion> page(Handle handle, UUID organizationId, ConversionFilter filter, Page.Request page) {
        long total = bind(handle.createQuery(filter.created() == null ? SUM : COUNT), organizationId, filter)
                .mapTo(Long.class)
                .one();
        var sql = switch (page.sort()) {
            case CREATED_ASCENDING, UPDATED_ASCENDING -> ASCENDING;
            case CREATED_DESCENDING, UPDATED_DESCENDING -> DESCENDING;
        };
        return Page.of(
                total,
                page,
                () -> bind(handle.createQuery(sql), organizationId, filter)
                        .bind("limit", page.limit())
                        .bind("offset", page.offset())
                        .map((row, _) -> read(row))
                        .list());
    }

    /// Returns the expected ledger movements of the conversion in a row.
    static Map<LedgerVerifier.Place, BigInteger> moved(ResultSet row) throws SQLException {
        return Leg.moved(Conversion.legs(read(row).figures()));
    }

    private static Conversion read(ResultSet row) throws SQLException {
        return new Conversion(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                row.getObject("quote_id", UUID.class),
                row.getObject("user_id", UUID.class),
                QuoteStore.figures(
                        row,
                        Asset.crypto(row.getString("input_asset"), row.getInt("input_exponent")),
                        Asset.fiat(row.getString("output_asset"), row.getInt("output_exponent"))));
    }

    private static <S extends SqlStatement<S>> S bind(S statement, UUID organizationId, ConversionFilter filter) {
        var created = filter.created();
        return statement
                .bind("organization", organizationId)
                .bind("input", filter.input())
                .bind("output", filter.output())
                .bind("from", created == null ? null : Clocks.firstIdOf(created.start()))
                .bind("until", created == null ? null : Clocks.firstIdOf(created.endExclusive()));
    }
}
