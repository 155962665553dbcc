package dev.sluice.rail.iso20022.inbound;

import dev.sluice.db.Tx;
import dev.sluice.http.Page;
import dev.sluice.rail.iso20022.inbound.EntryRows.Row;
import dev.sluice.vault.Vault;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatement;

/// SQL of `rail_iso20022_entry`.
final class EntryStore {
    private static final String INSERT = """
            INSERT INTO rail_iso20022_entry (id, account, key, booking_id, part, parts, whole_units, bank_reference,
                                         entry_reference, units, asset, exponent, credit, creditable, status,
                                         booked_on, value_on, end_to_end_id, message_id, payment_information_id,
                                         instruction_id, uetr, return_code, details, code, sealed, sources, stated_at,
                                         stated_on, seen_at, match_kind, match_subject, fault, credited_at, reversed_by, mac)
            VALUES (:id, :account, :key, :booking_id, :part, :parts, :whole_units, :bank_reference, :entry_reference,
                    :units, :asset, :exponent, :credit, :creditable, :status, :booked_on, :value_on::date,
                    :end_to_end_id, :message_id, :payment_information_id, :instruction_id, :uetr, :return_code,
                    :details, :code, :sealed, :sources::text[], :stated_at, :stated_on::date, :seen_at, :match_kind,
                    :match_subject, :fault, :credited_at, :reversed_by::uuid, :mac)
            """;

    private static final String UPDATE = """
            UPDATE rail_iso20022_entry
            SET creditable = :creditable, status = :status, booked_on = :booked_on, value_on = :value_on::date,
                end_to_end_id = :end_to_end_id, message_id = :message_id,
                payment_information_id = :payment_information_id, instruction_id = :instruction_id, uetr = :uetr,
                sealed = :sealed, sources = :sources::text[], stated_at = :stated_at, stated_on = :stated_on::date,
                match_kind = :match_kind, match_subject = :match_subject, fault = :fault, credited_at = :credited_at,
                reversed_by = :reversed_by::uuid, return_code = :return_code, mac = :mac
            WHERE id = :id
            """;

    private static final String SELECT = """
            SELECT id, account, key, booking_id, part, parts, whole_units, bank_reference, entry_reference, units,
                   asset, exponent, credit, creditable, status, booked_on, value_on, end_to_end_id, message_id,
                   payment_information_id, instruction_id, uetr, return_code, details, code, sealed, sources, stated_at,
                   seen_at, match_kind, match_subject, fault, credited_at, reversed_by, mac
            FROM rail_iso20022_entry
            """;

    private static final String RELATED = SELECT + """
            WHERE account = :account
                  AND (bank_reference = ANY (:references::text[]) OR entry_reference = ANY (:references::text[])
                       OR booked_on = ANY (:days::date[]) OR (status = 'pending' AND value_on = ANY (:days::date[])))
            ORDER BY seen_at, id
            """;

    private static final String CREDITED = SELECT + """
            WHERE account = :account AND credited_at IS NOT NULL AND reversed_by IS NULL
                  AND (bank_reference = ANY (:references::text[]) OR entry_reference = ANY (:references::text[])
                       OR end_to_end_id = ANY (:references::text[]))
            ORDER BY id
            """;

    /// Booked debits that take something back, of which nothing is known that they take back.
    private static final String UNMATCHED_REVERSALS = SELECT + """
            WHERE account = :account AND status = 'booked' AND NOT credit AND return_code IS NOT NULL
                  AND match_kind IS NULL
                  AND (bank_reference = ANY (:references::text[]) OR entry_reference = ANY (:references::text[])
                       OR end_to_end_id = ANY (:references::text[]))
            ORDER BY id
            """;

    private static final String SHORT_RETURNS = SELECT + """
            WHERE account = :account AND end_to_end_id = ANY (:ids::text[]) AND fault = 'RETURN_SHORT'
            ORDER BY id
            """;

    private static final String UNSTATED = SELECT + """
            WHERE account = :account AND credited_at IS NOT NULL AND stated_at IS NULL AND booked_on <= :day
            ORDER BY id
            """;

    private static final String OF_DAYS = SELECT + """
            WHERE account = :account AND booked_on >= :from AND booked_on <= :until AND status <> 'replaced'
            ORDER BY booked_on, seen_at, id
            """;

    private static final String ONE = SELECT + """
            WHERE id = :id
            """;

    private static final String LOCK = SELECT + """
            WHERE id = :id FOR UPDATE
            """;

    /// Booked entries that nothing explains, as [StoredEntry#isOpen].
    private static final String OPEN = SELECT + """
            WHERE account = :account AND status = 'booked'
                  AND (match_kind IS NULL OR match_kind IN ('transfer', 'ambiguous')
                       OR (credit AND match_kind IN ('charge', 'interest')))
            ORDER BY booked_on DESC, id DESC LIMIT :limit OFFSET :offset
            """;

    private static final String COUNT_OPEN = """
            SELECT count(*) FROM rail_iso20022_entry
            WHERE account = :account AND status = 'booked'
                  AND (match_kind IS NULL OR match_kind IN ('transfer', 'ambiguous')
                       OR (credit AND match_kind IN ('charge', 'interest')))
            """;

    private static final String KEYS = """
            SELECT key FROM rail_iso20022_entry WHERE account = :account AND key = ANY (:keys::text[])
            """;

    private static final String AFTER = SELECT + """
            WHERE id > :id ORDER BY id LIMIT :limit
            """;

    private final EntryRows rows;

    EntryStore(Vault vault) {
        this.rows = new EntryRows(vault);
    }

    void insert(Tx tx, List<StoredEntry> added) {
        write(tx, INSERT, added);
    }

    void update(Tx tx, List<StoredEntry> changed) {
        write(tx, UPDATE, changed);
    }

    private void write(Tx tx, String sql, List<StoredEntry> entries) {
        if (entries.isEmpty()) {
            return;
        }
        try (var batch = tx.handle().prepareBatch(sql)) {
            boolean all = sql.equals(INSERT);
            for (var entry : entries) {
                var row = rows.seal(entry);
                if (all) {
                    bindFixed(batch, row);
                }
                bindChanging(batch, row);
                batch.add();
            }
            batch.execute();
        }
    }

    private static void bindFixed(PreparedBatch batch, Row row) {
        var entry = row.entry();
        batch.bind("account", entry.account())
                .bind("key", entry.key())
                .bind("booking_id", entry.whole().id())
                .bind("part", entry.whole().part())
                .bind("parts", entry.whole().parts())
                .bind("whole_units", new BigDecimal(entry.whole().amount().units()))
                .bind("bank_reference", entry.bankReference())
                .bind("entry_reference", entry.whole().reference())
                .bind("units", new BigDecimal(entry.amount().units()))
                .bind("asset", entry.amount().asset().code())
                .bind("exponent", entry.amount().asset().exponent())
                .bind("credit", entry.credit())
                .bind("details", entry.details())
                .bind("code", entry.code())
                .bind("seen_at", entry.seenAt());
    }

    private static void bindChanging(SqlStatement<?> statement, Row row) {
        var entry = row.entry();
        var match = entry.match();
        statement
                .bind("id", entry.id())
                .bind("creditable", entry.creditable())
                .bind("status", lower(entry.status()))
                .bind("booked_on", entry.bookedOn())
                .bind("value_on", entry.valueOn())
                .bind("end_to_end_id", entry.references().endToEndId())
                .bind("message_id", entry.references().msgId())
                .bind("payment_information_id", entry.references().paymentInformationId())
                .bind("instruction_id", entry.references().instructionId())
                .bind("uetr", entry.references().uetr())
                .bind("return_code", entry.returnCode())
                .bind("sealed", row.sealed())
                .bindArray("sources", String.class, EntryRows.sources(entry))
                .bind("stated_at", EntryRows.statedAt(entry))
                .bind("stated_on", entry.statedOn())
                .bind("match_kind", match == null ? null : lower(match.kind()))
                .bind("match_subject", match == null ? null : match.subject())
                .bind("fault", entry.fault())
                .bind("credited_at", entry.creditedAt())
                .bind("reversed_by", entry.reversedBy())
                .bind("mac", row.mac());
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /// Returns the entries that may be the same as some others: those with the same references or of the same days.
    List<StoredEntry> related(Tx tx, String account, Collection<String> references, Collection<LocalDate> days) {
        return entries(tx.handle()
                .createQuery(RELATED)
                .bind("account", account)
                .bindArray("references", String.class, references)
                .bindArray("days", LocalDate.class, days));
    }

    /// Returns credited entries with any of some references, except reversed ones.
    List<StoredEntry> credited(Tx tx, String account, Collection<String> references) {
        return entries(tx.handle()
                .createQuery(CREDITED)
                .bind("account", account)
                .bindArray("references", String.class, references));
    }

    /// Returns returns of payouts with any of some ids of ours, of which a part is missing.
    List<StoredEntry> shortReturns(Tx tx, String account, Collection<String> endToEndIds) {
        return endToEndIds.isEmpty()
                ? List.of()
                : entries(tx.handle()
                        .createQuery(SHORT_RETURNS)
                        .bind("account", account)
                        .bindArray("ids", String.class, endToEndIds));
    }

    /// Returns reversals with any of some references that take back nothing that is known.
    List<StoredEntry> unmatchedReversals(Tx tx, String account, Collection<String> references) {
        return entries(tx.handle()
                .createQuery(UNMATCHED_REVERSALS)
                .bind("account", account)
                .bindArray("references", String.class, references));
    }

    /// Returns credited entries up to a day that no statement has named.
    List<StoredEntry> unstated(Tx tx, String account, LocalDate day) {
        return entries(
                tx.handle().createQuery(UNSTATED).bind("account", account).bind("day", day));
    }

    /// Returns those of some keys that are in use.
    static Set<String> usedKeys(Tx tx, String account, Collection<String> keys) {
        return Set.copyOf(tx.handle()
                .createQuery(KEYS)
                .bind("account", account)
                .bindArray("keys", String.class, keys)
                .mapTo(String.class)
                .list());
    }

    List<StoredEntry> ofDays(Handle handle, String account, LocalDate from, LocalDate until) {
        return entries(handle.createQuery(OF_DAYS)
                .bind("account", account)
                .bind("from", from)
                .bind("until", until));
    }

    Optional<StoredEntry> find(Handle handle, UUID id) {
        return entries(handle.createQuery(ONE).bind("id", id)).stream().findFirst();
    }

    Optional<StoredEntry> lock(Tx tx, UUID id) {
        return entries(tx.handle().createQuery(LOCK).bind("id", id)).stream().findFirst();
    }

    /// Returns a page of the booked entries that nothing explains, the newest first.
    List<StoredEntry> open(Handle handle, String account, Page.Request page) {
        return entries(handle.createQuery(OPEN)
                .bind("account", account)
                .bind("limit", page.limit())
                .bind("offset", page.offset()));
    }

    static long countOpen(Handle handle, String account) {
        return handle.createQuery(COUNT_OPEN)
                .bind("account", account)
                .mapTo(Long.class)
                .one();
    }

    private List<StoredEntry> entries(Query query) {
        return query.map((row, _) -> EntryRows.read(row)).list().stream()
                .map(rows::open)
                .toList();
    }

    /// Reports each entry that differs from the record that the service wrote.
    void verify(Handle snapshot, Consumer<String> fault) {
        new AllRows<>(AFTER, EntryRows::read, (Row each) -> each.entry().id(), "bank entry")
                .verify(snapshot, rows::isAuthentic, fault);
    }
}
