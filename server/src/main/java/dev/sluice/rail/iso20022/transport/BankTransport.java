package dev.sluice.rail.iso20022.transport;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The way to a bank: folders of this machine or of the bank's server. An [IOException] says that nobody knows if the
/// call had an effect; callers look before they repeat it.
public interface BankTransport extends AutoCloseable {
    /// A file as a listing shows it.
    ///
    /// @param path path for [#open] and [#done]
    /// @param name name without its folder
    record Remote(String path, String name, long size) {}

    /// State of a file after an earlier attempt.
    enum Found {
        /// Under its final name, in the archive of sent files, or acknowledged.
        DELIVERED,
        /// Complete under its temporary name, with the right size.
        UPLOADED,
        /// Nowhere.
        NOWHERE
    }

    /// Looks for a file under its final name, in the archive and among the acknowledgements, then under its temporary
    /// name. A temporary file of another size is no upload.
    Found find(OutgoingFile file) throws IOException;

    /// Returns true if an acknowledgement of the file is there; false if not, or if the bank sends none.
    boolean isAcknowledged(OutgoingFile file) throws IOException;

    /// Writes the file under its temporary name, and reads it back to compare size and hash. An earlier temporary
    /// file of this file is replaced.
    void upload(OutgoingFile file) throws IOException;

    /// Gives the file its final name.
    ///
    /// @throws java.nio.file.FileAlreadyExistsException if the name exists; nothing has changed then
    void release(OutgoingFile file) throws IOException;

    /// Tries with two temporary files if the rename fails when the name exists, and deletes them.
    ///
    /// @param id part of their names
    /// @return false if the second file has replaced the first
    boolean keepsExisting(String id) throws IOException;

    /// Returns the names of the files that the bank can see or has taken: those in the folder for the
    /// bank, and in the archive of sent files if the profile has one. Hidden and temporary names are left
    /// out.
    List<String> sentNames() throws IOException;

    /// Returns the files that wait for us: neither hidden nor temporary.
    List<Remote> list() throws IOException;

    /// Opens a file of the listing.
    InputStream open(Remote remote) throws IOException;

    /// Reads a file of the listing; empty if it has more bytes than allowed, or another size than in the listing.
    default Optional<byte[]> read(Remote remote, int sizeMax) throws IOException {
        if (remote.size() > sizeMax) {
            return Optional.empty();
        }
        try (var in = open(remote)) {
            var bytes = in.readNBytes(sizeMax + 1);
            return bytes.length == remote.size() ? Optional.of(bytes) : Optional.empty();
        }
    }

    /// Moves, deletes or leaves a file that is stored with us, as the profile says. A file that is gone is no
    /// error. A file whose size has changed since the listing is another file: it stays, and is listed again.
    void done(Remote remote) throws IOException;

    @Override
    void close();

    /// Opens the way to a bank.
    @FunctionalInterface
    interface Opener {
        BankTransport open() throws IOException;
    }

    /// A file to send.
    ///
    /// @param name final name
    /// @param attempt number of the attempt; it is part of the temporary name
    /// @param sealedAt time of a PGP signature; null if files are not signed
    record OutgoingFile(
            String name,
            String msgId,
            byte[] bytes,
            int attempt,
            @Nullable Instant sealedAt) {
        public OutgoingFile(String name, String msgId, byte[] bytes, int attempt) {
            this(name, msgId, bytes, attempt, null);
        }
    }
}
