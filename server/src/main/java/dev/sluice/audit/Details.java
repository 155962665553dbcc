package dev.sluice.audit;

import dev.sluice.audit.AuditStore.Row;
import dev.sluice.http.Json;
import dev.sluice.vault.Vault;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// What was given for a deed, sealed for the entry that has it: in the place of another entry's it does not
/// open.
final class Details {
    private static final String PURPOSE = "audit";

    /// Entries stay, and are read several at once: larger ones would end the service each time that they
    /// are read.
    private static final int BYTES_MAX = 256 << 10;

    private final Vault vault;

    Details(Vault vault) {
        this.vault = vault;
    }

    byte[] sealed(UUID organizationId, UUID id, Map<String, String> fields) {
        var bytes = Json.bytes(new LinkedHashMap<>(fields));
        if (bytes.length > BYTES_MAX) {
            throw new IllegalStateException("an entry of " + bytes.length + " bytes");
        }
        return vault.seal(organizationId, purpose(id), bytes);
    }

    /// Opens the details of an entry; empty if they were not sealed for this entry.
    Optional<Map<String, String>> of(Row row) {
        return vault.opened(row.organizationId(), purpose(row), row.sealed()).map(Details::read);
    }

    private static Map<String, String> read(byte[] opened) {
        var fields = new LinkedHashMap<String, String>();
        Json.parse(opened)
                .properties()
                .forEach(each -> fields.put(each.getKey(), each.getValue().asString()));
        return Map.copyOf(fields);
    }

    /// Whether what an entry has was sealed for it.
    boolean areOf(Row row) {
        return vault.opened(row.organizationId(), purpose(row), row.sealed()).isPresent();
    }

    /// Earlier versions sealed for the organization alone.
    private static String purpose(Row row) {
        return row.bound() ? purpose(row.id()) : PURPOSE;
    }

    private static String purpose(UUID id) {
        return PURPOSE + "/" + id;
    }
}
