package dev.sluice.fileimport.payout;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.fileimport.FileMac;
import dev.sluice.fileimport.SealedRows;
import dev.sluice.fileimport.SentFile.Person;
import dev.sluice.fileimport.payout.DuplicateRows.RowDigests;
import dev.sluice.fileimport.payout.PayoutRow.State;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.vault.Vault;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `fileimport_payout_row`. Cells and faults are encrypted.
final class PayoutRowStore {
    private static final String INSERT = """
            INSERT INTO fileimport_payout_row (organization_id, file_id, number, content, state, asset, units,
                                  fee_units, exponent, needs_approval, chunk, said, payee_revision, hidden, mac)
            SELECT organization_id, file_id, number, content, state, asset, units, fee_units, exponent, needs_approval,
                   chunk, said, payee_revision, hidden, mac
            FROM unnest(?::uuid[], ?::uuid[], ?::int4[], ?::bytea[], ?::text[], ?::text[], ?::numeric[], ?::numeric[],
                        ?::int8[], ?::boolean[], ?::int8[], ?::bytea[], ?::int4[], ?::boolean[], ?::bytea[])
                 AS new (organization_id, file_id, number, content, state, asset, units, fee_units, exponent,
                         needs_approval, chunk, said, payee_revision, hidden, mac)
            """;

    private static final String SELECT = """
            SELECT r.organization_id, r.number, r.content, r.state, r.asset, f.kind, r.units, r.fee_units, r.exponent,
                   r.needs_approval, r.chunk, r.group_id, r.payout_id, r.payee_revision, r.hidden, r.mac
            FROM fileimport_payout_row r
            JOIN fileimport_payout_file f ON f.organization_id = r.organization_id AND f.id = r.file_id
            WHERE r.organization_id = :organization AND r.file_id = :file
            """;

    private static final String PAGE = SELECT + """
            AND (NOT :wrongOnly::boolean OR r.state IN ('FAULTY', 'LEFT_OUT', 'REFUSED')) AND r.number > :after
            ORDER BY r.number LIMIT :limit OFFSET :offset
            """;

    /// Rows of the first unsettled request.
    private static final String NEXT_CHUNK = SELECT + """
            AND r.state = 'READY' AND r.chunk = (
                SELECT min(chunk) FROM fileimport_payout_row
                WHERE organization_id = :organization AND file_id = :file AND state = 'READY')
            ORDER BY r.number
            """;

    private static final String SETTLE = """
            UPDATE fileimport_payout_row r
            SET state = new.state, content = new.content, group_id = new.group_id, payout_id = new.payout_id, mac = NULL
            FROM unnest(?::uuid[], ?::uuid[], ?::int4[], ?::text[], ?::bytea[], ?::uuid[], ?::uuid[])
                 AS new (organization_id, file_id, number, state, content, group_id, payout_id)
            WHERE r.organization_id = new.organization_id AND r.file_id = new.file_id AND r.number = new.number
                AND r.state = 'READY'
            """;

    /// Rows of recently confirmed files that equal payable rows of this file. Each appears once, however many rows
    /// it equals. The query starts from the few recent files. Of many equal rows it returns the latest ones with
    /// their payouts, and one more without, as a marker for the rest.
    private static final String REPEATED = """
            SELECT encode(said, 'hex') AS said, file_id, name,
                   CASE WHEN place <= :looked::int8 THEN payout_id END AS payout_id
            FROM (
                SELECT other.said, f.id AS file_id, f.name, f.confirmed_at, other.payout_id,
                       row_number() OVER (
                           PARTITION BY other.said ORDER BY f.confirmed_at DESC, f.id DESC, other.number) AS place
                FROM fileimport_payout_file f
                JOIN fileimport_payout_row other ON other.organization_id = f.organization_id AND other.file_id = f.id
                    AND other.said IS NOT NULL AND other.state IN ('READY', 'MADE')
                WHERE f.organization_id = :organization AND f.confirmed_at IS NOT NULL
                    AND COALESCE(f.done_at, 'infinity') > :since AND f.id <> :file
                    AND EXISTS (
                        SELECT FROM fileimport_payout_row mine
                        WHERE mine.organization_id = :organization AND mine.file_id = :file
                            AND mine.said = other.said AND mine.state = 'READY')
            ) AS found
            WHERE place <= :looked::int8 + 1
            ORDER BY confirmed_at DESC, file_id DESC, place
            """;

    private static final String SAID = """
            SELECT number, encode(said, 'hex') AS said, hidden FROM fileimport_payout_row
            WHERE organization_id = :organization AND file_id = :file AND state = 'READY' AND said IS NOT NULL
            """;

    private static final String COUNTS = """
            SELECT state, count(*) AS rows FROM fileimport_payout_row
            WHERE organization_id = :organization AND file_id = :file GROUP BY state
            """;

    private static final String COSTS = """
            SELECT r.asset, f.kind, r.exponent, count(*) AS rows, count(*) FILTER (WHERE r.needs_approval) AS waiting,
                   sum(r.units) AS units, sum(r.fee_units) AS fee_units
            FROM fileimport_payout_row r
            JOIN fileimport_payout_file f ON f.organization_id = r.organization_id AND f.id = r.file_id
            WHERE r.organization_id = :organization AND r.file_id = :file AND r.state NOT IN ('FAULTY', 'LEFT_OUT')
                AND r.number <> ALL (:without::int4[])
            GROUP BY r.asset, f.kind, r.exponent ORDER BY r.asset
            """;

    /// Sets the approval flag of payable rows by their numbers.
    private static final String SET_WAITING = """
            UPDATE fileimport_payout_row SET needs_approval = (number = ANY (:numbers::int4[]))
            WHERE organization_id = :organization AND file_id = :file AND state = 'READY'
                AND needs_approval <> (number = ANY (:numbers::int4[]))
            """;

    private static final String GROUPS = """
            SELECT DISTINCT group_id FROM fileimport_payout_row
            WHERE organization_id = :organization AND file_id = :file AND group_id IS NOT NULL
            """;

    private final SealedRows<PayoutColumn> contents;
    private final FileMac macs;

    PayoutRowStore(Vault vault) {
        this.contents = new SealedRows<>(vault, "fileimport/payout", PayoutColumn.class);
        this.macs = contents.macs();
    }

    FileMac macs() {
        return macs;
    }

    void confirm(Tx tx, PayoutFile file, Person by, Instant at) {
        PayoutFileStore.confirm(tx, file, by, at, macs.ofConfirmation(file, by, at));
    }

    /// A row with its encrypted content.
    private record Sealed(PayoutRow row, byte[] content) {}

    private List<Sealed> sealed(PayoutFile file, List<PayoutRow> rows) {
        return rows.stream()
                .map(row -> new Sealed(row, contents.seal(file.organizationId(), row)))
                .toList();
    }

    /// Returns the fields that the row's MAC covers besides the encrypted content.
    private static List<@Nullable Object> fields(PayoutRow row) {
        var amount = row.amount();
        var fee = row.fee();
        return Arrays.asList(
                amount == null ? null : amount.asset().code(),
                amount == null ? null : amount.asset().kind(),
                amount == null ? null : amount.asset().exponent(),
                amount == null ? null : amount.units(),
                fee == null ? null : fee.units(),
                row.chunk(),
                row.payeeRevision(),
                row.hidden());
    }

    /// Total of the payable or paid rows of one asset.
    ///
    /// @param waiting number of rows that need approval
    record Sum(int rows, int waiting, Money amount, Money fee) {}

    /// @param said digest of a row's content, which is equal for equal rows
    void insert(Tx tx, PayoutFile file, List<PayoutRow> rows, Function<PayoutRow, byte @Nullable []> said) {
        var sealed = sealed(file, rows);
        Batch.of(INSERT)
                .uuids(rows, _ -> file.organizationId())
                .uuids(rows, _ -> file.id())
                .integers(rows, PayoutRow::number)
                .bytes(sealed, Sealed::content)
                .texts(rows, row -> row.state().name())
                .texts(
                        rows,
                        row -> row.amount() == null
                                ? null
                                : row.amount().asset().code())
                .units(rows, row -> row.amount() == null ? null : row.amount().units())
                .units(rows, row -> row.fee() == null ? null : row.fee().units())
                .longs(
                        rows,
                        row -> row.amount() == null
                                ? null
                                : Long.valueOf(row.amount().asset().exponent()))
                .booleans(rows, PayoutRow::needsApproval)
                .longs(rows, row -> row.chunk() == null ? null : row.chunk().longValue())
                .bytes(rows, said)
                .integers(rows, PayoutRow::payeeRevision)
                .booleans(rows, PayoutRow::hidden)
                .bytes(sealed, each -> macs.of(file, each.row().number(), each.content(), fields(each.row())))
                .write(tx);
    }

    List<PayoutRow> page(Handle handle, PayoutFile file, boolean wrongOnly, int after, Window window) {
        return handle.createQuery(PAGE)
                .bind("organization", file.organizationId())
                .bind("file", file.id())
                .bind("wrongOnly", wrongOnly)
                .bind("after", after)
                .bind("limit", window.limit())
                .bind("offset", window.offset())
                .map((row, _) -> read(row))
                .list();
    }

    /// Limit and offset of a page.
    record Window(int limit, long offset) {}

    /// @param altered makes the failure for the number of a row that was changed behind the service's back
    List<PayoutRow> nextChunk(Handle handle, PayoutFile file, IntFunction<IllegalStateException> altered) {
        return handle.createQuery(NEXT_CHUNK)
                .bind("organization", file.organizationId())
                .bind("file", file.id())
                .map((row, _) -> authentic(row, file, altered))
                .list();
    }

    private PayoutRow authentic(ResultSet row, PayoutFile file, IntFunction<IllegalStateException> altered)
            throws SQLException {
        int number = row.getInt("number");
        var content = row.getBytes("content");
        var said = contents.opened(file.organizationId(), content);
        var read = said.isEmpty() ? null : read(row, said.get());
        if (read == null
                || !read.faults().isEmpty()
                || !macs.isOf(row.getBytes("mac"), file, number, content, fields(read))) {
            throw altered.apply(number);
        }
        return read;
    }

    /// Stores the result of rows that have none yet.
    void settle(Tx tx, PayoutFile file, List<PayoutRow> rows) {
        Batch.of(SETTLE)
                .uuids(rows, _ -> file.organizationId())
                .uuids(rows, _ -> file.id())
                .integers(rows, PayoutRow::number)
                .texts(rows, row -> row.state().name())
                .bytes(rows, row -> contents.seal(file.organizationId(), row))
                .uuids(rows, PayoutRow::groupId)
                .uuids(rows, PayoutRow::payoutId)
                .write(tx);
    }

    static void setWaiting(Tx tx, PayoutFile file, Collection<Integer> numbers) {
        tx.handle()
                .createUpdate(SET_WAITING)
                .bind("organization", file.organizationId())
                .bind("file", file.id())
                .bindArray("numbers", Integer.class, numbers)
                .execute();
    }

    /// @param looked maximum number of equal rows that come with their payouts
    static List<DuplicateRow> repeated(Handle handle, PayoutFile file, Instant since, int looked) {
        return handle.createQuery(REPEATED)
                .bind("organization", file.organizationId())
                .bind("file", file.id())
                .bind("since", since)
                .bind("looked", looked)
                .map((row, _) -> new DuplicateRow(
                        row.getString("said"),
                        row.getObject("file_id", UUID.class),
                        row.getString("name"),
                        row.getObject("payout_id", UUID.class)))
                .list();
    }

    /// Returns the digests of the payable rows, by row number.
    static RowDigests said(Handle handle, PayoutFile file) {
        var hidden = new TreeSet<Integer>();
        var texts = handle.createQuery(SAID)
                .bind("organization", file.organizationId())
                .bind("file", file.id())
                .map((row, _) -> {
                    int number = row.getInt("number");
                    if (row.getBoolean("hidden")) {
                        hidden.add(number);
                    }
                    return Map.entry(number, row.getString("said"));
                })
                .collectToMap(Map.Entry::getKey, Map.Entry::getValue);
        return new RowDigests(texts, hidden);
    }

    static Map<State, Long> counts(Handle handle, PayoutFile file) {
        var counts = new EnumMap<State, Long>(State.class);
        handle.createQuery(COUNTS)
                .bind("organization", file.organizationId())
                .bind("file", file.id())
                .map((row, _) -> Map.entry(State.valueOf(row.getString("state")), row.getLong("rows")))
                .forEach(each -> counts.put(each.getKey(), each.getValue()));
        return counts;
    }

    /// @param without numbers of rows that will not be paid
    static List<Sum> sums(Handle handle, PayoutFile file, Collection<Integer> without) {
        return handle.createQuery(COSTS)
                .bind("organization", file.organizationId())
                .bind("file", file.id())
                .bindArray("without", Integer.class, without)
                .map((row, _) -> new Sum(
                        row.getInt("rows"), row.getInt("waiting"), money(row, "units"), money(row, "fee_units")))
                .list();
    }

    static List<UUID> groups(Handle handle, PayoutFile file) {
        return handle.createQuery(GROUPS)
                .bind("organization", file.organizationId())
                .bind("file", file.id())
                .mapTo(UUID.class)
                .list();
    }

    private PayoutRow read(ResultSet row) throws SQLException {
        return read(row, contents.open(row.getObject("organization_id", UUID.class), row.getBytes("content")));
    }

    private static PayoutRow read(ResultSet row, SealedRows.Content<PayoutColumn> content) throws SQLException {
        boolean priced = row.getBigDecimal("units") != null;
        return new PayoutRow(
                row.getInt("number"),
                content.cells(),
                content.faults(),
                State.valueOf(row.getString("state")),
                priced ? money(row, "units") : null,
                priced ? money(row, "fee_units") : null,
                row.getBoolean("needs_approval"),
                row.getObject("chunk", Integer.class),
                row.getObject("group_id", UUID.class),
                row.getObject("payout_id", UUID.class),
                row.getInt("payee_revision"),
                row.getBoolean("hidden"));
    }

    private static Money money(ResultSet row, String column) throws SQLException {
        var asset =
                new Asset(row.getString("asset"), Asset.Kind.valueOf(row.getString("kind")), row.getInt("exponent"));
        BigDecimal units = row.getBigDecimal(column);
        return new Money(units.toBigIntegerExact(), asset);
    }
}
