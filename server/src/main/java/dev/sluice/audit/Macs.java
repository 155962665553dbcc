package dev.sluice.audit;

import dev.sluice.audit.AuditStore.Row;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// MACs over all fields of an entry, computed when it is written. A wrong MAC proves that no node wrote the row, or
/// that it was changed outside the service.
final class Macs {
    private final RecordMac mac;

    Macs(Vault vault) {
        this.mac = vault.mac("audit/entry");
    }

    byte[] of(Row row) {
        return mac.of(fields(row));
    }

    /// Returns true if a node wrote this row as it is.
    boolean isValid(Row row) {
        return mac.isOf(row.mac(), fields(row));
    }

    private static List<@Nullable Object> fields(Row row) {
        return Arrays.asList(
                row.organizationId(),
                row.id(),
                row.begunAt(),
                row.actorId(),
                row.actorName(),
                row.actorRole(),
                row.address(),
                row.action(),
                row.subject(),
                row.sealed(),
                row.outcome());
    }
}
