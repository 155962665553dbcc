package dev.sluice.fileimport;

import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.sheet.Titled;
import dev.sluice.vault.Vault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Encrypts cells and faults of rows, since they are personal data.
///
/// @param purpose purpose of the encryption key
public record SealedRows<C extends Enum<C> & Titled>(Vault vault, String purpose, Class<C> columns) {
    /// Encrypted part of a row.
    public record Content<C extends Titled>(Map<C, String> cells, List<Fault<C>> faults) {
        public Content {
            cells = Map.copyOf(cells);
            faults = List.copyOf(faults);
        }
    }

    /// Returns the MACs of the files that contain these rows.
    public FileMac macs() {
        return new FileMac(vault, purpose);
    }

    public byte[] seal(UUID organizationId, ImportRow<C> row) {
        var cells = new JsonObject();
        row.cells().forEach((column, text) -> cells.put(column.name(), text));
        var faults = row.faults().stream()
                .map(fault -> new JsonObject()
                        .put("column", fault.column().name())
                        .put("code", fault.code())
                        .put("message", fault.message()))
                .toList();
        return vault.seal(
                organizationId,
                purpose,
                Json.bytes(new JsonObject().put("cells", cells).put("faults", faults)));
    }

    public Content<C> open(UUID organizationId, byte[] content) {
        return read(vault.open(organizationId, purpose, content));
    }

    /// Opens content; empty if it was altered or sealed differently.
    public Optional<Content<C>> opened(UUID organizationId, byte[] content) {
        return vault.opened(organizationId, purpose, content).map(this::read);
    }

    private Content<C> read(byte[] opened) {
        var row = Json.parse(opened);
        var cells = new HashMap<C, String>();
        row.path("cells")
                .properties()
                .forEach(
                        each -> cells.put(column(each.getKey()), each.getValue().stringValue()));
        var faults = new ArrayList<Fault<C>>();
        row.path("faults")
                .forEach(each -> faults.add(new Fault<>(
                        column(each.path("column").stringValue()),
                        each.path("code").stringValue(),
                        each.path("message").stringValue())));
        return new Content<>(cells, faults);
    }

    private C column(String name) {
        return Enum.valueOf(columns, name);
    }
}
