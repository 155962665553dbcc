package dev.sluice.audit;

import dev.sluice.audit.AuditStore.Row;
import dev.sluice.vault.Hmac;
import dev.sluice.vault.Vault;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;

/// MACs of entries: HMAC-SHA256 over all that an entry says, from the moment at which it is written. A row whose MAC is
/// not right was written by no node, or changed by somebody else.
final class Macs {
    private final Hmac hmac;

    Macs(Vault vault) {
        this.hmac = new Hmac(vault.key("audit/entry"));
    }

    byte[] of(Row row) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            Chain.write(out, row);
            // A chain writes an absent subject as an empty one, and an absent outcome as zero.
            out.writeBoolean(row.subject() != null);
            out.writeBoolean(row.outcome() != null);
            out.writeBoolean(row.bound());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return hmac.of(bytes.toByteArray());
    }

    /// Reports whether a node wrote this row as it is.
    boolean isRight(Row row) {
        return row.mac() != null && MessageDigest.isEqual(of(row), row.mac());
    }
}
