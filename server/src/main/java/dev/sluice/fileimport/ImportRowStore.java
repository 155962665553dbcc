package dev.sluice.fileimport;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.fileimport.ImportRow.State;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.sheet.Titled;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/// SQL of `fileimport_row`. Rows are selected by `:organization` and `:file`. Cells and faults are encrypted.
final class ImportRowStore<C extends Enum<C> & Titled> {
    private static final String INSERT = """
            INSERT INTO fileimport_row (organization_id, file_id, number, content, state, created_id, group_id, hidden,
                                        asset, units, fee_units, exponent, needs_approval, chunk, payee_revision,
                                        fingerprint, mac)
            SELECT organization_id, file_id, number, content, state, created_id, group_id, hidden, asset, units,
                   fee_units, exponent, needs_approval, chunk, payee_revision, fingerprint, mac
            FROM unnest(?::uuid[], ?::uuid[], ?::int4[], ?::bytea[], ?::text[], ?::uuid[], ?::uuid[], ?::boolean[],
                        ?::text[], ?::numeric[], ?::numeric[], ?::int8[], ?::boolean[], ?::int8[], ?::int8[],
                        ?::bytea[], ?::bytea[])
                 AS new (organization_id, file_id, number, content, state, created_id, group_id, hidden, asset, units,
                         fee_units, exponent, needs_approval, chunk, payee_revision, fingerprint, mac)
            """;

    private static final String SELECT = """
            SELECT r.organization_id, r.number, r.content, r.state, r.created_id, r.group_id, r.hidden, r.asset,
                   f.asset_kind, r.units, r.fee_units, r.exponent, r.needs_approval, r.chunk, r.payee_revision, r.mac
            FROM fileimport_row r JOIN fileimport_file f ON f.organization_id = r.organization_id AND f.id = r.file_id
            WHERE r.organization_id = :organization AND r.file_id = :file
            """;

    private static final String PAGE = SELECT + """
            AND (NOT :wrongOnly::boolean OR r.state IN ('FAULTY', 'DUPLICATE', 'LEFT_OUT', 'REFUSED'))
            AND r.number > :after
            ORDER BY r.number LIMIT :limit OFFSET :offset
            """;

    private static final String READY = SELECT + """
            AND r.state = 'READY' AND r.number > :after ORDER BY r.number LIMIT :limit
            """;

    /// Rows of the first unsettled request.
    private static final String NEXT_CHUNK = SELECT + """
            AND r.state = 'READY' AND r.chunk = (
                SELECT min(chunk) FROM fileimport_row
                WHERE organization_id = :organization AND file_id = :file AND state = 'READY')
            ORDER BY r.number
            """;

    private static final String SETTLE = """
            UPDATE fileimport_row r
            SET state = new.state, content = new.content, created_id = new.created_id, group_id = new.group_id,
                mac = NULL
            FROM unnest(?::uuid[], ?::uuid[], ?::int4[], ?::bytea[], ?::text[], ?::uuid[], ?::uuid[])
                 AS new (organization_id, file_id, number, content, state, created_id, group_id)
            WHERE r.organization_id = new.organization_id AND r.file_id = new.file_id AND r.number = new.number
                AND r.state = 'READY'
            """;

    private static final String COUNTS = """
            SELECT state, count(*) AS rows, count(*) FILTER (WHERE hidden) AS hidden FROM fileimport_row
            WHERE organization_id = :organization AND file_id = :file GROUP BY state
            """;

    private static final String LEAVE_OUT = """
            UPDATE fileimport_row SET state = 'LEFT_OUT'
            WHERE organization_id = :organization AND file_id = :file AND state = 'READY' AND hidden
            """;

    private final SealedRows<C> contents;
    private final FileMac macs;

    ImportRowStore(SealedRows<C> contents) {
        this.contents = contents;
        this.macs = contents.macs();
    }

    /// A row with its sealed part.
    private record Sealed<C extends Enum<C> & Titled>(ImportRow<C> row, byte[] content) {
        <T> @Nullable T paid(Function<RowPayment, @Nullable T> part) {
            return row.payment() == null ? null : part.apply(row.payment());
        }
    }

    private List<Sealed<C>> sealed(ImportFile file, List<ImportRow<C>> rows) {
        return rows.stream()
                .map(row -> new Sealed<>(row, contents.seal(file.organizationId(), row)))
                .toList();
    }

    /// @param digest digest of a row's content, which is equal for equal rows
    void insert(Tx tx, ImportFile file, List<ImportRow<C>> rows, Function<ImportRow<C>, byte @Nullable []> digest) {
        var sealed = sealed(file, rows);
        batch(INSERT, file, sealed)
                .booleans(sealed, each -> each.row().hidden())
                .texts(sealed, each -> each.paid(paid -> paid.amount().asset().code()))
                .units(
                        sealed,
                        each -> each.<BigInteger>paid(paid -> paid.amount().units()))
                .units(sealed, each -> each.<BigInteger>paid(paid -> paid.fee().units()))
                .longs(
                        sealed,
                        each -> each.paid(
                                paid -> Long.valueOf(paid.amount().asset().exponent())))
                .booleans(
                        sealed,
                        each -> each.row().payment() != null
                                && each.row().payment().needsApproval())
                .longs(sealed, each -> each.paid(paid -> Long.valueOf(paid.chunk())))
                .longs(sealed, each -> each.paid(paid -> Long.valueOf(paid.payeeRevision())))
                .bytes(sealed, each -> digest.apply(each.row()))
                .bytes(sealed, each -> macs.of(file, each.row().number(), each.content(), fields(each.row())))
                .write(tx);
    }

    /// Stores the result of rows that have none yet, and returns the number of these.
    int settle(Tx tx, ImportFile file, List<ImportRow<C>> rows) {
        return rows.isEmpty() ? 0 : batch(SETTLE, file, sealed(file, rows)).update(tx);
    }

    private Batch batch(String text, ImportFile file, List<Sealed<C>> rows) {
        return Batch.of(text)
                .uuids(rows, _ -> file.organizationId())
                .uuids(rows, _ -> file.id())
                .integers(rows, each -> each.row().number())
                .bytes(rows, Sealed::content)
                .texts(rows, each -> each.row().state().name())
                .uuids(rows, each -> each.row().createdId())
                .uuids(rows, each -> each.paid(RowPayment::groupId));
    }

    void leaveOutHidden(Tx tx, ImportFile file) {
        tx.handle()
                .createUpdate(LEAVE_OUT)
                .bind("organization", file.organizationId())
                .bind("file", file.id())
                .execute();
    }

    List<ImportRow<C>> page(Handle handle, ImportFile file, boolean wrongOnly, int after, int limit, long offset) {
        return of(handle, PAGE, file)
                .bind("wrongOnly", wrongOnly)
                .bind("after", after)
                .bind("limit", limit)
                .bind("offset", offset)
                .map((row, _) ->
                        read(row, contents.open(row.getObject("organization_id", UUID.class), row.getBytes("content"))))
                .list();
    }

    List<ImportRow<C>> ready(Handle handle, ImportFile file, int after, int limit, Altered altered) {
        return of(handle, READY, file)
                .bind("after", after)
                .bind("limit", limit)
                .map((row, _) -> authentic(row, file, altered))
                .list();
    }

    List<ImportRow<C>> nextChunk(Handle handle, ImportFile file, Altered altered) {
        return of(handle, NEXT_CHUNK, file)
                .map((row, _) -> authentic(row, file, altered))
                .list();
    }

    List<Integer> open(Tx tx, ImportFile file, int after, int limit) {
        return of(tx.handle(), READY, file)
                .bind("after", after)
                .bind("limit", limit)
                .map((row, _) -> row.getInt("number"))
                .list();
    }

    /// Reads the number of rows by state, and of those that are hidden.
    void counts(Handle handle, ImportFile file, Map<State, Long> counts, Map<State, Long> hidden) {
        of(handle, COUNTS, file)
                .map((row, _) -> {
                    var state = State.valueOf(row.getString("state"));
                    counts.put(state, row.getLong("rows"));
                    return hidden.put(state, row.getLong("hidden"));
                })
                .list();
    }

    private static Query of(Handle handle, String sql, ImportFile file) {
        return handle.createQuery(sql)
                .bind("organization", file.organizationId())
                .bind("file", file.id());
    }

    /// Makes the failure for the number of a row that was changed behind the service's back.
    @FunctionalInterface
    interface Altered {
        IllegalStateException at(int number);
    }

    private ImportRow<C> authentic(ResultSet row, ImportFile file, Altered altered) throws SQLException {
        int number = row.getInt("number");
        var content = row.getBytes("content");
        var opened = contents.opened(file.organizationId(), content);
        var read = opened.isEmpty() ? null : read(row, opened.get());
        if (read == null
                || !read.faults().isEmpty()
                || !macs.isOf(row.getBytes("mac"), file, number, content, fields(read))) {
            throw altered.at(number);
        }
        return read;
    }

    /// Returns the fields that the row's MAC covers besides the encrypted content.
    private static List<@Nullable Object> fields(ImportRow<?> row) {
        var paid = row.payment();
        if (paid == null) {
            return Arrays.asList(null, null, null, null, null, null, null, row.hidden());
        }
        var asset = paid.amount().asset();
        return Arrays.asList(
                asset.code(),
                asset.kind(),
                asset.exponent(),
                paid.amount().units(),
                paid.fee().units(),
                paid.chunk(),
                paid.payeeRevision(),
                row.hidden());
    }

    private static <C extends Titled> ImportRow<C> read(ResultSet row, SealedRows.Content<C> content)
            throws SQLException {
        return new ImportRow<>(
                row.getInt("number"),
                content.cells(),
                content.faults(),
                State.valueOf(row.getString("state")),
                row.getObject("created_id", UUID.class),
                row.getBoolean("hidden"),
                row.getBigDecimal("units") == null ? null : payment(row));
    }

    private static RowPayment payment(ResultSet row) throws SQLException {
        return new RowPayment(
                money(row, "units"),
                money(row, "fee_units"),
                row.getBoolean("needs_approval"),
                row.getInt("chunk"),
                row.getInt("payee_revision"),
                row.getObject("group_id", UUID.class));
    }

    /// Reads an amount in the smallest units of the row's asset.
    static Money money(ResultSet row, String column) throws SQLException {
        var asset = new Asset(
                row.getString("asset"), Asset.Kind.valueOf(row.getString("asset_kind")), row.getInt("exponent"));
        return new Money(row.getBigDecimal(column).toBigIntegerExact(), asset);
    }
}
