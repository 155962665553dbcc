package dev.sluice.rail.iso20022.rehearsal;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.rail.iso20022.rehearsal.Rehearsal.End;
import dev.sluice.rail.iso20022.rehearsal.Rehearsal.Rename;
import dev.sluice.rail.iso20022.rehearsal.RehearsalReport.State;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_iso20022_rehearsal`. The MAC covers all columns but the lease: with write access to the database
/// alone, no profile gets into `live`.
final class RehearsalStore {
    private static final String COLUMNS = """
            id, account, profile_hash, state, started_at, started_by, rename_keeps, renamed_at, ended_at, ended_by,
            report, mac
            """;

    private static final String INSERT = """
            INSERT INTO rail_iso20022_rehearsal (id, account, profile_hash, state, started_at, started_by, leased_to,
                                                 mac)
            VALUES (:id, :account, :profile_hash, 'open', :started_at, :started_by, :leased_to, :mac)
            """;

    private static final String UPDATE = """
            UPDATE rail_iso20022_rehearsal
            SET state = :state, rename_keeps = :rename_keeps, renamed_at = :renamed_at, ended_at = :ended_at,
                ended_by = :ended_by, report = :report, mac = :mac
            WHERE id = :id AND state = 'open'
            """;

    private static final String NEWEST = "SELECT " + COLUMNS + """
            FROM rail_iso20022_rehearsal WHERE account = :account ORDER BY started_at DESC, id DESC LIMIT 1
            """;

    private static final String PASSED = "SELECT " + COLUMNS + """
            FROM rail_iso20022_rehearsal WHERE account = :account AND profile_hash = :hash AND state = 'passed'
            ORDER BY started_at DESC, id DESC LIMIT 1
            """;

    private static final String LOCK_OPEN = "SELECT " + COLUMNS + """
            FROM rail_iso20022_rehearsal WHERE account = :account AND state = 'open' FOR UPDATE
            """;

    private static final String LEASE = """
            UPDATE rail_iso20022_rehearsal SET leased_to = :until WHERE id = :id AND leased_to <= :now
            """;

    private static final String RENEW = """
            UPDATE rail_iso20022_rehearsal SET leased_to = :until
            WHERE id = :id AND state = 'open' AND leased_to = :before
            """;

    private final RecordMac macs;

    RehearsalStore(Vault vault) {
        this.macs = vault.mac("rail/bank/rehearsal");
    }

    void insert(Tx tx, Rehearsal rehearsal, Instant leasedTo) {
        tx.handle()
                .createUpdate(INSERT)
                .bind("id", rehearsal.id())
                .bind("account", rehearsal.account())
                .bind("profile_hash", rehearsal.profileHash())
                .bind("started_at", rehearsal.startedAt())
                .bind("started_by", rehearsal.startedBy())
                .bind("leased_to", leasedTo)
                .bind("mac", macs.of(fields(rehearsal)))
                .execute();
    }

    void update(Tx tx, Rehearsal rehearsal) {
        var rename = rehearsal.rename();
        var end = rehearsal.end();
        tx.handle()
                .createUpdate(UPDATE)
                .bind("id", rehearsal.id())
                .bind("state", rehearsal.state().text())
                .bind("rename_keeps", rename == null ? null : rename.keeps())
                .bind("renamed_at", rename == null ? null : rename.at())
                .bind("ended_at", end == null ? null : end.at())
                .bind("ended_by", end == null ? null : end.by())
                .bind("report", end == null ? null : end.report())
                .bind("mac", macs.of(fields(rehearsal)))
                .execute();
    }

    Optional<Rehearsal> newest(Handle handle, String account) {
        return handle.createQuery(NEWEST)
                .bind("account", account)
                .map((row, _) -> authentic(row))
                .findOne();
    }

    Optional<Rehearsal> passed(Handle handle, String account, String hash) {
        return handle.createQuery(PASSED)
                .bind("account", account)
                .bind("hash", hash)
                .map((row, _) -> authentic(row))
                .findOne();
    }

    Optional<Rehearsal> lockOpen(Tx tx, String account) {
        return tx.handle()
                .createQuery(LOCK_OPEN)
                .bind("account", account)
                .map((row, _) -> authentic(row))
                .findOne();
    }

    /// Ends the open rehearsal without a result, whatever its record says.
    void abandon(Tx tx, String account, End end) {
        tx.handle()
                .createQuery(LOCK_OPEN)
                .bind("account", account)
                .map((row, _) -> rehearsal(row))
                .findOne()
                .ifPresent(open -> update(tx, open.ended(State.ABANDONED, end)));
    }

    /// @return false if another run has the lease
    static boolean lease(Tx tx, UUID id, Instant now, Instant until) {
        return lease(tx.handle().createUpdate(LEASE).bind("now", now), id, until);
    }

    /// Renews or ends the lease of this run.
    ///
    /// @return false if another run has taken it
    static boolean renew(Tx tx, UUID id, Instant before, Instant until) {
        return lease(tx.handle().createUpdate(RENEW).bind("before", before), id, until);
    }

    private static boolean lease(Update update, UUID id, Instant until) {
        return update.bind("id", id).bind("until", until).execute() == 1;
    }

    private Rehearsal authentic(ResultSet row) throws SQLException {
        var rehearsal = rehearsal(row);
        if (!macs.isOf(row.getBytes("mac"), fields(rehearsal))) {
            throw new AlteredRehearsal(rehearsal.account(), rehearsal.id());
        }
        return rehearsal;
    }

    private static Rehearsal rehearsal(ResultSet row) throws SQLException {
        boolean keeps = row.getBoolean("rename_keeps");
        var renamedAt = Times.optionalInstant(row, "renamed_at");
        var endedAt = Times.optionalInstant(row, "ended_at");
        return new Rehearsal(
                row.getObject("id", UUID.class),
                row.getString("account"),
                row.getString("profile_hash"),
                State.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
                Times.instant(row, "started_at"),
                row.getString("started_by"),
                renamedAt == null ? null : new Rename(keeps, renamedAt),
                endedAt == null ? null : new End(endedAt, row.getString("ended_by"), row.getString("report")));
    }

    private static List<@Nullable Object> fields(Rehearsal rehearsal) {
        var fields = new ArrayList<@Nullable Object>();
        fields.add(rehearsal.id());
        fields.add(rehearsal.account());
        fields.add(rehearsal.profileHash());
        fields.add(rehearsal.state());
        fields.add(rehearsal.startedAt());
        fields.add(rehearsal.startedBy());
        var rename = rehearsal.rename();
        fields.add(rename == null ? null : rename.keeps());
        fields.add(rename == null ? null : rename.at());
        var end = rehearsal.end();
        fields.add(end == null ? null : end.at());
        fields.add(end == null ? null : end.by());
        fields.add(end == null ? null : end.report());
        return fields;
    }
}
