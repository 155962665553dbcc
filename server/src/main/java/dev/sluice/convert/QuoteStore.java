package dev.sluice.convert;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/// SQL of `convert_quote`.
final class QuoteStore {
    private static final String INSERT = """
            INSERT INTO convert_quote (organization_id, id, input_asset, input_kind, input_exponent, input_units,
                                       output_asset, output_kind, output_exponent, converted_units, fee_units,
                                       markup_units, price, markup, expires_at)
            SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::int4[], ?::numeric[], ?::text[],
                                 ?::text[], ?::int4[], ?::numeric[], ?::numeric[], ?::numeric[], ?::numeric[],
                                 ?::numeric[], ?::timestamptz[])
            """;

    private static final String LOCK = """
            SELECT organization_id, id, input_asset, input_kind, input_exponent, input_units, output_asset, output_kind,
                   output_exponent, converted_units, fee_units, markup_units, price, markup, expires_at, used_by
            FROM convert_quote
            WHERE (organization_id, id) IN (SELECT * FROM unnest(?::uuid[], ?::uuid[]))
            ORDER BY organization_id, id FOR UPDATE
            """;

    private static final String USE = """
            UPDATE convert_quote q SET used_by = new.used_by
            FROM unnest(?::uuid[], ?::uuid[], ?::uuid[]) AS new (organization_id, id, used_by)
            WHERE q.organization_id = new.organization_id AND q.id = new.id AND q.used_by IS NULL
            """;

    private static final String DELETE_OLD = """
            DELETE FROM convert_quote q USING (
                SELECT organization_id, id FROM convert_quote
                WHERE used_by IS NULL AND expires_at < :before LIMIT :limit FOR UPDATE SKIP LOCKED) AS old
            WHERE q.organization_id = old.organization_id AND q.id = old.id
            """;

    private QuoteStore() {}

    static void insert(Tx tx, Quote quote) {
        var one = List.of(quote);
        var figures = quote.figures();
        Batch.of(INSERT)
                .uuids(one, Quote::organizationId)
                .uuids(one, Quote::id)
                .texts(one, _ -> figures.input().asset().code())
                .texts(one, _ -> figures.input().asset().kind().name())
                .integers(one, _ -> figures.input().asset().exponent())
                .units(one, _ -> figures.input().units())
                .texts(one, _ -> figures.output().code())
                .texts(one, _ -> figures.output().kind().name())
                .integers(one, _ -> figures.output().exponent())
                .units(one, _ -> figures.converted().units())
                .units(one, _ -> figures.fee().units())
                .units(one, _ -> figures.markupAmount().units())
                .decimals(one, _ -> figures.price())
                .decimals(one, _ -> figures.markup())
                .instants(one, Quote::expiresAt)
                .write(tx);
    }

    /// Locks quotes in one order for all callers, and returns them in their locked state.
    static Supplier<List<Quote>> lock(Tx tx, List<Quotes.Ref> refs) {
        return Batch.of(LOCK)
                .uuids(refs, Quotes.Ref::organizationId)
                .uuids(refs, Quotes.Ref::id)
                .queueQuery(tx, QuoteStore::read);
    }

    static void use(Tx tx, List<Quotes.Use> uses) {
        if (!uses.isEmpty()) {
            Batch.of(USE)
                    .uuids(uses, Quotes.Use::organizationId)
                    .uuids(uses, Quotes.Use::quoteId)
                    .uuids(uses, Quotes.Use::usedBy)
                    .write(tx);
        }
    }

    static int deleteUnused(Tx tx, Instant before, int limit) {
        return tx.handle()
                .createUpdate(DELETE_OLD)
                .bind("before", before)
                .bind("limit", limit)
                .execute();
    }

    private static Quote read(ResultSet row) throws SQLException {
        var input = asset(row, "input_asset", "input_kind", "input_exponent");
        var output = asset(row, "output_asset", "output_kind", "output_exponent");
        return new Quote(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                figures(row, input, output),
                Times.instant(row, "expires_at"),
                row.getObject("used_by", UUID.class));
    }

    /// Returns the figures of a row; both tables use the same column names.
    static Figures figures(ResultSet row, Asset input, Asset output) throws SQLException {
        return new Figures(
                units(row, "input_units", input),
                row.getBigDecimal("price"),
                units(row, "converted_units", output),
                units(row, "fee_units", output),
                row.getBigDecimal("markup"),
                units(row, "markup_units", output));
    }

    private static Asset asset(ResultSet row, String code, String kind, String exponent) throws SQLException {
        return new Asset(row.getString(code), Asset.Kind.valueOf(row.getString(kind)), row.getInt(exponent));
    }

    private static Money units(ResultSet row, String column, Asset asset) throws SQLException {
        return new Money(row.getBigDecimal(column).toBigIntegerExact(), asset);
    }
}
