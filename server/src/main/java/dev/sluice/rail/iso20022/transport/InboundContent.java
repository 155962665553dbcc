package dev.sluice.rail.iso20022.transport;

import dev.sluice.iso20022.Unreadable;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.jspecify.annotations.Nullable;

/// Unpacks fetched files: a PGP message with a check of its signature, then a zip or gzip archive, each by its
/// first bytes. An archive inside an archive is refused, as is everything beyond the limits.
public final class InboundContent {
    /// Bytes of a file as fetched, and of everything unpacked from it.
    public static final int BYTES_MAX = 64 * 1024 * 1024;

    /// Entries of a zip archive.
    public static final int ENTRIES_MAX = 1_000;

    private final @Nullable PgpKey key;
    private final @Nullable PgpSignatures signatures;

    /// @param key decrypts PGP messages; null if the bank does not encrypt
    public InboundContent(@Nullable PgpKey key) {
        this(key, null);
    }

    /// @param signatures keys of the bank for the signature of each file; null if it signs none
    InboundContent(@Nullable PgpKey key, @Nullable PgpSignatures signatures) {
        this.key = key;
        this.signatures = signatures;
    }

    /// Returns the reader of the files that are fetched by a transport.
    ///
    /// @throws IOException with the key that cannot be read
    public static InboundContent of(BankProfile.Transport transport) throws IOException {
        return PgpKeys.content(transport.pgp());
    }

    /// A file for the reader of messages.
    ///
    /// @param name its name in the archive; without an archive, the file's name without the endings of
    ///     packing
    public record Part(String name, byte[] bytes) {}

    /// Reads a file as it is, for the archive.
    ///
    /// @throws Unreadable if it is too large
    public static byte[] read(InputStream in) throws IOException, Unreadable {
        var bytes = in.readNBytes(BYTES_MAX + 1);
        if (bytes.length > BYTES_MAX) {
            throw tooLarge();
        }
        return bytes;
    }

    /// Returns the files in a file; a plain file is its only part.
    ///
    /// @throws Unreadable if it is damaged, too large, nested, or encrypted for another key
    public List<Part> unpack(String name, byte[] bytes) throws Unreadable {
        boolean isEncrypted = PgpKey.isMessage(bytes);
        if (!isEncrypted && signatures == null) {
            return unpackArchive(name, bytes);
        }
        if (!isEncrypted && !PgpSignatures.isSigned(bytes)) {
            throw PgpSignatures.missing();
        }
        return unpackArchive(
                without(name, ".pgp", ".gpg", ".asc"),
                new PgpReader(key, signatures, in -> drain(in, BYTES_MAX)).read(bytes));
    }

    private static List<Part> unpackArchive(String name, byte[] bytes) throws Unreadable {
        try {
            return switch (Kind.of(bytes)) {
                case ZIP -> unzip(bytes);
                case GZIP -> List.of(plain(without(name, ".gz"), gunzip(bytes)));
                case OTHER -> List.of(new Part(name, bytes));
            };
        } catch (IOException | IllegalArgumentException e) {
            throw new Unreadable("The archive is damaged: " + e.getMessage() + ". Ask the bank to send it again.");
        }
    }

    /// Reads the entries in their order, which is bounded in memory. A file that was cut off between two
    /// entries looks complete to this, so the count of the directory at the end must be the same.
    private static List<Part> unzip(byte[] bytes) throws IOException, Unreadable {
        var parts = new ArrayList<Part>();
        var left = BYTES_MAX;
        var count = 0;
        try (var zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (++count > ENTRIES_MAX) {
                    throw new Unreadable("The archive has more than " + ENTRIES_MAX + " entries.");
                }
                var content = drain(zip, left);
                left -= content.length;
                if (!entry.isDirectory()) {
                    parts.add(plain(entry.getName().substring(entry.getName().lastIndexOf('/') + 1), content));
                }
            }
        }
        if (count != entriesOfDirectory(bytes)) {
            throw new Unreadable("The archive is cut off. Ask the bank to send it again.");
        }
        if (parts.isEmpty()) {
            throw new Unreadable("The archive holds no file.");
        }
        return parts;
    }

    /// Returns the number of entries in the end record of a zip archive, or -1 without one (APPNOTE.TXT,
    /// 4.3.16).
    private static int entriesOfDirectory(byte[] bytes) {
        var earliest = Math.max(0, bytes.length - 22 - 0xffff);
        for (var at = bytes.length - 22; at >= earliest; at--) {
            if (bytes[at] == 'P' && bytes[at + 1] == 'K' && bytes[at + 2] == 5 && bytes[at + 3] == 6) {
                return (bytes[at + 10] & 0xff) | ((bytes[at + 11] & 0xff) << 8);
            }
        }
        return -1;
    }

    private static byte[] gunzip(byte[] bytes) throws IOException, Unreadable {
        var gzip = GzipCompressorInputStream.builder()
                .setByteArray(bytes)
                .setDecompressConcatenated(true)
                .get();
        try (gzip) {
            return drain(gzip, BYTES_MAX);
        }
    }

    private static Part plain(String name, byte[] bytes) throws Unreadable {
        if (Kind.of(bytes) != Kind.OTHER || PgpKey.isMessage(bytes)) {
            throw new Unreadable("The archive holds another archive: " + name + ".");
        }
        return new Part(name, bytes);
    }

    private static byte[] drain(InputStream in, int max) throws IOException, Unreadable {
        var bytes = in.readNBytes(max + 1);
        if (bytes.length > max) {
            throw tooLarge();
        }
        return bytes;
    }

    private static Unreadable tooLarge() {
        return new Unreadable("The file has more than " + BYTES_MAX / 1024 / 1024 + " MiB unpacked.");
    }

    private static String without(String name, String... endings) {
        for (var each : endings) {
            if (name.toLowerCase(Locale.ROOT).endsWith(each)) {
                return name.substring(0, name.length() - each.length());
            }
        }
        return name;
    }

    private enum Kind {
        ZIP,
        GZIP,
        OTHER;

        static Kind of(byte[] bytes) {
            if (bytes.length >= 4
                    && bytes[0] == 'P'
                    && bytes[1] == 'K'
                    && ((bytes[2] == 3 && bytes[3] == 4) || (bytes[2] == 5 && bytes[3] == 6))) {
                return ZIP;
            }
            return bytes.length >= 2 && bytes[0] == 0x1f && (bytes[1] & 0xff) == 0x8b ? GZIP : OTHER;
        }
    }
}
