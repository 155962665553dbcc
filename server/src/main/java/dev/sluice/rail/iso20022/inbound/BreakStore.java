package dev.sluice.rail.iso20022.inbound;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.http.Page;
import dev.sluice.rail.iso20022.inbound.BankBreak.Closed;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_iso20022_break`.
final class BreakStore {
    private static final String COLUMNS = """
            id, account, kind, subject, note, amount, since, opened_at, closed_at, closed_reason, closed_by, mac
            """;

    private static final String INSERT = """
            INSERT INTO rail_iso20022_break (id, account, kind, subject, note, amount, since, opened_at, mac)
            VALUES (:id, :account, :kind, :subject, :note, :amount, :since, :opened_at, :mac)
            ON CONFLICT (account, kind, subject) WHERE closed_at IS NULL DO NOTHING
            """;

    private static final String CLOSE = """
            UPDATE rail_iso20022_break
            SET closed_at = :closed_at, closed_reason = :closed_reason, closed_by = :closed_by, mac = :mac
            WHERE id = :id AND closed_at IS NULL
            """;

    private static final String OPEN = "SELECT " + COLUMNS + """
            FROM rail_iso20022_break WHERE account = :account AND closed_at IS NULL ORDER BY opened_at, id
            """;

    private static final String OPEN_OF = "SELECT " + COLUMNS + """
            FROM rail_iso20022_break WHERE account = :account AND subject = :subject AND closed_at IS NULL
            """;

    private static final String COUNT_OF = """
            SELECT count(*) FROM rail_iso20022_break WHERE account = :account AND subject = :subject AND kind = :kind
            """;

    private static final String CLOSED_BY_PEOPLE = """
            SELECT subject FROM rail_iso20022_break
            WHERE account = :account AND kind = :kind AND closed_by IS NOT NULL
            """;

    private static final String ONE = "SELECT " + COLUMNS + """
            FROM rail_iso20022_break WHERE id = :id FOR UPDATE
            """;

    private static final String FIND = "SELECT " + COLUMNS + """
            FROM rail_iso20022_break WHERE id = :id
            """;

    private static final String LIST_OPEN = "SELECT " + COLUMNS + """
            FROM rail_iso20022_break
            WHERE account = :account AND closed_at IS NULL AND (:kind::text IS NULL OR kind = :kind)
            ORDER BY since, id LIMIT :limit OFFSET :offset
            """;

    private static final String LIST_CLOSED = "SELECT " + COLUMNS + """
            FROM rail_iso20022_break
            WHERE account = :account AND closed_at IS NOT NULL AND (:kind::text IS NULL OR kind = :kind)
            ORDER BY closed_at DESC, id DESC LIMIT :limit OFFSET :offset
            """;

    private static final String COUNT = """
            SELECT count(*) FROM rail_iso20022_break
            WHERE account = :account AND (closed_at IS NULL) = :open AND (:kind::text IS NULL OR kind = :kind)
            """;

    private static final String BY_KIND = """
            SELECT kind, count(*) AS count, min(since) AS oldest FROM rail_iso20022_break
            WHERE account = :account AND closed_at IS NULL GROUP BY kind ORDER BY kind
            """;

    private static final String AFTER = "SELECT " + COLUMNS + """
            FROM rail_iso20022_break WHERE id > :id ORDER BY id LIMIT :limit
            """;

    private final RecordMac macs;

    BreakStore(Vault vault) {
        this.macs = vault.mac("rail/bank/break");
    }

    private record Row(BankBreak content, byte @Nullable [] mac) {}

    /// @return false if such a break is open already
    boolean insert(Tx tx, BankBreak added) {
        return tx.handle()
                        .createUpdate(INSERT)
                        .bind("id", added.id())
                        .bind("account", added.account())
                        .bind("kind", added.kind().name())
                        .bind("subject", added.subject())
                        .bind("note", added.note())
                        .bind("amount", added.amount())
                        .bind("since", added.since())
                        .bind("opened_at", added.openedAt())
                        .bind("mac", macs.of(fields(added)))
                        .execute()
                == 1;
    }

    /// Closes an open break.
    void close(Tx tx, BankBreak open, Closed closed) {
        var after = new BankBreak(
                open.id(),
                open.account(),
                open.kind(),
                open.subject(),
                open.note(),
                open.amount(),
                open.since(),
                open.openedAt(),
                closed);
        tx.handle()
                .createUpdate(CLOSE)
                .bind("id", open.id())
                .bind("closed_at", closed.at())
                .bind("closed_reason", closed.reason())
                .bind("closed_by", closed.by())
                .bind("mac", macs.of(fields(after)))
                .execute();
    }

    /// Returns the open breaks of an account, the oldest first. An altered row is a bug or tampering.
    List<BankBreak> open(Handle handle, String account) {
        return handle.createQuery(OPEN).bind("account", account).map((row, _) -> row(row)).list().stream()
                .map(this::authentic)
                .toList();
    }

    List<BankBreak> open(Tx tx, String account, String subject) {
        return tx
                .handle()
                .createQuery(OPEN_OF)
                .bind("account", account)
                .bind("subject", subject)
                .map((row, _) -> row(row))
                .list()
                .stream()
                .map(this::authentic)
                .toList();
    }

    /// Returns the subjects with a break of a kind that a person closed.
    static Set<String> closedByPeople(Handle handle, String account, BreakKind kind) {
        return Set.copyOf(handle.createQuery(CLOSED_BY_PEOPLE)
                .bind("account", account)
                .bind("kind", kind.name())
                .mapTo(String.class)
                .list());
    }

    /// Returns true if the subject has or had a break of a kind.
    static boolean isKnown(Tx tx, String account, String subject, BreakKind kind) {
        return tx.handle()
                        .createQuery(COUNT_OF)
                        .bind("account", account)
                        .bind("subject", subject)
                        .bind("kind", kind.name())
                        .mapTo(Long.class)
                        .one()
                > 0;
    }

    Optional<BankBreak> lock(Tx tx, UUID id) {
        return tx.handle()
                .createQuery(ONE)
                .bind("id", id)
                .map((row, _) -> row(row))
                .findOne()
                .map(this::authentic);
    }

    Optional<BankBreak> find(Handle handle, UUID id) {
        return handle.createQuery(FIND)
                .bind("id", id)
                .map((row, _) -> row(row))
                .findOne()
                .map(this::authentic);
    }

    /// Returns a page of the breaks of an account: the oldest open ones, or the ones that were closed last.
    List<BankBreak> list(Handle handle, String account, BankBreaks.Search search, Page.Request page) {
        return handle
                .createQuery(search.open() ? LIST_OPEN : LIST_CLOSED)
                .bind("account", account)
                .bind("kind", search.stored())
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> row(row))
                .list()
                .stream()
                .map(this::authentic)
                .toList();
    }

    static long count(Handle handle, String account, BankBreaks.Search search) {
        return handle.createQuery(COUNT)
                .bind("account", account)
                .bind("open", search.open())
                .bind("kind", search.stored())
                .mapTo(Long.class)
                .one();
    }

    static List<BankBreaks.OfKind> byKind(Handle handle, String account) {
        return handle.createQuery(BY_KIND)
                .bind("account", account)
                .map((row, _) -> new BankBreaks.OfKind(
                        BreakKind.valueOf(row.getString("kind")),
                        row.getLong("count"),
                        row.getObject("oldest", LocalDate.class)))
                .list();
    }

    /// Reports each break that differs from the record that the service wrote.
    void verify(Handle snapshot, Consumer<String> fault) {
        new AllRows<>(AFTER, BreakStore::row, (Row each) -> each.content().id(), "bank break")
                .verify(snapshot, this::isAuthentic, fault);
    }

    private BankBreak authentic(Row row) {
        if (!isAuthentic(row)) {
            throw new AlteredRecord("break " + row.content().id());
        }
        return row.content();
    }

    private boolean isAuthentic(Row row) {
        return macs.isOf(row.mac(), fields(row.content()));
    }

    private static List<@Nullable Object> fields(BankBreak content) {
        var closed = content.closed();
        return Arrays.asList(
                content.id(),
                content.account(),
                content.kind(),
                content.subject(),
                content.note(),
                content.amount().toPlainString(),
                content.since(),
                content.openedAt().truncatedTo(ChronoUnit.MICROS),
                closed == null ? null : closed.at().truncatedTo(ChronoUnit.MICROS),
                closed == null ? null : closed.reason(),
                closed == null ? null : closed.by());
    }

    private static Row row(ResultSet row) throws SQLException {
        var closedAt = Times.optionalInstant(row, "closed_at");
        return new Row(
                new BankBreak(
                        row.getObject("id", UUID.class),
                        row.getString("account"),
                        BreakKind.valueOf(row.getString("kind")),
                        row.getString("subject"),
                        row.getString("note"),
                        row.getBigDecimal("amount"),
                        row.getObject("since", LocalDate.class),
                        Times.instant(row, "opened_at"),
                        closedAt == null
                                ? null
                                : new Closed(closedAt, row.getString("closed_reason"), row.getString("closed_by"))),
                row.getBytes("mac"));
    }
}
