package dev.sluice.screening;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.screening.Check.Decision;
import dev.sluice.screening.Check.State;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `screening_check`.
final class CheckStore {
    /// An unchanged party keeps its result, and its owner is notified again.
    private static final String ASK = """
        INSERT INTO screening_check AS c
            (organization_id, subject_id, kind, asked, fingerprint, state, created_at, due_at, attempts)
        SELECT organization_id, subject_id, kind, asked, fingerprint, 'OPEN', at, at, 0
        FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::bytea[], ?::bytea[], ?::timestamptz[])
             AS new (organization_id, subject_id, kind, asked, fingerprint, at)
        ON CONFLICT (organization_id, subject_id) DO UPDATE SET
            asked = excluded.asked, fingerprint = excluded.fingerprint,
            state = CASE WHEN c.fingerprint = excluded.fingerprint AND c.state <> 'DROPPED'
                         THEN c.state ELSE 'OPEN' END,
            attempts = CASE WHEN c.fingerprint = excluded.fingerprint THEN c.attempts ELSE 0 END,
            leased_until = CASE WHEN c.fingerprint = excluded.fingerprint AND c.state = 'OPEN'
                                THEN c.leased_until END,
            due_at = CASE WHEN c.fingerprint = excluded.fingerprint AND c.state IN ('OPEN', 'HIT')
                          THEN c.due_at ELSE excluded.due_at END
        """;

    private static final String REOPEN = """
        UPDATE screening_check c
        SET asked = new.asked, fingerprint = new.fingerprint, kind = new.kind, state = 'OPEN', due_at = new.at,
            leased_until = NULL, attempts = 0, mac = NULL
        FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::bytea[], ?::bytea[], ?::timestamptz[])
             AS new (organization_id, subject_id, kind, asked, fingerprint, at)
        WHERE c.organization_id = new.organization_id AND c.subject_id = new.subject_id
        """;

    private static final String SELECT = """
        SELECT c.organization_id, c.subject_id, c.kind, c.asked, c.state, c.created_at, c.attempts, c.trouble,
               c.provider, c.reference, c.matches, c.checked_at, c.decided_by, c.decided_by_name, c.reason,
               c.decided_at, c.mac
        FROM screening_check c
        """;

    private static final String FIND = SELECT + """
        JOIN unnest(?::uuid[], ?::uuid[]) AS wanted (organization_id, subject_id)
             USING (organization_id, subject_id)
        """;

    private static final String LOCK =
            SELECT + "WHERE c.organization_id = :organization AND c.subject_id = :subject FOR UPDATE OF c";

    /// Organizations take turns, so that one with many checks does not delay the others.
    private static final String CLAIM = """
        WITH RECURSIVE owner (id) AS (
            (SELECT organization_id FROM screening_check WHERE due_at IS NOT NULL
             ORDER BY organization_id LIMIT 1)
            UNION ALL
            SELECT further.organization_id FROM owner CROSS JOIN LATERAL (
                SELECT organization_id FROM screening_check
                WHERE due_at IS NOT NULL AND organization_id > owner.id
                ORDER BY organization_id LIMIT 1) AS further),
        due AS MATERIALIZED (
            SELECT first.* FROM owner CROSS JOIN LATERAL (
                SELECT organization_id, subject_id, due_at FROM screening_check
                WHERE organization_id = owner.id AND due_at <= :now
                      AND (leased_until IS NULL OR leased_until <= :now)
                ORDER BY due_at LIMIT :each FOR UPDATE SKIP LOCKED) AS first),
        taken AS MATERIALIZED (
            SELECT organization_id, subject_id FROM due
            ORDER BY row_number() OVER (PARTITION BY organization_id ORDER BY due_at, subject_id), due_at
            LIMIT :limit)
        UPDATE screening_check c SET leased_until = :until
        FROM taken WHERE c.organization_id = taken.organization_id AND c.subject_id = taken.subject_id
        RETURNING c.organization_id, c.subject_id, c.kind, c.asked, c.state, c.created_at, c.attempts, c.trouble,
                  c.provider, c.reference, c.matches, c.checked_at, c.decided_by, c.decided_by_name, c.reason,
                  c.decided_at, c.mac
        """;

    /// Only under the lease of the request: a party that changed in the meantime is screened again. The lease
    /// stays until the owner is notified; a hit waits for an operator.
    private static final String ANSWER = """
        UPDATE screening_check c
        SET state = new.state, due_at = new.due_at, trouble = NULL, provider = new.provider,
            leased_until = CASE WHEN new.due_at IS NULL THEN NULL ELSE new.until END,
            reference = new.reference, matches = new.matches, checked_at = new.checked_at, mac = new.mac,
            decided_by = NULL, decided_by_name = NULL, reason = NULL, decided_at = NULL
        FROM unnest(?::uuid[], ?::uuid[], ?::timestamptz[], ?::text[], ?::timestamptz[], ?::text[], ?::text[],
                    ?::bytea[], ?::timestamptz[], ?::bytea[])
             AS new (organization_id, subject_id, until, state, due_at, provider, reference, matches, checked_at,
                     mac)
        WHERE c.organization_id = new.organization_id AND c.subject_id = new.subject_id
              AND c.state = 'OPEN' AND c.leased_until = new.until
        RETURNING c.organization_id, c.subject_id
        """;

    private static final String PUT_OFF = """
        UPDATE screening_check c
        SET due_at = new.due_at, leased_until = NULL, attempts = c.attempts + 1, trouble = new.trouble
        FROM unnest(?::uuid[], ?::uuid[], ?::timestamptz[], ?::timestamptz[], ?::text[])
             AS new (organization_id, subject_id, until, due_at, trouble)
        WHERE c.organization_id = new.organization_id AND c.subject_id = new.subject_id
              AND c.leased_until = new.until
        """;

    private static final String TOLD = """
        UPDATE screening_check c SET due_at = NULL, leased_until = NULL
        FROM unnest(?::uuid[], ?::uuid[], ?::timestamptz[]) AS told (organization_id, subject_id, until)
        WHERE c.organization_id = told.organization_id AND c.subject_id = told.subject_id
              AND c.leased_until = told.until
        """;

    private static final String DROP = """
        UPDATE screening_check c SET state = 'DROPPED', due_at = NULL, leased_until = NULL
        FROM unnest(?::uuid[], ?::uuid[]) AS gone (organization_id, subject_id)
        WHERE c.organization_id = gone.organization_id AND c.subject_id = gone.subject_id
              AND c.state IN ('OPEN', 'HIT')
        """;

    private static final String DECIDE = """
        UPDATE screening_check
        SET state = :state, due_at = :at, leased_until = NULL, decided_by = :by, decided_by_name = :name,
            reason = :reason, decided_at = :at, mac = :mac
        WHERE organization_id = :organization AND subject_id = :subject
        """;

    private static final String ASK_AGAIN = """
        UPDATE screening_check SET state = 'OPEN', due_at = :now, leased_until = NULL, attempts = 0
        WHERE organization_id = :organization AND state = 'HIT' AND fingerprint = :party AND subject_id <> :subject
        """;

    private static final String COUNT = """
        SELECT (SELECT count(*) FROM screening_check WHERE state = 'HIT') AS hits,
               (SELECT count(*) FROM screening_check WHERE state = 'OPEN' AND attempts > 0) AS unavailable
        """;

    private static final String HITS =
            SELECT + "WHERE c.state = 'HIT' ORDER BY c.created_at, c.subject_id LIMIT :limit OFFSET :offset";

    private static final String UNAVAILABLE = SELECT + """
        WHERE c.state = 'OPEN' AND c.attempts > 0 ORDER BY c.created_at, c.subject_id LIMIT :limit
        """;

    private static final Comparator<ScreeningRequest> ORDER = Comparator.comparing(
                    (ScreeningRequest each) -> each.ref().organizationId())
            .thenComparing(each -> each.ref().subjectId());

    private final CheckRows rows;

    CheckStore(Vault vault) {
        this.rows = new CheckRows(vault);
    }

    CheckRows rows() {
        return rows;
    }

    /// Numbers of checks that wait for an operator, and of those whose provider was unavailable.
    record Count(long hits, long unavailable) {}

    void request(Tx tx, List<ScreeningRequest> requested, Instant now) {
        write(tx, ASK, requested, now);
    }

    void reopen(Tx tx, List<ScreeningRequest> requested, Instant now) {
        write(tx, REOPEN, requested, now);
    }

    private void write(Tx tx, String sql, List<ScreeningRequest> unordered, Instant now) {
        if (unordered.isEmpty()) {
            return;
        }
        var requested = unordered.stream().sorted(ORDER).toList();
        Batch.of(sql)
                .uuids(requested, each -> each.ref().organizationId())
                .uuids(requested, each -> each.ref().subjectId())
                .texts(requested, each -> each.kind().name())
                .bytes(requested, rows::sealedParty)
                .bytes(requested, each -> rows.party(each.ref().organizationId(), each.party()))
                .instants(requested, _ -> now)
                .write(tx);
    }

    List<Check> find(Handle handle, List<CheckRef> wanted) {
        return wanted.isEmpty() ? List.of() : refs(FIND, wanted).query(handle, rows::read);
    }

    Optional<Check> lock(Tx tx, CheckRef ref) {
        return tx.handle()
                .createQuery(LOCK)
                .bind("organization", ref.organizationId())
                .bind("subject", ref.subjectId())
                .map((row, _) -> rows.read(row))
                .findOne();
    }

    /// Claims due checks for a lease.
    ///
    /// @param each maximum number per organization
    List<Check> claim(Tx tx, Instant now, Instant until, int each, int limit) {
        return tx.handle()
                .createQuery(CLAIM)
                .bind("now", now)
                .bind("until", until)
                .bind("each", each)
                .bind("limit", limit)
                .map((row, _) -> rows.read(row))
                .list();
    }

    /// Stores results under the lease of their request. Returns the stored ones.
    ///
    /// @param until the end of that lease
    Set<CheckRef> answer(Tx tx, List<Check> answered, Instant until, Instant now) {
        if (answered.isEmpty()) {
            return Set.of();
        }
        return new HashSet<>(refs(ANSWER, answered.stream().map(Check::ref).toList())
                .instants(answered, _ -> until)
                .texts(answered, each -> each.state().name())
                .instants(answered, each -> each.state() == State.HIT ? null : now)
                .texts(
                        answered,
                        each -> each.result() == null ? null : each.result().provider())
                .texts(
                        answered,
                        each -> each.result() == null ? null : each.result().reference())
                .bytes(answered, rows::sealedMatches)
                .instants(
                        answered,
                        each -> each.result() == null ? null : each.result().at())
                .bytes(answered, rows::mac)
                .query(tx, CheckStore::ref));
    }

    /// Check that is retried later, and the reason.
    record PostponedCheck(
            CheckRef ref, Instant dueAt, @Nullable String trouble) {}

    void putOff(Tx tx, List<PostponedCheck> later, Instant until) {
        if (!later.isEmpty()) {
            refs(PUT_OFF, later.stream().map(PostponedCheck::ref).toList())
                    .instants(later, _ -> until)
                    .instants(later, PostponedCheck::dueAt)
                    .texts(later, PostponedCheck::trouble)
                    .write(tx);
        }
    }

    void markNotified(Tx tx, List<CheckRef> notified, Instant until) {
        if (!notified.isEmpty()) {
            refs(TOLD, notified).instants(notified, _ -> until).write(tx);
        }
    }

    void drop(Tx tx, List<CheckRef> gone) {
        if (!gone.isEmpty()) {
            refs(DROP, gone).write(tx);
        }
    }

    /// Stores an operator's decision on a check whose row is locked.
    void decide(Tx tx, Check decided, Decision decision) {
        tx.handle()
                .createUpdate(DECIDE)
                .bind("state", decided.state().name())
                .bind("at", decision.at())
                .bind("by", decision.by())
                .bind("name", decision.name())
                .bind("reason", decision.reason())
                .bind("mac", rows.mac(decided))
                .bind("organization", decided.ref().organizationId())
                .bind("subject", decided.ref().subjectId())
                .execute();
    }

    /// Screens a party again that has hits for other subjects, too.
    void askAgain(Tx tx, Check cleared, Instant now) {
        tx.handle()
                .createUpdate(ASK_AGAIN)
                .bind("now", now)
                .bind("organization", cleared.ref().organizationId())
                .bind("party", rows.party(cleared.ref().organizationId(), cleared.party()))
                .bind("subject", cleared.ref().subjectId())
                .execute();
    }

    static Count count(Handle handle) {
        return handle.createQuery(COUNT)
                .map((row, _) -> new Count(row.getLong("hits"), row.getLong("unavailable")))
                .one();
    }

    /// Returns hits, the oldest checks first.
    List<Check> hits(Handle handle, int limit, long offset) {
        return handle.createQuery(HITS)
                .bind("limit", limit)
                .bind("offset", offset)
                .map((row, _) -> rows.read(row))
                .list();
    }

    List<Check> unavailable(Handle handle, int limit) {
        return handle.createQuery(UNAVAILABLE)
                .bind("limit", limit)
                .map((row, _) -> rows.read(row))
                .list();
    }

    private static CheckRef ref(ResultSet row) throws SQLException {
        return new CheckRef(row.getObject(1, UUID.class), row.getObject(2, UUID.class));
    }

    private static Batch refs(String sql, List<CheckRef> refs) {
        return Batch.of(sql).uuids(refs, CheckRef::organizationId).uuids(refs, CheckRef::subjectId);
    }
}
