package dev.sluice.audit;

import dev.sluice.audit.AuditStore.Row;
import dev.sluice.http.Json;
import dev.sluice.vault.Vault;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Encrypted details of an entry. They are bound to their entry: copied into another one, they do not decrypt.
final class Details {
    private static final String PURPOSE = "audit/";

    /// Entries are permanent and read in batches. Larger ones would exhaust the memory on every read.
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
        return vault.opened(row.organizationId(), purpose(row.id()), row.sealed())
                .map(Details::read);
    }

    private static Map<String, String> read(byte[] opened) {
        var fields = new LinkedHashMap<String, String>();
        Json.parse(opened)
                .properties()
                .forEach(each -> fields.put(each.getKey(), each.getValue().asString()));
        return Map.copyOf(fields);
    }

    /// Returns true if the details were encrypted for this entry.
    boolean areOf(Row row) {
        return vault.opened(row.organizationId(), purpose(row.id()), row.sealed())
                .isPresent();
    }

    private static String purpose(UUID id) {
        return PURPOSE + id;
    }
}
