package dev.sluice.rail.iso20022.transport;

import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfile.Folders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Exchanges files through folders. Both transports, local folders and SFTP, follow this one sequence: write under a
/// temporary name, read back, rename to a name that is free.
public final class FileTransport implements BankTransport {
    /// Number of acknowledgements to search for the MsgId, the newest first.
    private static final int ACKNOWLEDGEMENTS_READ_MAX = 500;

    /// Bytes to search of each.
    private static final int ACKNOWLEDGEMENT_BYTES_MAX = 256 * 1024;

    private static final int ARCHIVE_ATTEMPTS_MAX = 10;

    private static final int BUFFER_BYTES = 32 * 1024;

    private final Folders folders;
    private final FolderAccess access;

    FileTransport(Folders folders, FolderAccess access) {
        this.folders = folders;
        this.access = access;
    }

    /// Opens the transport for one run; the caller closes it. Missing local folders are created. An SFTP server is
    /// connected with the limits of [SftpTimeouts#STANDARD].
    ///
    /// @throws IOException with the folder or the server that cannot be used
    public static BankTransport open(BankProfile.Transport transport) throws IOException {
        return open(transport, SftpTimeouts.STANDARD);
    }

    /// Opens the transport with other limits of time.
    public static BankTransport open(BankProfile.Transport transport, SftpTimeouts timeouts) throws IOException {
        var folders = transport.folders();
        if (folders.after() == Folders.After.MOVE && folders.archive() == null) {
            throw new IllegalArgumentException("fetched files shall be moved, but the profile names no archive");
        }
        var pgp = transport.pgp();
        var writer = pgp == null ? null : PgpKeys.writer(pgp);
        var files = new FileTransport(
                folders,
                switch (transport) {
                    case BankProfile.Transport.Local _, BankProfile.Transport.Simulated _ -> LocalFolders.open(folders);
                    case BankProfile.Transport.Sftp sftp -> SftpFolders.open(sftp, timeouts);
                });
        return writer == null ? files : new PgpTransport(files, writer);
    }

    /// Looks for the final name first, as a bank moves the file from there to the archive. A file of another size
    /// under the final name is an error: the bank may have a part of it.
    @Override
    public Found find(OutgoingFile file) throws IOException {
        var size = access.size(folders.out(), FileNames.outgoing(file));
        if (size.isPresent()) {
            if (size.getAsLong() != file.bytes().length) {
                throw new IOException("the file " + file.name() + " in the folder " + folders.out() + " has "
                        + size.getAsLong() + " bytes instead of " + file.bytes().length);
            }
            return Found.DELIVERED;
        }
        access.checkFolder(folders.out());
        if (isArchived(file) || isAcknowledged(file)) {
            return Found.DELIVERED;
        }
        access.checkFolder(temporaryFolder());
        return hasUpload(file) ? Found.UPLOADED : Found.NOWHERE;
    }

    /// Looks at the names of the acknowledgements, then at the content of the newest.
    @Override
    public boolean isAcknowledged(OutgoingFile file) throws IOException {
        var folder = folders.acks();
        if (folder == null) {
            return false;
        }
        var files = access.files(folder).stream()
                .filter(each -> !FileNames.isHidden(each.name()) && !each.name().equals(file.name()))
                .sorted(Comparator.comparing(FolderAccess.Item::modifiedAt).reversed())
                .toList();
        if (files.stream().anyMatch(each -> FileNames.namesFile(each.name(), file))) {
            return true;
        }
        for (var each : files.subList(0, Math.min(files.size(), ACKNOWLEDGEMENTS_READ_MAX))) {
            if (FileNames.contains(begin(folder, each.name()), file.msgId())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void upload(OutgoingFile file) throws IOException {
        checkFree(file);
        for (var each : access.files(temporaryFolder())) {
            if (FileNames.isTemporaryOf(each.name(), file)) {
                access.delete(temporaryFolder(), each.name());
            }
        }
        access.write(temporaryFolder(), FileNames.temporary(file), file.bytes());
        if (!hasUpload(file)) {
            throw new IOException("the file " + FileNames.temporary(file) + " in the folder " + temporaryFolder()
                    + " is not the file that was written");
        }
    }

    /// Looks at the name before the rename, because the rename of some servers replaces a file.
    @Override
    public void release(OutgoingFile file) throws IOException {
        checkFree(file);
        access.moveToNew(temporaryFolder(), FileNames.temporary(file), folders.out(), FileNames.outgoing(file));
    }

    /// Leaves out the look before the rename, because the rename itself is tried. Nobody reads a temporary name.
    @Override
    public boolean keepsExisting(String id) throws IOException {
        var first = FileNames.probe(id, 1);
        var second = FileNames.probe(id, 2);
        var bytes = first.getBytes(StandardCharsets.UTF_8);
        access.write(temporaryFolder(), first, bytes);
        access.write(temporaryFolder(), second, second.getBytes(StandardCharsets.UTF_8));
        boolean kept;
        try {
            access.moveToNew(temporaryFolder(), second, temporaryFolder(), first);
            kept = false;
        } catch (FileAlreadyExistsException _) {
            kept = MessageDigest.isEqual(sha256().digest(bytes), hash(temporaryFolder(), first));
        }
        access.delete(temporaryFolder(), second);
        access.delete(temporaryFolder(), first);
        return kept;
    }

    /// Lists the archive last: the bank moves a file from `out` to it.
    @Override
    public List<String> sentNames() throws IOException {
        var items = new ArrayList<>(access.files(folders.out()));
        var archive = folders.outArchive();
        if (archive != null) {
            items.addAll(access.files(archive));
        }
        return items.stream()
                .map(FolderAccess.Item::name)
                .filter(each -> !FileNames.isHidden(each))
                .distinct()
                .sorted()
                .toList();
    }

    @Override
    public List<Remote> list() throws IOException {
        return access.files(folders.in()).stream()
                .filter(each -> !FileNames.isHidden(each.name()))
                .map(each -> new Remote(folders.in() + "/" + each.name(), each.name(), each.size()))
                .sorted(Comparator.comparing(Remote::name))
                .toList();
    }

    @Override
    public InputStream open(Remote remote) throws IOException {
        return access.read(folders.in(), own(remote));
    }

    @Override
    public void done(Remote remote) throws IOException {
        var name = own(remote);
        if (folders.after() == Folders.After.LEAVE) {
            return;
        }
        var size = access.size(folders.in(), name);
        if (size.isEmpty() || size.getAsLong() != remote.size()) {
            return;
        }
        var archive = folders.archive();
        if (folders.after() == Folders.After.DELETE || archive == null) {
            access.delete(folders.in(), name);
        } else {
            archive(name, archive);
        }
    }

    @Override
    public void close() {
        access.close();
    }

    /// Gives a file whose name is taken the next number. Another node can take the same at once.
    private void archive(String name, String archive) throws IOException {
        for (var attempt = 0; attempt < ARCHIVE_ATTEMPTS_MAX; attempt++) {
            try {
                access.moveToNew(folders.in(), name, archive, free(name, archive));
                return;
            } catch (FileAlreadyExistsException _) {
                // Another node was faster.
            } catch (NoSuchFileException e) {
                if (access.size(folders.in(), name).isEmpty()) {
                    return;
                }
                throw e;
            }
        }
        throw new IOException("the folder " + archive + " takes no file named " + name);
    }

    private String free(String name, String archive) throws IOException {
        if (access.size(archive, name).isEmpty()) {
            return name;
        }
        var names = access.files(archive).stream().map(FolderAccess.Item::name).collect(Collectors.toSet());
        return IntStream.rangeClosed(1, names.size() + 1)
                .mapToObj(number -> name + "." + number)
                .filter(each -> !names.contains(each))
                .findFirst()
                .orElseThrow();
    }

    private void checkFree(OutgoingFile file) throws IOException {
        if (access.size(folders.out(), FileNames.outgoing(file)).isPresent()) {
            throw new FileAlreadyExistsException(folders.out() + "/" + file.name());
        }
    }

    /// Banks add a time or an ending to the name of a file that they took.
    private boolean isArchived(OutgoingFile file) throws IOException {
        var folder = folders.outArchive();
        return folder != null
                && (access.size(folder, file.name()).isPresent()
                        || access.files(folder).stream().anyMatch(each -> FileNames.namesFile(each.name(), file)));
    }

    /// Compares the content too: after a crash of the other machine, a file can have its size and no bytes.
    private boolean hasUpload(OutgoingFile file) throws IOException {
        var name = FileNames.temporary(file);
        var size = access.size(temporaryFolder(), name);
        return size.isPresent()
                && size.getAsLong() == file.bytes().length
                && MessageDigest.isEqual(sha256().digest(file.bytes()), hash(temporaryFolder(), name));
    }

    private byte[] hash(String folder, String name) throws IOException {
        var digest = sha256();
        try (var in = access.read(folder, name)) {
            var buffer = new byte[BUFFER_BYTES];
            for (var read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
        return digest.digest();
    }

    private String begin(String folder, String name) throws IOException {
        try (var in = access.read(folder, name)) {
            return new String(in.readNBytes(ACKNOWLEDGEMENT_BYTES_MAX), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException _) { // somebody took it since the listing
            return "";
        }
    }

    private String temporaryFolder() {
        var temp = folders.temp();
        return temp == null ? folders.out() : temp;
    }

    private String own(Remote remote) {
        if (!FileNames.isInFolder(remote.name()) || !remote.path().equals(folders.in() + "/" + remote.name())) {
            throw new IllegalArgumentException("no file of the folder " + folders.in() + ": " + remote.path());
        }
        return remote.name();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
