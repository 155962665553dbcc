package dev.sluice.webhook.delivery;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.vault.Vault;
import dev.sluice.webhook.delivery.Delivery.Result;
import dev.sluice.webhook.delivery.Delivery.Status;
import dev.sluice.webhook.endpoint.EndpointRef;
import dev.sluice.webhook.endpoint.EndpointStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `webhook_delivery`.
public final class DeliveryStore {
    /// Maximum number of deliveries that one request changes.
    static final int AT_ONCE_MAX = 10_000;

    private static final String PURPOSE = "webhook-excerpt";

    static final String COLUMNS = """
            delivery.organization_id, delivery.endpoint_id, delivery.id, delivery.position, delivery.event_id,
            delivery.resource_id, delivery.type, delivery.status, delivery.attempt, delivery.first_attempt,
            delivery.next_at, delivery.attempted_at, delivery.status_code, delivery.latency_ms, delivery.error,
            delivery.excerpt, delivery.created_at, delivery.ended_at
            """;

    /// Skips events that the endpoint was sent before: a cursor may be set back.
    private static final String INSERT = """
            INSERT INTO webhook_delivery (organization_id, endpoint_id, id, position, event_id, resource_id, type,
                                          status, attempt, first_attempt, next_at, leased_until, created_at)
            SELECT organization_id, endpoint_id, id, position, event_id, resource_id, type,
                   'pending', 1, 0, created_at, leased_until, created_at
            FROM unnest(?::uuid[], ?::uuid[], ?::uuid[], ?::int8[], ?::uuid[], ?::uuid[], ?::text[], ?::timestamptz[],
                        ?::timestamptz[])
                 AS new (organization_id, endpoint_id, id, position, event_id, resource_id, type, leased_until,
                         created_at)
            ON CONFLICT (organization_id, endpoint_id, position) WHERE position IS NOT NULL DO NOTHING
            RETURNING id
            """;

    private static final String INSERT_ENDED = """
            INSERT INTO webhook_delivery (organization_id, endpoint_id, id, event_id, resource_id, type, status,
                                          attempt, first_attempt, attempted_at, status_code, latency_ms, error, excerpt,
                                          created_at, ended_at)
            VALUES (:organization, :endpoint, :id, :event, :resource, :type, :status, 1, 0, :at, :statusCode, :latency,
                    :error, :excerpt, :createdAt, :endedAt)
            """;

    private static final String CLAIM = """
            WITH due AS MATERIALIZED (
                SELECT due.organization_id, due.endpoint_id, due.id, wanted.leased_until
                FROM unnest(?::uuid[], ?::uuid[], ?::int8[], ?::timestamptz[], ?::timestamptz[], ?::timestamptz[])
                     AS wanted (organization_id, endpoint_id, count, now, real_now, leased_until)
                CROSS JOIN LATERAL (
                    SELECT organization_id, endpoint_id, id FROM webhook_delivery
                    WHERE organization_id = wanted.organization_id AND endpoint_id = wanted.endpoint_id
                        AND status = 'pending' AND next_at <= wanted.now
                        AND (leased_until IS NULL OR leased_until <= wanted.real_now)
                    ORDER BY next_at LIMIT wanted.count FOR UPDATE SKIP LOCKED) AS due)
            UPDATE webhook_delivery delivery SET attempt = attempt + 1, leased_until = due.leased_until
            FROM due
            WHERE delivery.organization_id = due.organization_id AND delivery.endpoint_id = due.endpoint_id
                AND delivery.id = due.id
            RETURNING\s""" + COLUMNS;

    /// An attempt of an earlier series changes nothing any more.
    ///
    /// A pending delivery has a due time. With a condition on the status instead, PostgreSQL would read all
    /// pending deliveries by the index of due times, and compare each with each of these.
    private static final String END = """
            UPDATE webhook_delivery delivery
            SET status = new.status, next_at = new.next_at, leased_until = NULL, attempted_at = new.attempted_at,
                status_code = new.status_code, latency_ms = new.latency_ms, error = new.error, excerpt = new.excerpt,
                ended_at = new.ended_at
            FROM unnest(?::uuid[], ?::uuid[], ?::uuid[], ?::int4[], ?::text[], ?::timestamptz[], ?::timestamptz[],
                        ?::int4[], ?::int4[], ?::text[], ?::bytea[], ?::timestamptz[])
                 AS new (organization_id, endpoint_id, id, attempt, status, next_at, attempted_at, status_code,
                         latency_ms, error, excerpt, ended_at)
            WHERE delivery.organization_id = new.organization_id AND delivery.endpoint_id = new.endpoint_id
                AND delivery.id = new.id AND delivery.attempt = new.attempt
                AND delivery.first_attempt < new.attempt AND delivery.next_at IS NOT NULL
            """;

    /// Uncounts an attempt that was not made. Another node that claimed it since has another lease.
    private static final String PUT_DOWN = """
            UPDATE webhook_delivery delivery SET attempt = delivery.attempt - 1, leased_until = NULL
            FROM unnest(?::uuid[], ?::uuid[], ?::uuid[], ?::int4[], ?::timestamptz[])
                 AS down (organization_id, endpoint_id, id, attempt, leased_until)
            WHERE delivery.organization_id = down.organization_id AND delivery.endpoint_id = down.endpoint_id
                AND delivery.id = down.id AND delivery.attempt = down.attempt
                AND delivery.leased_until = down.leased_until AND delivery.next_at IS NOT NULL
            """;

    private static final String SELECT_ONE = "SELECT " + COLUMNS + """
            FROM webhook_endpoint endpoint
            JOIN webhook_delivery delivery
                ON delivery.organization_id = endpoint.organization_id AND delivery.endpoint_id = endpoint.id
            WHERE endpoint.organization_id = :organization AND endpoint.status <> 'deleted' AND delivery.id = :id
            """;

    private static final String LOCK_ONE = SELECT_ONE + "FOR UPDATE OF delivery";

    private static final String REOPEN = """
            UPDATE webhook_delivery
            SET status = 'pending', next_at = :now, leased_until = NULL, first_attempt = attempt, ended_at = NULL
            WHERE organization_id = :organization AND endpoint_id = :endpoint AND id = :id
                AND (leased_until IS NULL OR leased_until <= :realNow)
            """;

    /// Oldest deliveries that failed since a time, regardless of their start.
    private static final String REOPEN_FAILED = """
            UPDATE webhook_delivery delivery
            SET status = 'pending', next_at = :now, first_attempt = attempt, ended_at = NULL
            FROM (SELECT organization_id, endpoint_id, id FROM webhook_delivery
                  WHERE organization_id = :organization AND endpoint_id = :endpoint AND status = 'failed'
                        AND position IS NOT NULL AND ended_at >= :since
                  ORDER BY id LIMIT :limit) AS failed
            WHERE delivery.organization_id = failed.organization_id AND delivery.endpoint_id = failed.endpoint_id
                AND delivery.id = failed.id AND delivery.status = 'failed'
            """;

    private static final String HASTEN = """
            UPDATE webhook_delivery delivery SET next_at = :now
            FROM (SELECT organization_id, endpoint_id, id FROM webhook_delivery
                  WHERE organization_id = :organization AND endpoint_id = :endpoint AND status = 'pending'
                        AND next_at > :now
                  ORDER BY next_at LIMIT :limit) AS waiting
            WHERE delivery.organization_id = waiting.organization_id AND delivery.endpoint_id = waiting.endpoint_id
                AND delivery.id = waiting.id AND delivery.status = 'pending'
            """;

    private static final String DELETE = """
            WITH free AS MATERIALIZED (
                SELECT organization_id, endpoint_id, id FROM webhook_delivery
                WHERE created_at < :before ORDER BY created_at LIMIT :limit FOR UPDATE SKIP LOCKED),
            old AS (
                DELETE FROM webhook_delivery delivery USING free
                WHERE delivery.organization_id = free.organization_id AND delivery.endpoint_id = free.endpoint_id
                    AND delivery.id = free.id
                RETURNING delivery.organization_id, delivery.id),
            attempts AS (
                DELETE FROM webhook_attempt attempt USING old
                WHERE attempt.organization_id = old.organization_id AND attempt.delivery_id = old.id)
            SELECT count(*) FROM old
            """;

    private final Vault vault;

    DeliveryStore(Vault vault) {
        this.vault = vault;
    }

    /// Number of deliveries to claim for an endpoint.
    record ClaimQuota(EndpointRef endpoint, int count) {}

    /// Start and end of the lease of a claim.
    record Lease(Instant now, Instant realNow, Instant until) {}

    /// State of a delivery after an attempt.
    record Outcome(
            Delivery delivery,
            Result result,
            Status status,
            @Nullable Instant nextAt) {}

    /// Inserts new deliveries as leased, and returns the ids of the inserted ones when the result is read.
    static Supplier<List<UUID>> insert(Tx tx, List<Delivery> fresh, Instant leasedUntil) {
        if (fresh.isEmpty()) {
            return List::of;
        }
        return Batch.of(INSERT)
                .uuids(fresh, each -> each.endpoint().organizationId())
                .uuids(fresh, each -> each.endpoint().endpointId())
                .uuids(fresh, Delivery::id)
                .longs(fresh, Delivery::position)
                .uuids(fresh, Delivery::eventId)
                .uuids(fresh, Delivery::resourceId)
                .texts(fresh, Delivery::type)
                .instants(fresh, _ -> leasedUntil)
                .instants(fresh, Delivery::createdAt)
                .queueQuery(tx, row -> row.getObject(1, UUID.class));
    }

    /// Writes a delivery that has ended already.
    public void insertEnded(Tx tx, Delivery ended) {
        var last = Objects.requireNonNull(ended.last());
        ended.endpoint()
                .bind(tx.handle().createUpdate(INSERT_ENDED))
                .bind("id", ended.id())
                .bind("event", ended.eventId())
                .bind("resource", ended.resourceId())
                .bind("type", ended.type())
                .bind("status", EndpointStore.wire(ended.status()))
                .bind("at", last.at())
                .bind("statusCode", last.statusCode())
                .bind("latency", last.latencyMillis())
                .bind("error", last.error())
                .bind("excerpt", sealed(ended, last))
                .bind("createdAt", ended.createdAt())
                .bind("endedAt", ended.endedAt())
                .execute();
    }

    /// Claims deliveries that are due and not leased.
    List<Delivery> claim(Tx tx, List<ClaimQuota> quotas, Lease lease) {
        return quotas.isEmpty()
                ? List.of()
                : Batch.of(CLAIM)
                        .uuids(quotas, each -> each.endpoint().organizationId())
                        .uuids(quotas, each -> each.endpoint().endpointId())
                        .longs(quotas, each -> (long) each.count())
                        .instants(quotas, _ -> lease.now())
                        .instants(quotas, _ -> lease.realNow())
                        .instants(quotas, _ -> lease.until())
                        .query(tx, this::read);
    }

    /// Stores the results of attempts, unless another attempt has begun since.
    void end(Tx tx, List<Outcome> outcomes) {
        if (outcomes.isEmpty()) {
            return;
        }
        Batch.of(END)
                .uuids(outcomes, each -> each.delivery().endpoint().organizationId())
                .uuids(outcomes, each -> each.delivery().endpoint().endpointId())
                .uuids(outcomes, each -> each.delivery().id())
                .integers(outcomes, each -> each.result().attempt())
                .texts(outcomes, each -> EndpointStore.wire(each.status()))
                .instants(outcomes, Outcome::nextAt)
                .instants(outcomes, each -> each.result().at())
                .longs(outcomes, DeliveryStore::statusCode)
                .integers(outcomes, each -> each.result().latencyMillis())
                .texts(outcomes, each -> each.result().error())
                .bytes(outcomes, each -> sealed(each.delivery(), each.result()))
                .instants(
                        outcomes,
                        each -> each.status() == Status.PENDING
                                ? null
                                : each.result().at())
                .write(tx);
    }

    /// Releases claimed deliveries that were not sent.
    static void release(Tx tx, List<LeasedDelivery> parcels) {
        if (!parcels.isEmpty()) {
            Batch.of(PUT_DOWN)
                    .uuids(parcels, each -> each.delivery().endpoint().organizationId())
                    .uuids(parcels, each -> each.delivery().endpoint().endpointId())
                    .uuids(parcels, each -> each.delivery().id())
                    .integers(parcels, each -> each.delivery().attempt())
                    .instants(parcels, each -> each.lease().until())
                    .write(tx);
        }
    }

    static @Nullable Long statusCode(Outcome outcome) {
        var code = outcome.result().statusCode();
        return code == null ? null : code.longValue();
    }

    Optional<Delivery> find(Handle handle, UUID organizationId, UUID id) {
        return one(handle, SELECT_ONE, organizationId, id);
    }

    Optional<Delivery> lock(Tx tx, UUID organizationId, UUID id) {
        return one(tx.handle(), LOCK_ONE, organizationId, id);
    }

    private Optional<Delivery> one(Handle handle, String sql, UUID organizationId, UUID id) {
        return handle.createQuery(sql)
                .bind("organization", organizationId)
                .bind("id", id)
                .map((row, _) -> read(row))
                .findOne();
    }

    /// Begins another series of attempts; false if an attempt is under way.
    static boolean reopen(Tx tx, Delivery delivery, Instant now, Instant realNow) {
        return delivery.endpoint()
                        .bind(tx.handle().createUpdate(REOPEN))
                        .bind("id", delivery.id())
                        .bind("now", now)
                        .bind("realNow", realNow)
                        .execute()
                > 0;
    }

    /// Begins another series for deliveries that failed since a time, the oldest first up to a maximum; returns
    /// their number.
    static int reopenFailed(Tx tx, EndpointRef endpoint, Instant since, Instant now) {
        return endpoint.bind(tx.handle().createUpdate(REOPEN_FAILED))
                .bind("since", since)
                .bind("now", now)
                .bind("limit", AT_ONCE_MAX)
                .execute();
    }

    /// Makes deliveries that wait for a retry due, up to a maximum. The rest becomes due within about a day;
    /// millions of rows could not be written within one request.
    public static int makeDue(Tx tx, EndpointRef endpoint, Instant now) {
        return endpoint.bind(tx.handle().createUpdate(HASTEN))
                .bind("now", now)
                .bind("limit", AT_ONCE_MAX)
                .execute();
    }

    static int delete(Tx tx, Instant before, int limit) {
        return tx.handle()
                .createQuery(DELETE)
                .bind("before", before)
                .bind("limit", limit)
                .mapTo(Integer.class)
                .one();
    }

    byte @Nullable [] sealed(Delivery delivery, Result result) {
        var excerpt = result.excerpt();
        return excerpt == null ? null : vault.seal(delivery.endpoint().organizationId(), PURPOSE, excerpt);
    }

    Delivery read(ResultSet row) throws SQLException {
        var organizationId = row.getObject("organization_id", UUID.class);
        return new Delivery(
                new EndpointRef(organizationId, row.getObject("endpoint_id", UUID.class)),
                row.getObject("id", UUID.class),
                row.getObject("position", Long.class),
                row.getObject("event_id", UUID.class),
                row.getObject("resource_id", UUID.class),
                row.getString("type"),
                Status.valueOf(row.getString("status").toUpperCase(Locale.ROOT)),
                row.getInt("attempt"),
                row.getInt("first_attempt"),
                Times.optionalInstant(row, "attempted_at") == null ? null : result(row, organizationId),
                Times.optionalInstant(row, "next_at"),
                Times.instant(row, "created_at"),
                Times.optionalInstant(row, "ended_at"));
    }

    Result result(ResultSet row, UUID organizationId) throws SQLException {
        var excerpt = row.getBytes("excerpt");
        return new Result(
                row.getInt("attempt"),
                Times.instant(row, "attempted_at"),
                row.getObject("status_code", Integer.class),
                row.getInt("latency_ms"),
                row.getString("error"),
                excerpt == null ? null : vault.openText(organizationId, PURPOSE, excerpt));
    }
}
