package dev.sluice.rail.iso20022.inbound;

import dev.sluice.text.Sha256;
import dev.sluice.vault.Vault;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
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
            if (!file.sha256().equals(Sha256.hex(bytes))) {
                throw new AlteredRecord("content of bank file " + file.id());
            }
            return bytes;
        } catch (IOException damaged) {
            throw new AlteredRecord("content of bank file " + file.id());
        }
    }
}
