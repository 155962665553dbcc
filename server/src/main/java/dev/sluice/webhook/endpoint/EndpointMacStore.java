package dev.sluice.webhook.endpoint;

import dev.sluice.db.Keyset;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/// SQL that reads all endpoints to verify their MACs.
public final class EndpointMacStore {
    private static final int PAGE = 1_000;
    private static final EndpointRef FIRST = new EndpointRef(new UUID(0, 0), new UUID(0, 0));

    private static final String AFTER = """
            SELECT organization_id, id, url, types, amounts, status, secret, former_secret, earlier_secrets, mac
            FROM webhook_endpoint
            WHERE (organization_id, id) > (:organization, :endpoint) AND status <> 'deleted'
            ORDER BY organization_id, id LIMIT :limit
            """;

    private final EndpointMac macs;

    public EndpointMacStore(Vault vault) {
        this.macs = new EndpointMac(vault);
    }

    /// Key of an endpoint, and the result of the verification of its row.
    private record Proved(EndpointRef ref, boolean right) {}

    /// Reports each endpoint with a row that does not match its MAC.
    public void verify(Handle snapshot, Consumer<String> fault) {
        endpoints(snapshot)
                .verify(
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
                macs.isOf(row));
    }
}
