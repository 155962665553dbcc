package dev.sluice.webhook.endpoint;

import dev.sluice.db.Batch;
import dev.sluice.db.Pending;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.vault.Vault;
import dev.sluice.webhook.endpoint.Endpoint.Amounts;
import dev.sluice.webhook.endpoint.Endpoint.Disabled;
import dev.sluice.webhook.endpoint.Endpoint.Reason;
import dev.sluice.webhook.endpoint.Endpoint.Status;
import dev.sluice.webhook.endpoint.Secrets.Former;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Update;

/// SQL of `webhook_endpoint`.
public final class EndpointStore {
    private static final String PURPOSE = "webhook-secret";

    private static final String COLUMNS = """
            organization_id, id, url, types, description, amounts, status, disabled_reason, disabled_at, secret,
            former_secret, former_until, earlier_secrets, created_at, updated_at, mac
            """;

    private static final String INSERT = "INSERT INTO webhook_endpoint (" + COLUMNS + """
            ) VALUES (:organization, :id, :url, :types, :description, :amounts, :status, :reason, :disabledAt, :secret,
                      :formerSecret, :formerUntil, :earlierSecrets, :createdAt, :updatedAt, :mac)
            """;

    private static final String UPDATE = """
            UPDATE webhook_endpoint
            SET url = :url, types = :types, description = :description, amounts = :amounts, status = :status,
                disabled_reason = :reason,
                disabled_at = :disabledAt, secret = :secret, former_secret = :formerSecret,
                former_until = :formerUntil, earlier_secrets = :earlierSecrets, updated_at = :updatedAt,
                mac = :mac
            WHERE organization_id = :organization AND id = :id
            """;

    private static final String SELECT_OF = "SELECT " + COLUMNS + """
            FROM webhook_endpoint WHERE organization_id = :organization AND status <> 'deleted' ORDER BY id
            """;

    private static final String SELECT_ONE = "SELECT " + COLUMNS + """
            FROM webhook_endpoint WHERE organization_id = :organization AND id = :id AND status <> 'deleted'
            """;

    private static final String LOCK_ONE = SELECT_ONE + "FOR UPDATE";

    private static final String SELECT_SOME = "SELECT " + COLUMNS + """
            FROM unnest(?::uuid[], ?::uuid[]) AS wanted (organization_id, id)
            JOIN webhook_endpoint USING (organization_id, id)
            WHERE status = 'enabled'
            """;

    private static final String DELETE_EMPTY = """
            WITH empty AS MATERIALIZED (
                SELECT endpoint.organization_id, endpoint.id
                FROM webhook_endpoint endpoint
                JOIN webhook_cursor cursor
                    ON cursor.organization_id = endpoint.organization_id AND cursor.endpoint_id = endpoint.id
                WHERE endpoint.status = 'deleted' AND endpoint.updated_at < :before
                    AND NOT EXISTS (SELECT 1 FROM webhook_delivery delivery
                                    WHERE delivery.organization_id = endpoint.organization_id
                                        AND delivery.endpoint_id = endpoint.id)
                FOR UPDATE OF cursor SKIP LOCKED),
            cursors AS (
                DELETE FROM webhook_cursor cursor USING empty
                WHERE cursor.organization_id = empty.organization_id AND cursor.endpoint_id = empty.id)
            DELETE FROM webhook_endpoint endpoint USING empty
            WHERE endpoint.organization_id = empty.organization_id AND endpoint.id = empty.id
            """;

    private final Vault vault;
    private final EndpointMac macs;

    public EndpointStore(Vault vault) {
        this.vault = vault;
        this.macs = new EndpointMac(vault);
    }

    /// An endpoint; `authentic` is true if its row matches its MAC.
    public record Checked(Endpoint endpoint, boolean authentic) {
        /// The endpoint, to be changed or sent something.
        ///
        /// @throws Refused `WEBHOOK_ENDPOINT_HELD` if its row was altered in the database
        public Endpoint toUse() {
            if (!authentic) {
                throw Refusal.WEBHOOK_ENDPOINT_HELD.refused();
            }
            return endpoint;
        }
    }

    void insert(Tx tx, Endpoint endpoint) {
        bind(tx.handle().createUpdate(INSERT), endpoint)
                .bind("createdAt", endpoint.createdAt())
                .execute();
    }

    public void update(Tx tx, Endpoint endpoint) {
        bind(tx.handle().createUpdate(UPDATE), endpoint).execute();
    }

    List<Endpoint> of(Handle handle, UUID organizationId) {
        return handle.createQuery(SELECT_OF)
                .bind("organization", organizationId)
                .map((row, _) -> read(row))
                .list();
    }

    public Optional<Checked> find(Handle handle, UUID organizationId, UUID id) {
        return one(handle, SELECT_ONE, organizationId, id);
    }

    /// Locks an endpoint, and its cursor before it. All transactions lock in one order: cursors, several of them
    /// in the order of ids; then endpoints; then deliveries, each with its attempts. Queries that skip locked
    /// rows, such as claims and sweeps, may lock in any order.
    public Optional<Checked> lock(Tx tx, UUID organizationId, UUID id) {
        EndpointCursorStore.lock(tx, new EndpointRef(organizationId, id));
        return one(tx.handle(), LOCK_ONE, organizationId, id);
    }

    /// Returns the enabled endpoints among some.
    public Pending<List<Checked>> enabled(Tx tx, List<EndpointRef> refs) {
        return Batch.of(SELECT_SOME)
                .uuids(refs, EndpointRef::organizationId)
                .uuids(refs, EndpointRef::endpointId)
                .queueQuery(tx, this::checked);
    }

    public static int deleteEmpty(Tx tx, Instant before) {
        return tx.handle().createUpdate(DELETE_EMPTY).bind("before", before).execute();
    }

    private Optional<Checked> one(Handle handle, String sql, UUID organizationId, UUID id) {
        return handle.createQuery(sql)
                .bind("organization", organizationId)
                .bind("id", id)
                .map((row, _) -> checked(row))
                .findOne();
    }

    private Checked checked(ResultSet row) throws SQLException {
        return new Checked(read(row), macs.isOf(row));
    }

    private Update bind(Update statement, Endpoint endpoint) {
        var disabled = endpoint.disabled();
        var former = endpoint.secrets().former();
        var newest = former.isEmpty() ? null : former.getFirst();
        var sealed = new EndpointMac.Sealed(
                sealed(endpoint, endpoint.secrets().current()),
                newest == null ? null : sealed(endpoint, newest.secret()),
                former.size() < 2 ? null : sealed(endpoint, earlier(former)));
        return statement
                .bind("organization", endpoint.organizationId())
                .bind("id", endpoint.id())
                .bind("url", endpoint.url().toString())
                .bindArray("types", String.class, endpoint.types().toArray())
                .bind("description", endpoint.description())
                .bind("amounts", wire(endpoint.amounts()))
                .bind("status", wire(endpoint.status()))
                .bind("reason", disabled == null ? null : wire(disabled.reason()))
                .bind("disabledAt", disabled == null ? null : disabled.at())
                .bind("secret", sealed.secret())
                .bind("formerSecret", sealed.former())
                .bind("formerUntil", newest == null ? null : newest.until())
                .bind("earlierSecrets", sealed.earlier())
                .bind("updatedAt", endpoint.updatedAt())
                .bind("mac", macs.of(endpoint, sealed));
    }

    private byte[] sealed(Endpoint endpoint, String secret) {
        return vault.seal(endpoint.organizationId(), PURPOSE, secret);
    }

    private Endpoint read(ResultSet row) throws SQLException {
        var organizationId = row.getObject("organization_id", UUID.class);
        var reason = row.getString("disabled_reason");
        return new Endpoint(
                organizationId,
                row.getObject("id", UUID.class),
                URI.create(row.getString("url")),
                Arrays.asList((String[]) row.getArray("types").getArray()),
                row.getString("description"),
                Amounts.valueOf(row.getString("amounts").toUpperCase(Locale.ROOT)),
                Status.valueOf(row.getString("status").toUpperCase(Locale.ROOT)),
                reason == null
                        ? null
                        : new Disabled(
                                Reason.valueOf(reason.toUpperCase(Locale.ROOT)), Times.instant(row, "disabled_at")),
                secrets(row, organizationId),
                Times.instant(row, "created_at"),
                Times.instant(row, "updated_at"));
    }

    private Secrets secrets(ResultSet row, UUID organizationId) throws SQLException {
        var all = new ArrayList<Former>();
        var former = row.getBytes("former_secret");
        if (former != null) {
            all.add(new Former(vault.openText(organizationId, PURPOSE, former), Times.instant(row, "former_until")));
        }
        var earlier = row.getBytes("earlier_secrets");
        if (earlier != null) {
            vault.openText(organizationId, PURPOSE, earlier)
                    .lines()
                    .map(line -> line.split(" ", 2))
                    .forEach(parts -> all.add(new Former(parts[1], Instant.parse(parts[0]))));
        }
        return new Secrets(vault.openText(organizationId, PURPOSE, row.getBytes("secret")), all);
    }

    /// Returns the former secrets, one per line: the end of use, and the secret.
    private static String earlier(List<Former> former) {
        return former.stream()
                .skip(1)
                .map(each -> each.until() + " " + each.secret())
                .collect(Collectors.joining("\n"));
    }

    public static String wire(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
