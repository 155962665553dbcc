package dev.sluice.webhook;

import dev.sluice.db.Batch;
import dev.sluice.db.Keyset;
import dev.sluice.db.Tx;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/// SQL of the MACs of all endpoints: those that a version without any has made get theirs, and each can be proved.
final class MacStore {
    private static final int PAGE = 1_000;
    private static final EndpointRef FIRST = new EndpointRef(new UUID(0, 0), new UUID(0, 0));

    private static final String AFTER = """
            SELECT organization_id, id, url, types, amounts, status, secret, former_secret, earlier_secrets, mac
            FROM webhook_endpoint
            WHERE (organization_id, id) > (:organization, :endpoint) AND status <> 'deleted'
            ORDER BY organization_id, id LIMIT :limit
            """;

    private static final String PUT = """
            UPDATE webhook_endpoint e SET mac = new.mac
            FROM unnest(?::uuid[], ?::uuid[], ?::bytea[]) AS new (organization_id, id, mac)
            WHERE e.organization_id = new.organization_id AND e.id = new.id AND e.mac IS NULL
            """;

    private final EndpointMac macs;

    MacStore(Vault vault) {
        this.macs = new EndpointMac(vault);
    }

    /// An endpoint's row, the MAC that it should have, and whether it has it.
    private record Proved(EndpointRef ref, byte[] mac, boolean right) {}

    /// Makes the MAC of every endpoint that has none.
    void adopt(Tx tx) {
        endpoints(tx.handle())
                .forEachPage(page -> Batch.of(PUT)
                        .uuids(page, each -> each.ref().organizationId())
                        .uuids(page, each -> each.ref().endpointId())
                        .bytes(page, Proved::mac)
                        .update(tx));
    }

    /// Reports each endpoint with a row that does not match its MAC.
    void prove(Handle snapshot, Consumer<String> fault) {
        endpoints(snapshot)
                .prove(
                        Proved::right,
                        each -> "webhook endpoint " + each.ref().endpointId() + " of "
                                + each.ref().organizationId() + ": it was changed in the database",
                        fault);
    }

    private Keyset<EndpointRef, Proved> endpoints(Handle handle) {
        return new Keyset<>(
                FIRST,
                PAGE,
                last -> last.bind(handle.createQuery(AFTER))
                        .bind("limit", PAGE)
                        .map((row, _) -> proved(row))
                        .list(),
                Proved::ref);
    }

    private Proved proved(ResultSet row) throws SQLException {
        return new Proved(
                new EndpointRef(row.getObject("organization_id", UUID.class), row.getObject("id", UUID.class)),
                macs.of(row),
                macs.isOf(row));
    }
}
