package dev.sluice.change;

import dev.sluice.change.ChangeState.Decision;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/// SQL of `change_request`.
final class ChangeStore {
    private static final int PAGE = 1_000;

    private static final String INSERT = """
        INSERT INTO change_request (organization_id, id, digest, action, subject, requester_id, requester_name,
            person_id, sealed, requested_at, expires_at, state, mac)
        VALUES (:organization, :id, :digest, :action, :subject, :requester, :requesterName, :person::uuid, :sealed,
            :requestedAt, :expiresAt, :state, :mac)
        ON CONFLICT (organization_id, digest) WHERE state IN ('WAITING', 'APPROVED') DO NOTHING
        """;

    private static final String UPDATE = """
        UPDATE change_request SET state = :state, decider_id = :decider::uuid, decider_name = :deciderName,
            decided_at = :decidedAt, decision_reason = :decisionReason, ended_at = :endedAt, mac = :mac
        WHERE organization_id = :organization AND id = :id
        """;

    private static final String EXPIRE = """
        UPDATE change_request SET state = 'EXPIRED', ended_at = expires_at
        WHERE organization_id = :organization AND state IN ('WAITING', 'APPROVED') AND expires_at <= :now
        """;

    private static final String CLOSE = """
        UPDATE change_request SET state = 'EXPIRED', ended_at = :now
        WHERE organization_id = :organization AND id = :id AND state IN ('WAITING', 'APPROVED')
        """;

    private static final String SWEEP = """
        DELETE FROM change_request WHERE organization_id = :organization AND ended_at < :before
        """;

    private static final String COUNT_OPEN_OF = """
        SELECT count(*) FROM change_request
        WHERE organization_id = :organization AND requester_id = :requester AND state IN ('WAITING', 'APPROVED')
        """;

    private static final String COUNT_OPEN = """
        SELECT count(*) FROM change_request
        WHERE organization_id = :organization AND state IN ('WAITING', 'APPROVED')
        """;

    private static final String SELECT_FROM = """
        SELECT organization_id, id, digest, action, subject, requester_id, requester_name, person_id, sealed,
            requested_at, expires_at, state, decider_id, decider_name, decided_at, decision_reason, ended_at, mac
        FROM change_request
        """;

    private static final String SELECT_OPEN = SELECT_FROM + """
        WHERE organization_id = :organization AND digest = :digest AND state IN ('WAITING', 'APPROVED')
        FOR UPDATE
        """;

    private static final String SELECT = SELECT_FROM + """
        WHERE organization_id = :organization AND id = :id
        """;

    private static final String LOCK = SELECT_FROM + """
        WHERE organization_id = :organization AND id = :id FOR UPDATE
        """;

    private static final String LAST = SELECT_FROM + """
        WHERE organization_id = :organization AND digest = :digest AND state = 'CARRIED_OUT' AND ended_at > :since
        ORDER BY ended_at DESC LIMIT 1
        """;

    private static final String AFTER = SELECT_FROM + """
        WHERE (organization_id, id) > (:organization, :id) ORDER BY organization_id, id LIMIT :limit
        """;

    private static final String LIST = SELECT_FROM + """
        WHERE organization_id = :organization
        ORDER BY state NOT IN ('WAITING', 'APPROVED'), id DESC LIMIT :limit
        """;

    private ChangeStore() {}

    /// @param digest of the wish
    /// @param sealed details of the wish
    record Row(ChangeRequest request, byte[] digest, byte[] sealed, byte @Nullable [] mac) {
        Row with(ChangeState state) {
            return new Row(request.with(state), digest, sealed, mac);
        }
    }

    /// @return false if the same request is already open
    static boolean insert(Tx tx, Row row) {
        var request = row.request();
        var proposed = request.proposed();
        return tx.handle()
                        .createUpdate(INSERT)
                        .bind("organization", proposed.organizationId())
                        .bind("id", request.id())
                        .bind("digest", row.digest())
                        .bind("action", proposed.action())
                        .bind("subject", proposed.subject())
                        .bind("requester", proposed.requester().id())
                        .bind("requesterName", proposed.requester().name())
                        .bind("person", proposed.requester().person())
                        .bind("sealed", row.sealed())
                        .bind("requestedAt", request.requestedAt())
                        .bind("expiresAt", request.expiresAt())
                        .bind("state", request.state().name())
                        .bind("mac", row.mac())
                        .execute()
                > 0;
    }

    static void update(Tx tx, ChangeRequest request, byte[] mac) {
        bound(tx.handle().createUpdate(UPDATE), request)
                .bind("organization", request.organizationId())
                .bind("id", request.id())
                .bind("state", request.state().name())
                .bind("mac", mac)
                .execute();
    }

    private static <S extends SqlStatement<S>> S bound(S statement, ChangeRequest request) {
        var decision = decision(request.state());
        return statement
                .bind("decider", decision.map(Decision::by).orElse(null))
                .bind("deciderName", decision.map(Decision::name).orElse(null))
                .bind("decidedAt", decision.map(Decision::at).orElse(null))
                .bind("decisionReason", decision.map(Decision::reason).orElse(null))
                .bind("endedAt", endedAt(request));
    }

    static Optional<Decision> decision(ChangeState state) {
        return switch (state) {
            case ChangeState.Approved(var decision) -> Optional.of(decision);
            case ChangeState.Rejected(var decision) -> Optional.of(decision);
            case ChangeState.CarriedOut(var decision, var _) -> Optional.of(decision);
            case ChangeState.Expired(var approval) -> approval;
            case ChangeState.Waiting _, ChangeState.Withdrawn _, ChangeState.Tampered _ -> Optional.empty();
        };
    }

    static @Nullable Instant endedAt(ChangeRequest request) {
        return switch (request.state()) {
            case ChangeState.Waiting _, ChangeState.Approved _, ChangeState.Tampered _ -> null;
            case ChangeState.Rejected(var decision) -> decision.at();
            case ChangeState.Withdrawn(var at) -> at;
            case ChangeState.CarriedOut(var _, var at) -> at;
            case ChangeState.Expired _ -> request.expiresAt();
        };
    }

    static void expire(Tx tx, UUID organizationId, Instant now) {
        tx.handle()
                .createUpdate(EXPIRE)
                .bind("organization", organizationId)
                .bind("now", now)
                .execute();
    }

    /// Ends a request that cannot be used, so that the same change can be requested again.
    static void close(Tx tx, ChangeRequest request, Instant now) {
        tx.handle()
                .createUpdate(CLOSE)
                .bind("organization", request.organizationId())
                .bind("id", request.id())
                .bind("now", now)
                .execute();
    }

    static void deleteExpired(Tx tx, UUID organizationId, Instant before) {
        tx.handle()
                .createUpdate(SWEEP)
                .bind("organization", organizationId)
                .bind("before", before)
                .execute();
    }

    static int countOpenOf(Tx tx, UUID organizationId, UUID requester) {
        return tx.handle()
                .createQuery(COUNT_OPEN_OF)
                .bind("organization", organizationId)
                .bind("requester", requester)
                .mapTo(Integer.class)
                .one();
    }

    static int countOpen(Tx tx, UUID organizationId) {
        return tx.handle()
                .createQuery(COUNT_OPEN)
                .bind("organization", organizationId)
                .mapTo(Integer.class)
                .one();
    }

    /// Returns the open request of a wish, locked until the transaction ends.
    static Optional<Row> open(Tx tx, UUID organizationId, byte[] digest, Details details) {
        return tx.handle()
                .createQuery(SELECT_OPEN)
                .bind("organization", organizationId)
                .bind("digest", digest)
                .map((row, _) -> row(row, details))
                .findOne();
    }

    static Optional<Row> find(Handle handle, UUID organizationId, UUID id, Details details) {
        return handle.createQuery(SELECT)
                .bind("organization", organizationId)
                .bind("id", id)
                .map((row, _) -> row(row, details))
                .findOne();
    }

    static Optional<Row> lock(Tx tx, UUID organizationId, UUID id, Details details) {
        return tx.handle()
                .createQuery(LOCK)
                .bind("organization", organizationId)
                .bind("id", id)
                .map((row, _) -> row(row, details))
                .findOne();
    }

    /// Returns the latest request of a wish that was carried out after a time.
    static Optional<Row> last(Tx tx, UUID organizationId, byte[] digest, Instant since, Details details) {
        return tx.handle()
                .createQuery(LAST)
                .bind("organization", organizationId)
                .bind("digest", digest)
                .bind("since", since)
                .map((row, _) -> row(row, details))
                .findOne();
    }

    /// Returns open ones first, the newest of each kind first.
    static List<Row> list(Handle handle, UUID organizationId, int limit, Details details) {
        return handle.createQuery(LIST)
                .bind("organization", organizationId)
                .bind("limit", limit)
                .map((row, _) -> row(row, details))
                .list();
    }

    /// Visits all requests of all organizations.
    static void forEach(Handle handle, Details details, Consumer<Row> visitor) {
        var organization = new UUID(0, 0);
        var id = organization;
        List<Row> page;
        do {
            page = handle.createQuery(AFTER)
                    .bind("organization", organization)
                    .bind("id", id)
                    .bind("limit", PAGE)
                    .map((row, _) -> row(row, details))
                    .list();
            page.forEach(visitor);
            if (!page.isEmpty()) {
                organization = page.getLast().request().organizationId();
                id = page.getLast().request().id();
            }
        } while (page.size() == PAGE);
    }

    /// Opens the sealed details of a wish; empty if they were sealed for another request.
    @FunctionalInterface
    interface Details {
        Optional<byte[]> opened(UUID organizationId, UUID id, byte[] sealed);
    }

    private static Row row(ResultSet row, Details details) throws SQLException {
        var organizationId = row.getObject("organization_id", UUID.class);
        var sealed = row.getBytes("sealed");
        var requester = new ProposedChange.Requester(
                row.getObject("requester_id", UUID.class),
                row.getString("requester_name"),
                row.getObject("person_id", UUID.class));
        var id = row.getObject("id", UUID.class);
        var action = row.getString("action");
        var subject = row.getString("subject");
        var packed = details.opened(organizationId, id, sealed);
        var request = new ChangeRequest(
                id,
                packed.map(each -> ProposedChange.unpacked(organizationId, requester, action, subject, each))
                        .orElseGet(() -> ProposedChange.unreadable(organizationId, requester, action, subject)),
                Times.instant(row, "requested_at"),
                Times.instant(row, "expires_at"),
                packed.isPresent() ? state(row) : new ChangeState.Tampered());
        return new Row(request, row.getBytes("digest"), sealed, row.getBytes("mac"));
    }

    private static ChangeState state(ResultSet row) throws SQLException {
        var name = row.getString("state");
        return switch (name) {
            case "WAITING" -> new ChangeState.Waiting();
            case "APPROVED" -> new ChangeState.Approved(decision(row));
            case "REJECTED" -> new ChangeState.Rejected(decision(row));
            case "WITHDRAWN" -> new ChangeState.Withdrawn(Times.instant(row, "ended_at"));
            case "EXPIRED" ->
                new ChangeState.Expired(
                        row.getObject("decider_id") == null ? Optional.empty() : Optional.of(decision(row)));
            case "CARRIED_OUT" -> new ChangeState.CarriedOut(decision(row), Times.instant(row, "ended_at"));
            case null, default -> throw new IllegalStateException("no state of a change request: " + name);
        };
    }

    private static Decision decision(ResultSet row) throws SQLException {
        return new Decision(
                row.getObject("decider_id", UUID.class),
                row.getString("decider_name"),
                Times.instant(row, "decided_at"),
                row.getString("decision_reason"));
    }
}
