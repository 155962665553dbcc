package dev.sluice.rail.sandbox.bank;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Folders that the bank shares with the customer. Hidden files and files that end in `.part` are not read.
final class FolderFiles {
    static final int FILES_MAX = 100;
    private static final long SIZE_MAX = 32L * 1024 * 1024;
    private static final String TEMPORARY = ".part";

    private FolderFiles() {}

    /// A file of the customer.
    record Found(Path path, String name, byte[] bytes, byte[] hash) {}

    /// Returns the oldest names of a folder, with their content. A file that disappears meanwhile is left out.
    static List<Found> list(Path folder) {
        var found = new ArrayList<Found>();
        for (var path : names(folder)) {
            var file = read(path);
            if (file != null) {
                found.add(file);
            }
        }
        return found;
    }

    private static List<Path> names(Path folder) {
        try {
            Files.createDirectories(folder);
            try (var files = Files.list(folder)) {
                return files.filter(FolderFiles::isVisible)
                        .sorted()
                        .limit(FILES_MAX)
                        .toList();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static boolean isVisible(Path path) {
        var name = String.valueOf(path.getFileName());
        return !name.startsWith(".")
                && !name.endsWith(TEMPORARY)
                && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
    }

    /// Returns a file; null if it is not there.
    private static @Nullable Found read(Path path) {
        var name = String.valueOf(path.getFileName());
        try {
            if (Files.size(path) > SIZE_MAX) {
                return new Found(path, name, new byte[0], hash(new byte[0]));
            }
            var bytes = Files.readAllBytes(path);
            return new Found(path, name, bytes, hash(bytes));
        } catch (NoSuchFileException gone) {
            return null;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Takes a file out of the customer's folder, if it is there with this content. If the archive has it already,
    /// the file in the folder is another copy and stays there.
    ///
    /// @param archive null: the file is deleted
    /// @param target name in the archive
    static void archive(Path file, @Nullable Path archive, String target, byte[] hash) {
        if (!has(file, hash) || (archive != null && has(archive.resolve(target), hash))) {
            return;
        }
        try {
            if (archive == null) {
                Files.deleteIfExists(file);
            } else {
                Files.createDirectories(archive);
                move(file, archive.resolve(target));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static boolean has(Path path, byte[] hash) {
        var found = read(path);
        return found != null && Arrays.equals(found.hash(), hash);
    }

    /// Writes a file under a temporary name and renames it. A file that is there already is replaced by the same
    /// bytes.
    static void write(Path folder, String name, byte[] content) {
        try {
            Files.createDirectories(folder);
            var temporary = folder.resolve("." + name + TEMPORARY);
            try (var channel = FileChannel.open(
                    temporary,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING)) {
                var bytes = ByteBuffer.wrap(content);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            move(temporary, folder.resolve(name));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException notAtomic) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    static byte[] hash(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
