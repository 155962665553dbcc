package dev.sluice.rail.iso20022.transport;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/// Operations on files in folders, as [FileTransport] needs them. Errors name the file or the folder.
interface FolderAccess extends AutoCloseable {
    /// Number of files in a folder. A folder with more is not listed, as a part of it would look like the whole.
    int LISTING_MAX = 100_000;

    /// A regular file. Links and other kinds are not listed.
    record Item(String name, long size, Instant modifiedAt) {}

    /// Checks that a folder exists: a file that is missing with its folder is not known to be missing.
    void checkFolder(String folder) throws IOException;

    /// Returns the regular files of a folder in any order.
    List<Item> files(String folder) throws IOException;

    /// Returns the size of a file; empty if the name does not exist. A link is not followed.
    OptionalLong size(String folder, String name) throws IOException;

    InputStream read(String folder, String name) throws IOException;

    /// Writes a file, and replaces one of this name. The bytes are on disk as far as the folder's owner can tell.
    void write(String folder, String name, byte[] bytes) throws IOException;

    /// Moves a file to a name that is free, atomically.
    ///
    /// @throws FileAlreadyExistsException if the name is taken
    void moveToNew(String folder, String name, String toFolder, String toName) throws IOException;

    /// Deletes a file. A missing file is no error.
    void delete(String folder, String name) throws IOException;

    @Override
    void close();

    /// Checks the number of files in a folder.
    static void checkCount(int count, String folder) throws IOException {
        if (count > LISTING_MAX) {
            throw new IOException("the folder " + folder + " has more than " + LISTING_MAX + " files");
        }
    }
}
