package dev.sluice.audit;

import dev.sluice.audit.AuditStore.Row;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// MACs of entries, over all that an entry says, from the moment at which it is written. A row whose MAC is not right
/// was written by no node, or changed by somebody else.
final class Macs {
    private final RecordMac mac;

    Macs(Vault vault) {
        this.mac = vault.mac("audit/entry");
    }

    byte[] of(Row row) {
        return mac.of(fields(row));
    }

    /// Reports whether a node wrote this row as it is.
    boolean isRight(Row row) {
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
                row.outcome(),
                row.bound());
    }
}
