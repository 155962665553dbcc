package dev.sluice.recipient;

import dev.sluice.recipient.RecipientRows.Sealed;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/// MAC of a stored recipient. It covers its id, organization, name, sealed details and revision. It is made whenever
/// the recipient is stored or changed, and verified before any payment.
final class RecipientMac {
    private static final String PURPOSE = "recipient/record";

    private final RecordMac mac;

    RecipientMac(Vault vault) {
        this.mac = vault.mac(PURPOSE);
    }

    byte[] of(Sealed sealed) {
        var recipient = sealed.recipient();
        return mac.of(List.of(
                recipient.organizationId(),
                recipient.id(),
                recipient.name(),
                recipient.revision().sequence(),
                sealed.bytes()));
    }

    /// Reports whether a row matches its MAC.
    boolean isOf(ResultSet row) throws SQLException {
        return mac.isOf(row.getBytes("mac"), fields(row));
    }

    private static List<Object> fields(ResultSet row) throws SQLException {
        return List.of(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                row.getString("name"),
                row.getInt("sequence"),
                row.getBytes("sealed"));
    }
}
