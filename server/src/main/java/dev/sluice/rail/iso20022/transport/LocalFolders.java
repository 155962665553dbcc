package dev.sluice.rail.iso20022.transport;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.sluice.rail.iso20022.profile.BankProfile.Folders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Folders of this machine.
final class LocalFolders implements FolderAccess {
    private LocalFolders() {}

    /// Creates the folders that are missing.
    static LocalFolders open(Folders folders) throws IOException {
        for (var each : Stream.of(
                        folders.out(),
                        folders.temp(),
                        folders.outArchive(),
                        folders.in(),
                        folders.acks(),
                        folders.archive())
                .filter(Objects::nonNull)
                .toList()) {
            create(each);
        }
        return new LocalFolders();
    }

    @Override
    public void checkFolder(String folder) throws IOException {
        if (!Files.isDirectory(Path.of(folder))) {
            throw new IOException("the folder " + folder + " does not exist");
        }
    }

    @Override
    public List<Item> files(String folder) throws IOException {
        var files = new ArrayList<Item>();
        try (var paths = Files.newDirectoryStream(Path.of(folder))) {
            var count = 0;
            for (var path : paths) {
                FolderAccess.checkCount(++count, folder);
                var attributes = attributes(path);
                if (attributes != null && attributes.isRegularFile()) {
                    files.add(new Item(
                            FileNames.listed(path.getFileName().toString(), folder),
                            attributes.size(),
                            attributes.lastModifiedTime().toInstant()));
                }
            }
        } catch (FileSystemException e) {
            throw new IOException("cannot list the folder " + folder + ": " + e, e);
        }
        return files;
    }

    @Override
    public OptionalLong size(String folder, String name) throws IOException {
        var attributes = attributes(path(folder, name));
        return attributes == null ? OptionalLong.empty() : OptionalLong.of(attributes.size());
    }

    @Override
    public InputStream read(String folder, String name) throws IOException {
        return Files.newInputStream(path(folder, name), READ, NOFOLLOW_LINKS);
    }

    @Override
    public void write(String folder, String name, byte[] bytes) throws IOException {
        delete(folder, name);
        try (var file = FileChannel.open(path(folder, name), CREATE_NEW, WRITE)) {
            var buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                file.write(buffer);
            }
            file.force(true);
        } catch (FileSystemException e) {
            throw new IOException("cannot write a file into the folder " + folder + ": " + e, e);
        }
        force(folder);
    }

    /// Gives the file a second name, which fails if that name exists, and removes the first. `Files.move` looks at
    /// the target before it renames, and replaces a file that appears in between.
    @Override
    public void moveToNew(String folder, String name, String toFolder, String toName) throws IOException {
        try {
            Files.createLink(path(toFolder, toName), path(folder, name));
        } catch (FileAlreadyExistsException | NoSuchFileException e) {
            throw e;
        } catch (FileSystemException | UnsupportedOperationException e) {
            throw new IOException(
                    "cannot rename a file from the folder " + folder + " to the folder " + toFolder
                            + "; both must be on one file system that has hard links: " + e,
                    e);
        }
        force(toFolder);
        Files.deleteIfExists(path(folder, name));
        force(folder);
    }

    @Override
    public void delete(String folder, String name) throws IOException {
        Files.deleteIfExists(path(folder, name));
    }

    @Override
    public void close() {}

    private static void create(String folder) throws IOException {
        try {
            Files.createDirectories(Path.of(folder));
        } catch (IOException e) {
            throw new IOException("cannot create the folder " + folder + ": " + e, e);
        }
    }

    private static Path path(String folder, String name) {
        return Path.of(folder, name);
    }

    /// Writes the folder's list of names to the disk.
    private static void force(String folder) throws IOException {
        try (var list = FileChannel.open(Path.of(folder), READ)) {
            list.force(true);
        }
    }

    private static @Nullable BasicFileAttributes attributes(Path path) throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class, NOFOLLOW_LINKS);
        } catch (NoSuchFileException _) {
            return null;
        }
    }
}
