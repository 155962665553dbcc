package dev.sluice.audit;

import dev.sluice.audit.AuditStore.Row;
import dev.sluice.vault.Hmac;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// Hash chain of entries: each hash is an HMAC-SHA256 over the previous hash and all fields of the entry, each with
/// its length. Access to the database without the master key is not enough to forge one.
final class Chain {
    static final byte[] BEGINNING = new byte[32];

    private final Hmac hmac;

    Chain(byte[] key) {
        this.hmac = new Hmac(key);
    }

    byte[] link(byte[] before, long position, Row row) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.write(before);
            out.writeLong(position);
            write(out, row);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return hmac.of(bytes.toByteArray());
    }

    /// Writes all fields of an entry, each with its length.
    static void write(DataOutputStream out, Row row) throws IOException {
        part(out, row.organizationId().toString());
        part(out, row.id().toString());
        part(out, row.begunAt().toString());
        part(out, row.actorId().toString());
        part(out, row.actorName());
        part(out, row.actorRole());
        part(out, row.address());
        part(out, row.action());
        part(out, Objects.requireNonNullElse(row.subject(), ""));
        out.writeInt(row.sealed().length);
        out.write(row.sealed());
        out.writeInt(Objects.requireNonNullElse(row.outcome(), 0));
    }

    private static void part(DataOutputStream out, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }
}
