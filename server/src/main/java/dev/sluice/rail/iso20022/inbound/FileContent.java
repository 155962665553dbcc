package dev.sluice.rail.iso20022.inbound;

import dev.sluice.vault.Vault;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/// Contents of files: compressed, and sealed without an organization.
final class FileContent {
    private static final String PURPOSE = "rail/bank/inbound";

    private final Vault vault;

    FileContent(Vault vault) {
        this.vault = vault;
    }

    byte[] seal(byte[] bytes) {
        var compressed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(compressed)) {
            out.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return vault.seal(EntryRows.NOBODY, PURPOSE, compressed.toByteArray());
    }

    /// @throws AlteredRecord if the content is not that of the file
    byte[] open(InboundFile file, byte[] sealed) {
        var compressed = vault.opened(EntryRows.NOBODY, PURPOSE, sealed);
        if (compressed.isEmpty()) {
            throw new AlteredRecord("content of bank file " + file.id());
        }
        try (var in = new GZIPInputStream(new ByteArrayInputStream(compressed.get()))) {
            var bytes = in.readNBytes(file.size() + 1);
            if (!sha256(bytes).equals(file.sha256())) {
                throw new AlteredRecord("content of bank file " + file.id());
            }
            return bytes;
        } catch (IOException damaged) {
            throw new AlteredRecord("content of bank file " + file.id());
        }
    }

    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
