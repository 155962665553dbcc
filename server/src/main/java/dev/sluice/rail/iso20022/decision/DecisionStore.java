package dev.sluice.rail.iso20022.decision;

import dev.sluice.db.Batch;
import dev.sluice.db.Keyset;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.rail.iso20022.decision.BankDecision.Ending;
import dev.sluice.rail.iso20022.decision.BankDecision.State;
import dev.sluice.rail.iso20022.decision.DecisionRefused.Reason;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_iso20022_decision`.
public final class DecisionStore {
    private static final int PAGE = 1_000;
    private static final UUID FIRST = new UUID(0, 0);

    private static final String COLUMNS = """
            id, account, kind, subject, verdict, evidence, requested_by_id, requested_by, requested_from, requested_at,
            state, decided_by_id, decided_by, decided_from, decided_at, decided_note, mac
            """;

    private static final String INSERT = """
            INSERT INTO rail_iso20022_decision (id, account, kind, subject, verdict, evidence, requested_by_id,
                                                requested_by, requested_from, requested_at, state, mac)
            VALUES (:id, :account, :kind, :subject, :verdict, :evidence, :requestedById, :requestedBy, :requestedFrom,
                    :requestedAt, 'waiting', :mac)
            ON CONFLICT (account, kind, subject) WHERE state = 'waiting' DO NOTHING
            """;

    private static final String END = """
            UPDATE rail_iso20022_decision
            SET state = :state, decided_by_id = :byId, decided_by = :by, decided_from = :from, decided_at = :at,
                decided_note = :note, mac = :mac
            WHERE id = :id AND state = 'waiting'
            """;

    private static final String LOCK_WAITING = "SELECT " + COLUMNS + """
            FROM rail_iso20022_decision
            WHERE account = :account AND kind = :kind AND subject = :subject AND state = 'waiting' FOR UPDATE
            """;

    private static final String LOCK = "SELECT " + COLUMNS + """
            FROM rail_iso20022_decision WHERE id = :id FOR UPDATE
            """;

    private static final String ONE = "SELECT " + COLUMNS + """
            FROM rail_iso20022_decision WHERE id = :id
            """;

    private static final String WAITING = "SELECT " + COLUMNS + """
            FROM rail_iso20022_decision WHERE state = 'waiting' AND (:account::text IS NULL OR account = :account)
            ORDER BY requested_at, id LIMIT :limit
            """;

    private static final String ABOUT = "SELECT " + COLUMNS + """
            FROM rail_iso20022_decision WHERE account = :account AND subject = :subject
            ORDER BY requested_at DESC, id DESC
            """;

    private static final String CONFIRMED = "SELECT " + COLUMNS + """
            FROM rail_iso20022_decision
            WHERE subject = ANY (?::text[]) AND state = 'confirmed'
            """;

    private static final String AFTER = "SELECT " + COLUMNS + """
            FROM rail_iso20022_decision WHERE id > :id ORDER BY id LIMIT :limit
            """;

    private final RecordMac macs;

    public DecisionStore(Vault vault) {
        this.macs = vault.mac("rail/bank/decision");
    }

    private record Row(BankDecision decision, byte @Nullable [] mac) {}

    /// @return false if a decision about the subject waits
    boolean insert(Tx tx, BankDecision added) {
        var request = added.request();
        return tx.handle()
                        .createUpdate(INSERT)
                        .bind("id", added.id())
                        .bind("account", request.account())
                        .bind("kind", request.kind().stored())
                        .bind("subject", request.subject())
                        .bind("verdict", request.verdict())
                        .bind("evidence", request.evidence())
                        .bind("requestedById", added.requestedBy().id())
                        .bind("requestedBy", added.requestedBy().name())
                        .bind("requestedFrom", added.requestedBy().place().stored())
                        .bind("requestedAt", added.requestedAt())
                        .bind("mac", macs.of(fields(added)))
                        .execute()
                == 1;
    }

    void end(Tx tx, BankDecision ended) {
        var end = Optional.ofNullable(ended.state().end()).orElseThrow();
        int changed = tx.handle()
                .createUpdate(END)
                .bind("id", ended.id())
                .bind("state", ended.state().stored())
                .bind("byId", end.by().id())
                .bind("by", end.by().name())
                .bind("from", end.by().place().stored())
                .bind("at", end.at())
                .bind("note", end.note())
                .bind("mac", macs.of(fields(ended)))
                .execute();
        if (changed != 1) {
            throw new IllegalStateException("the decision " + ended.id() + " is not locked");
        }
    }

    Optional<BankDecision> lockWaiting(Tx tx, DecisionRequest request) {
        return one(tx.handle()
                .createQuery(LOCK_WAITING)
                .bind("account", request.account())
                .bind("kind", request.kind().stored())
                .bind("subject", request.subject())
                .map((row, _) -> row(row))
                .findOne());
    }

    Optional<BankDecision> lock(Tx tx, UUID id) {
        return one(tx.handle()
                .createQuery(LOCK)
                .bind("id", id)
                .map((row, _) -> row(row))
                .findOne());
    }

    Optional<BankDecision> find(Handle handle, UUID id) {
        return one(
                handle.createQuery(ONE).bind("id", id).map((row, _) -> row(row)).findOne());
    }

    List<BankDecision> waiting(Handle handle, @Nullable String account, int limit) {
        return handle
                .createQuery(WAITING)
                .bind("account", account)
                .bind("limit", limit)
                .map((row, _) -> row(row))
                .list()
                .stream()
                .map(this::authentic)
                .toList();
    }

    List<BankDecision> about(Handle handle, String account, String subject) {
        return handle
                .createQuery(ABOUT)
                .bind("account", account)
                .bind("subject", subject)
                .map((row, _) -> row(row))
                .list()
                .stream()
                .map(this::authentic)
                .toList();
    }

    /// Returns the subjects with a confirmed decision of a kind, among some. An altered row
    /// counts as none.
    public Set<String> confirmed(Tx tx, String account, DecisionKind kind, Collection<String> subjects) {
        return subjects.isEmpty()
                ? Set.of()
                : Batch.of(CONFIRMED).texts(List.copyOf(subjects), each -> each).query(tx, DecisionStore::row).stream()
                        .filter(this::isAuthentic)
                        .map(Row::decision)
                        .filter(each -> each.kind() == kind && each.account().equals(account))
                        .map(BankDecision::subject)
                        .collect(Collectors.toUnmodifiableSet());
    }

    /// Reports each decision that differs from the record that the service wrote.
    void verify(Handle snapshot, Consumer<String> fault) {
        new Keyset<>(
                        FIRST,
                        PAGE,
                        last -> after(snapshot, last),
                        (Row each) -> each.decision().id())
                .verify(
                        this::isAuthentic,
                        row -> "bank decision " + row.decision().id() + ": it was changed in the database",
                        fault);
    }

    private static List<Row> after(Handle snapshot, UUID last) {
        return snapshot.createQuery(AFTER)
                .bind("id", last)
                .bind("limit", PAGE)
                .map((row, _) -> row(row))
                .list();
    }

    private Optional<BankDecision> one(Optional<Row> row) {
        return row.map(this::authentic);
    }

    private BankDecision authentic(Row row) {
        if (!isAuthentic(row)) {
            throw new DecisionRefused(
                    Reason.ALTERED,
                    "the decision " + row.decision().id() + " was changed in the database; nothing is decided by it");
        }
        return row.decision();
    }

    private boolean isAuthentic(Row row) {
        return macs.isOf(row.mac(), fields(row.decision()));
    }

    private static List<@Nullable Object> fields(BankDecision decision) {
        var request = decision.request();
        var end = decision.state().end();
        return Arrays.asList(
                decision.id(),
                request.account(),
                request.kind(),
                request.subject(),
                request.verdict(),
                request.evidence(),
                decision.requestedBy().id(),
                decision.requestedBy().name(),
                decision.requestedBy().place(),
                micros(decision.requestedAt()),
                decision.state().stored(),
                end == null ? null : end.by().id(),
                end == null ? null : end.by().name(),
                end == null ? null : end.by().place(),
                end == null ? null : micros(end.at()),
                end == null ? null : end.note());
    }

    private static Instant micros(Instant at) {
        return at.truncatedTo(ChronoUnit.MICROS);
    }

    private static Row row(ResultSet row) throws SQLException {
        var decidedAt = Times.optionalInstant(row, "decided_at");
        return new Row(
                new BankDecision(
                        row.getObject("id", UUID.class),
                        new DecisionRequest(
                                DecisionKind.of(row.getString("kind")),
                                row.getString("account"),
                                row.getString("subject"),
                                row.getString("verdict"),
                                row.getString("evidence")),
                        new DecisionPerson(
                                row.getString("requested_by_id"),
                                row.getString("requested_by"),
                                DecisionPerson.Place.of(row.getString("requested_from"))),
                        Times.instant(row, "requested_at"),
                        State.of(
                                row.getString("state"),
                                decidedAt == null
                                        ? null
                                        : new Ending(
                                                new DecisionPerson(
                                                        row.getString("decided_by_id"),
                                                        row.getString("decided_by"),
                                                        DecisionPerson.Place.of(row.getString("decided_from"))),
                                                decidedAt,
                                                row.getString("decided_note")))),
                row.getBytes("mac"));
    }
}
