package dev.sluice.rail.iso20022.inbound;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.http.Page;
import dev.sluice.rail.iso20022.inbound.InboundFile.Decision;
import dev.sluice.rail.iso20022.inbound.InboundFile.Hold;
import dev.sluice.rail.iso20022.inbound.InboundFile.State;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_iso20022_inbound` and `rail_iso20022_account`.
final class InboundFileStore {
    private static final String COLUMNS = """
            id, account, name, sha256, size, received_at, state, kind, message_ids, reason, break_kind, difference,
            decided_by, second_by, decided_at, applied_at, mac
            """;

    private static final String INSERT = """
            INSERT INTO rail_iso20022_inbound (
                id, account, name, sha256, size, received_at, content, state, message_ids,
                                           mac)
            VALUES (:id, :account, :name, :sha256, :size, :received_at, :content, 'received', '{}', :mac)
            ON CONFLICT (account, sha256) DO NOTHING
            """;

    private static final String UPDATE = """
            UPDATE rail_iso20022_inbound
            SET state = :state, kind = :kind, message_ids = :message_ids::text[], reason = :reason,
                break_kind = :break_kind, difference = :difference, decided_by = :decided_by, second_by = :second_by,
                decided_at = :decided_at, applied_at = :applied_at, mac = :mac
            WHERE id = :id
            """;

    private static final String BY_HASH = "SELECT " + COLUMNS + """
            FROM rail_iso20022_inbound WHERE account = :account AND sha256 = :sha256
            """;

    private static final String ONE = "SELECT " + COLUMNS + """
            FROM rail_iso20022_inbound WHERE id = :id
            """;

    private static final String LOCK = "SELECT " + COLUMNS + """
            FROM rail_iso20022_inbound WHERE id = :id FOR UPDATE
            """;

    private static final String CONTENT = """
            SELECT content FROM rail_iso20022_inbound WHERE id = :id
            """;

    private static final String WAITING = """
            SELECT id FROM rail_iso20022_inbound WHERE account = :account AND state = 'received'
            ORDER BY received_at, id
            """;

    private static final String GAPS = """
            SELECT id FROM rail_iso20022_inbound
            WHERE account = :account AND state = 'held' AND break_kind = 'STATEMENT_GAP' ORDER BY received_at, id
            """;

    private static final String NEWEST = "SELECT " + COLUMNS + """
            FROM rail_iso20022_inbound WHERE account = :account ORDER BY received_at DESC, id DESC LIMIT :limit
            """;

    private static final String LIST = "SELECT " + COLUMNS + """
            FROM rail_iso20022_inbound WHERE account = :account AND (:state::text IS NULL OR state = :state)
            ORDER BY received_at DESC, id DESC LIMIT :limit OFFSET :offset
            """;

    private static final String COUNT = """
            SELECT count(*) FROM rail_iso20022_inbound
            WHERE account = :account AND (:state::text IS NULL OR state = :state)
            """;

    private static final String SAME_MESSAGE = """
            SELECT id FROM rail_iso20022_inbound
            WHERE state = 'applied' AND account = :account AND message_ids && :ids::text[] AND id <> :id
                  AND left(kind, 8) = left(:kind, 8)
            ORDER BY received_at LIMIT 1
            """;

    private static final String AFTER = "SELECT " + COLUMNS + """
            FROM rail_iso20022_inbound WHERE id > :id ORDER BY id LIMIT :limit
            """;

    private static final String ADD_ACCOUNT = """
            INSERT INTO rail_iso20022_account (account, leased_to) VALUES (:account, :now)
            ON CONFLICT (account) DO NOTHING
            """;

    private static final String LOCK_ACCOUNT = """
            SELECT account FROM rail_iso20022_account WHERE account = :account FOR UPDATE
            """;

    private static final String LEASE = """
            UPDATE rail_iso20022_account SET leased_to = :until WHERE account = :account AND leased_to <= :now
            """;

    private static final String RELEASE = """
            UPDATE rail_iso20022_account SET leased_to = :now WHERE account = :account AND leased_to = :until
            """;

    private final RecordMac macs;

    InboundFileStore(Vault vault) {
        this.macs = vault.mac("rail/bank/inbound");
    }

    private record Row(InboundFile file, byte @Nullable [] mac) {}

    /// @return false if the account has a file with the same hash
    boolean insert(Tx tx, InboundFile file, byte[] sealed) {
        return tx.handle()
                        .createUpdate(INSERT)
                        .bind("id", file.id())
                        .bind("account", file.account())
                        .bind("name", file.name())
                        .bind("sha256", file.sha256())
                        .bind("size", file.size())
                        .bind("received_at", file.receivedAt())
                        .bind("content", sealed)
                        .bind("mac", macs.of(fields(file)))
                        .execute()
                == 1;
    }

    void update(Tx tx, InboundFile file) {
        var hold = file.hold();
        var breakKind = hold == null ? null : hold.breakKind();
        var decision = file.decision();
        tx.handle()
                .createUpdate(UPDATE)
                .bind("id", file.id())
                .bind("state", file.state().name().toLowerCase(Locale.ROOT))
                .bind("kind", file.kind())
                .bindArray("message_ids", String.class, file.messageIds())
                .bind("reason", hold == null ? null : hold.reason())
                .bind("break_kind", breakKind == null ? null : breakKind.name())
                .bind("difference", hold == null ? null : hold.difference())
                .bind("decided_by", decision == null ? null : decision.by())
                .bind("second_by", decision == null ? null : decision.second())
                .bind("decided_at", decision == null ? null : decision.at())
                .bind("applied_at", file.appliedAt())
                .bind("mac", macs.of(fields(file)))
                .execute();
    }

    Optional<InboundFile> ofHash(Tx tx, String account, String sha256) {
        return one(tx.handle().createQuery(BY_HASH).bind("account", account).bind("sha256", sha256));
    }

    Optional<InboundFile> find(Handle handle, UUID id) {
        return one(handle.createQuery(ONE).bind("id", id));
    }

    Optional<InboundFile> lock(Tx tx, UUID id) {
        return one(tx.handle().createQuery(LOCK).bind("id", id));
    }

    static Optional<byte[]> content(Handle handle, UUID id) {
        return handle.createQuery(CONTENT).bind("id", id).mapTo(byte[].class).findOne();
    }

    static List<UUID> waiting(Handle handle, String account) {
        return handle.createQuery(WAITING)
                .bind("account", account)
                .mapTo(UUID.class)
                .list();
    }

    static List<UUID> gaps(Handle handle, String account) {
        return handle.createQuery(GAPS)
                .bind("account", account)
                .mapTo(UUID.class)
                .list();
    }

    List<InboundFile> newest(Handle handle, String account, int limit) {
        return handle
                .createQuery(NEWEST)
                .bind("account", account)
                .bind("limit", limit)
                .map((row, _) -> row(row))
                .list()
                .stream()
                .map(this::authentic)
                .toList();
    }

    /// Returns a page of the files of an account, the newest first.
    ///
    /// @param state the only state to list; null for all
    List<InboundFile> list(Handle handle, String account, @Nullable State state, Page.Request page) {
        return handle
                .createQuery(LIST)
                .bind("account", account)
                .bind("state", stored(state))
                .bind("limit", page.limit())
                .bind("offset", page.offset())
                .map((row, _) -> row(row))
                .list()
                .stream()
                .map(this::authentic)
                .toList();
    }

    static long count(Handle handle, String account, @Nullable State state) {
        return handle.createQuery(COUNT)
                .bind("account", account)
                .bind("state", stored(state))
                .mapTo(Long.class)
                .one();
    }

    private static @Nullable String stored(@Nullable State state) {
        return state == null ? null : state.name().toLowerCase(Locale.ROOT);
    }

    /// Returns an applied file of the same kind that has one of the messages.
    static Optional<UUID> ofMessages(Tx tx, InboundFile file, String kind, List<String> ids) {
        return tx.handle()
                .createQuery(SAME_MESSAGE)
                .bind("account", file.account())
                .bindArray("ids", String.class, ids)
                .bind("id", file.id())
                .bind("kind", kind)
                .mapTo(UUID.class)
                .findOne();
    }

    /// Locks the account until the transaction ends.
    static void lockAccount(Tx tx, String account, Instant now) {
        tx.handle()
                .createUpdate(ADD_ACCOUNT)
                .bind("account", account)
                .bind("now", now)
                .execute();
        tx.handle()
                .createQuery(LOCK_ACCOUNT)
                .bind("account", account)
                .mapTo(String.class)
                .one();
    }

    /// Leases the account to this node, unless another one has the lease.
    static boolean lease(Tx tx, String account, Instant now, Instant until) {
        tx.handle()
                .createUpdate(ADD_ACCOUNT)
                .bind("account", account)
                .bind("now", now)
                .execute();
        return tx.handle()
                        .createUpdate(LEASE)
                        .bind("account", account)
                        .bind("now", now)
                        .bind("until", until)
                        .execute()
                == 1;
    }

    /// Ends a lease, unless it has expired and another node has one.
    static void release(Tx tx, String account, Instant until, Instant now) {
        tx.handle()
                .createUpdate(RELEASE)
                .bind("account", account)
                .bind("until", until)
                .bind("now", now)
                .execute();
    }

    /// Reports each file that differs from the record that the service wrote.
    void verify(Handle snapshot, Consumer<String> fault) {
        new AllRows<>(AFTER, InboundFileStore::row, (Row each) -> each.file().id(), "bank file")
                .verify(snapshot, this::isAuthentic, fault);
    }

    private Optional<InboundFile> one(Query query) {
        return query.map((row, _) -> row(row)).findOne().map(this::authentic);
    }

    private InboundFile authentic(Row row) {
        if (!isAuthentic(row)) {
            throw new AlteredRecord("bank file " + row.file().id());
        }
        return row.file();
    }

    private boolean isAuthentic(Row row) {
        return macs.isOf(row.mac(), fields(row.file()));
    }

    private static List<@Nullable Object> fields(InboundFile file) {
        var hold = file.hold();
        var decision = file.decision();
        var difference = hold == null ? null : hold.difference();
        return Arrays.asList(
                file.id(),
                file.account(),
                file.name(),
                file.sha256(),
                file.size(),
                micros(file.receivedAt()),
                file.state(),
                file.kind(),
                String.join("\n", file.messageIds()),
                hold == null ? null : hold.reason(),
                hold == null ? null : hold.breakKind(),
                difference == null ? null : difference.stripTrailingZeros().toPlainString(),
                decision == null ? null : decision.by(),
                decision == null ? null : decision.second(),
                decision == null ? null : micros(decision.at()),
                micros(file.appliedAt()));
    }

    private static @Nullable Instant micros(@Nullable Instant at) {
        return at == null ? null : at.truncatedTo(ChronoUnit.MICROS);
    }

    private static Row row(ResultSet row) throws SQLException {
        var reason = row.getString("reason");
        var breakKind = row.getString("break_kind");
        var decidedAt = Times.optionalInstant(row, "decided_at");
        return new Row(
                new InboundFile(
                        row.getObject("id", UUID.class),
                        row.getString("account"),
                        row.getString("name"),
                        row.getString("sha256"),
                        row.getInt("size"),
                        Times.instant(row, "received_at"),
                        State.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
                        row.getString("kind"),
                        List.of((String[]) row.getArray("message_ids").getArray()),
                        reason == null
                                ? null
                                : new Hold(
                                        reason,
                                        breakKind == null ? null : BreakKind.valueOf(breakKind),
                                        row.getBigDecimal("difference")),
                        decidedAt == null
                                ? null
                                : new Decision(row.getString("decided_by"), row.getString("second_by"), decidedAt),
                        Times.optionalInstant(row, "applied_at")),
                row.getBytes("mac"));
    }
}
