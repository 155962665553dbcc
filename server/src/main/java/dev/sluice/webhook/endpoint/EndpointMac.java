package dev.sluice.webhook.endpoint;

import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// MAC of an endpoint: its organization, event types, URL, form and signing secrets. It is computed at each creation
/// and change, and checked before each message.
final class EndpointMac {
    private static final String PURPOSE = "webhook/endpoint";

    private final RecordMac mac;

    EndpointMac(Vault vault) {
        this.mac = vault.mac(PURPOSE);
    }

    /// The secrets of an endpoint as they are stored.
    record Sealed(byte[] secret, byte @Nullable [] former, byte @Nullable [] earlier) {}

    byte[] of(Endpoint endpoint, Sealed secrets) {
        return mac.of(fields(
                endpoint.organizationId(),
                endpoint.id(),
                endpoint.url().toString(),
                endpoint.types(),
                EndpointStore.wire(endpoint.amounts()),
                EndpointStore.wire(endpoint.status()),
                secrets));
    }

    /// Reports whether a row matches its MAC.
    boolean isOf(ResultSet row) throws SQLException {
        return mac.isOf(row.getBytes("mac"), fields(row));
    }

    private static List<@Nullable Object> fields(ResultSet row) throws SQLException {
        return fields(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                row.getString("url"),
                List.of((String[]) row.getArray("types").getArray()),
                row.getString("amounts"),
                row.getString("status"),
                new Sealed(row.getBytes("secret"), row.getBytes("former_secret"), row.getBytes("earlier_secrets")));
    }

    private static List<@Nullable Object> fields(
            UUID organizationId,
            UUID id,
            String url,
            List<String> types,
            String amounts,
            String status,
            Sealed secrets) {
        var fields = new ArrayList<@Nullable Object>();
        fields.add(organizationId);
        fields.add(id);
        fields.add(url);
        fields.add(amounts);
        fields.add(status);
        fields.add(secrets.secret());
        fields.add(secrets.former());
        fields.add(secrets.earlier());
        fields.addAll(types);
        return fields;
    }
}
