package dev.sluice.vault;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Message authentication code (HMAC-SHA256) of a record, under a key of the vault for one purpose. It cannot be
/// forged with write access to the database alone: that takes the master key.
///
/// The fields are encoded with their lengths, so that no two lists of fields have the same code.
public final class RecordMac {
    private final Hmac hmac;

    RecordMac(byte[] key) {
        this.hmac = new Hmac(key);
    }

    /// Returns the code of a record's fields, in the order that their owner always uses.
    ///
    /// @param fields bytes, or anything else by its text; null for an absent field
    public byte[] of(List<? extends @Nullable Object> fields) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            for (var field : fields) {
                write(out, field);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return hmac.of(bytes.toByteArray());
    }

    /// Reports whether a code is that of these fields. An absent code never is.
    public boolean isOf(byte @Nullable [] mac, List<? extends @Nullable Object> fields) {
        return mac != null && MessageDigest.isEqual(of(fields), mac);
    }

    private static void write(DataOutputStream out, @Nullable Object field) throws IOException {
        if (field == null) {
            out.writeInt(-1);
            return;
        }
        var bytes = field instanceof byte[] raw ? raw : field.toString().getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }
}
