package dev.sluice.disbursement.approval;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.Disbursement.Actor;
import dev.sluice.disbursement.InstructionMac;
import dev.sluice.disbursement.approval.Approvals.Approval;
import dev.sluice.disbursement.approval.Approvals.ApprovalSearch;
import dev.sluice.disbursement.approval.Approvals.Order;
import dev.sluice.policy.Rule;
import dev.sluice.policy.RuleDocument;
import dev.sluice.rail.PayoutRef;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/// SQL of `disbursement_approval`. For a payout of a file, `key_made_by` is the sender of the file.
public final class ApprovalStore {
    private static final String INSERT = """
            INSERT INTO disbursement_approval (organization_id, disbursement_id, rules, asked_at, key_made_by, asset,
                amount, made_by)
            SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::timestamptz[], ?::uuid[], ?::text[],
                ?::numeric[], ?::uuid[])
            """;

    private static final String PREPARERS = """
            SELECT approval.organization_id, approval.disbursement_id, approval.key_made_by
            FROM unnest(?::uuid[], ?::uuid[]) AS wanted (organization_id, disbursement_id)
            JOIN disbursement_approval approval USING (organization_id, disbursement_id)
            WHERE approval.key_made_by IS NOT NULL
            """;

    private static final String END = """
            UPDATE disbursement_approval approval
            SET ended_at = given.ended_at, approved = given.approved::boolean, decided_by = given.decided_by,
                decided_by_name = given.decided_by_name, reason = given.reason, mac = given.mac
            FROM unnest(?::uuid[], ?::uuid[], ?::timestamptz[], ?::text[], ?::uuid[], ?::text[], ?::text[], ?::bytea[])
                 AS given (organization_id, disbursement_id, ended_at, approved, decided_by, decided_by_name, reason,
                           mac)
            WHERE approval.organization_id = given.organization_id
                AND approval.disbursement_id = given.disbursement_id AND approval.ended_at IS NULL
            """;

    private static final String COLUMNS = """
            organization_id, disbursement_id, rules, asked_at, ended_at, approved, decided_by, decided_by_name, reason,
            key_made_by
            """;

    private static final String SELECT_ONE = "SELECT " + COLUMNS + """
            FROM disbursement_approval WHERE organization_id = :organization AND disbursement_id = :id
            """;

    /// Planned for the filters that are there.
    private static final String NARROWED = """
            FROM disbursement_approval WHERE organization_id = :organization AND ended_at IS NULL
                AND (:asset::text IS NULL OR asset = :asset::text)
                AND (:least::numeric IS NULL OR amount >= :least::numeric)
                AND (:maker::uuid IS NULL OR made_by = :maker::uuid)
            """;

    private static final String COUNT_WAITING = "SELECT count(*) " + NARROWED;

    private static final String OLDEST_FIRST = "SELECT " + COLUMNS + NARROWED + """
            ORDER BY disbursement_id LIMIT :limit OFFSET :offset
            """;

    private static final String NEWEST_FIRST = "SELECT " + COLUMNS + NARROWED + """
            ORDER BY disbursement_id DESC LIMIT :limit OFFSET :offset
            """;

    private static final String LARGEST_FIRST = "SELECT " + COLUMNS + NARROWED + """
            ORDER BY asset, amount DESC, disbursement_id LIMIT :limit OFFSET :offset
            """;

    private static final String ASSETS = """
            SELECT DISTINCT asset FROM disbursement_approval
            WHERE organization_id = :organization AND ended_at IS NULL ORDER BY asset
            """;

    /// Makers with their latest names.
    private static final String MAKERS = """
            SELECT newest.made_by, payout.actor_name
            FROM (SELECT DISTINCT ON (made_by) made_by, disbursement_id FROM disbursement_approval
                  WHERE organization_id = :organization AND ended_at IS NULL
                  ORDER BY made_by, disbursement_id DESC LIMIT :limit) AS newest
            JOIN disbursement payout
                ON payout.organization_id = :organization AND payout.id = newest.disbursement_id
            ORDER BY payout.actor_name, newest.made_by
            """;

    private static final String COUNT_OTHERS = """
            SELECT count(*) FROM disbursement_approval approval
            JOIN disbursement payout
                ON payout.organization_id = approval.organization_id AND payout.id = approval.disbursement_id
            WHERE approval.organization_id = :organization AND approval.ended_at IS NULL
                AND payout.actor_id <> :reviewer AND approval.key_made_by IS DISTINCT FROM :reviewer
            """;

    private static final String WAITING_PAYOUTS = """
            FROM disbursement_approval approval
            JOIN disbursement payout
                ON payout.organization_id = approval.organization_id AND payout.id = approval.disbursement_id
            WHERE approval.organization_id = :organization AND approval.ended_at IS NULL
            """;

    private static final String GROUPS = "SELECT payout.group_id, count(*) AS waiting " + WAITING_PAYOUTS + """
            GROUP BY payout.group_id HAVING count(*) > 1 ORDER BY count(*) DESC, payout.group_id LIMIT :limit
            """;

    private static final String OF_GROUPS = "SELECT approval.disbursement_id " + WAITING_PAYOUTS + """
                AND payout.group_id = ANY (:groups) AND (:after::uuid IS NULL OR payout.id > :after::uuid)
            ORDER BY payout.id LIMIT :limit
            """;

    private ApprovalStore() {}

    /// A payout that has to be approved because of some rules.
    ///
    /// @param preparer maker of its API key, or sender of its file: that user cannot approve it
    public record ApprovalRequest(
            Disbursement payout, List<Rule> rules, @Nullable UUID preparer) {
        public PayoutRef ref() {
            return payout.ref();
        }
    }

    /// Outcome of an approval.
    ///
    /// @param approved null if nobody decided
    public record Ended(
            PayoutRef ref,
            Instant at,
            @Nullable Boolean approved,
            @Nullable Actor by,
            @Nullable String reason) {
        /// Returns the MAC of an approval, or null if there is none.
        byte @Nullable [] mac(InstructionMac macs) {
            return by != null && Boolean.TRUE.equals(approved)
                    ? macs.ofApproval(ref.organizationId(), ref.payoutId(), by.id(), at)
                    : null;
        }

        public static Ended moot(PayoutRef ref, Instant at) {
            return new Ended(ref, at, null, null, null);
        }
    }

    public static void insert(Tx tx, List<ApprovalRequest> asked) {
        if (!asked.isEmpty()) {
            Batch.of(INSERT)
                    .uuids(asked, each -> each.ref().organizationId())
                    .uuids(asked, each -> each.ref().payoutId())
                    .texts(asked, each -> RuleDocument.write(each.rules()))
                    .instants(asked, each -> each.payout().createdAt())
                    .uuids(asked, ApprovalRequest::preparer)
                    .texts(asked, each -> each.payout().amount().asset().code())
                    .decimals(asked, each -> each.payout().amount().decimal())
                    .uuids(asked, each -> each.payout().actor().id())
                    .write(tx);
        }
    }

    public static void end(Tx tx, InstructionMac macs, List<Ended> ended) {
        if (!ended.isEmpty()) {
            Batch.of(END)
                    .uuids(ended, each -> each.ref().organizationId())
                    .uuids(ended, each -> each.ref().payoutId())
                    .instants(ended, Ended::at)
                    .texts(
                            ended,
                            each -> each.approved() == null
                                    ? null
                                    : each.approved().toString())
                    .uuids(ended, each -> each.by() == null ? null : each.by().id())
                    .texts(ended, each -> each.by() == null ? null : each.by().name())
                    .texts(ended, Ended::reason)
                    .bytes(ended, each -> each.mac(macs))
                    .write(tx);
        }
    }

    /// Returns the preparers of some payouts, read when the supplier is called.
    public static Supplier<Map<PayoutRef, UUID>> preparers(Tx tx, List<PayoutRef> wanted) {
        if (wanted.isEmpty()) {
            return Map::of;
        }
        var asked = Batch.of(PREPARERS)
                .uuids(wanted, PayoutRef::organizationId)
                .uuids(wanted, PayoutRef::payoutId)
                .queueQuery(
                        tx,
                        row -> Map.entry(
                                new PayoutRef(row.getObject(1, UUID.class), row.getObject(2, UUID.class)),
                                row.getObject(3, UUID.class)));
        return () -> asked.get().stream().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    static Optional<Approval> find(Handle handle, UUID organizationId, UUID id) {
        return handle.createQuery(SELECT_ONE)
                .bind("organization", organizationId)
                .bind("id", id)
                .map((row, _) -> read(row))
                .findOne();
    }

    static List<Approval> waiting(Handle handle, UUID organizationId, ApprovalSearch search, int limit, long offset) {
        return filtered(handle.createQuery(ordered(search.order())), organizationId, search)
                .bind("limit", limit)
                .bind("offset", offset)
                .map((row, _) -> read(row))
                .list();
    }

    private static String ordered(Order order) {
        return switch (order) {
            case OLDEST -> OLDEST_FIRST;
            case NEWEST -> NEWEST_FIRST;
            case LARGEST -> LARGEST_FIRST;
        };
    }

    static long countWaiting(Handle handle, UUID organizationId, ApprovalSearch search) {
        return filtered(handle.createQuery(COUNT_WAITING), organizationId, search)
                .mapTo(Long.class)
                .one();
    }

    private static Query filtered(Query query, UUID organizationId, ApprovalSearch search) {
        return query.bind("organization", organizationId)
                .bind("asset", search.asset())
                .bind("least", search.least())
                .bind("maker", search.maker());
    }

    static List<String> assets(Handle handle, UUID organizationId) {
        return handle.createQuery(ASSETS)
                .bind("organization", organizationId)
                .mapTo(String.class)
                .list();
    }

    static List<Actor> makers(Handle handle, UUID organizationId, int limit) {
        return handle.createQuery(MAKERS)
                .bind("organization", organizationId)
                .bind("limit", limit)
                .map((row, _) -> new Actor(row.getObject("made_by", UUID.class), row.getString("actor_name")))
                .list();
    }

    static long countWaitingFor(Handle handle, UUID organizationId, UUID reviewer) {
        return handle.createQuery(COUNT_OTHERS)
                .bind("organization", organizationId)
                .bind("reviewer", reviewer)
                .mapTo(Long.class)
                .one();
    }

    /// Returns the groups with more than one waiting payout, and the number of waiting payouts in each.
    static Map<UUID, Long> groups(Handle handle, UUID organizationId, int limit) {
        return handle.createQuery(GROUPS)
                .bind("organization", organizationId)
                .bind("limit", limit)
                .map((row, _) -> Map.entry(row.getObject("group_id", UUID.class), row.getLong("waiting")))
                .collectToMap(Map.Entry::getKey, Map.Entry::getValue);
    }

    /// Returns some of the waiting payouts of some groups, in the order of their ids.
    static List<UUID> ofGroups(
            Handle handle, UUID organizationId, Collection<UUID> groups, @Nullable UUID after, int limit) {
        return handle.createQuery(OF_GROUPS)
                .bind("organization", organizationId)
                .bindArray("groups", UUID.class, groups)
                .bind("after", after)
                .bind("limit", limit)
                .mapTo(UUID.class)
                .list();
    }

    private static Approval read(ResultSet row) throws SQLException {
        var by = row.getObject("decided_by", UUID.class);
        return new Approval(
                row.getObject("disbursement_id", UUID.class),
                RuleDocument.read(row.getString("rules")),
                Times.instant(row, "asked_at"),
                Times.optionalInstant(row, "ended_at"),
                row.getObject("approved", Boolean.class),
                by == null ? null : new Actor(by, row.getString("decided_by_name")),
                row.getString("reason"),
                row.getObject("key_made_by", UUID.class));
    }
}
