package dev.sluice.rail.iso20022.transport;

import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfile.Folders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.sshd.sftp.client.SftpClient;
import org.apache.sshd.sftp.client.SftpClient.Attributes;
import org.apache.sshd.sftp.client.SftpClient.OpenMode;
import org.apache.sshd.sftp.client.extensions.openssh.OpenSSHFsyncExtension;
import org.apache.sshd.sftp.common.SftpConstants;
import org.apache.sshd.sftp.common.SftpException;

/// Folders of an SFTP server, in one session.
final class SftpFolders implements FolderAccess {
    private static final int BLOCK_BYTES = 32 * 1024;

    private final SftpSession session;

    private SftpFolders(SftpSession session) {
        this.session = session;
    }

    static SftpFolders open(BankProfile.Transport.Sftp profile, SftpTimeouts timeouts) throws IOException {
        checkFolders(profile.folders());
        return new SftpFolders(SftpSession.open(profile, timeouts));
    }

    @Override
    public void checkFolder(String folder) throws IOException {
        var found = session.call("look for the folder " + folder, sftp -> attributes(() -> sftp.stat(folder)));
        if (found.filter(Attributes::isDirectory).isEmpty()) {
            throw new IOException("the folder " + folder + " does not exist on the server");
        }
    }

    @Override
    public List<Item> files(String folder) throws IOException {
        var files = new ArrayList<Item>();
        try (var handle = session.call("list the folder " + folder, sftp -> sftp.openDir(folder))) {
            var count = 0;
            while (true) {
                var block = session.call("list the folder " + folder, sftp -> sftp.readDir(handle));
                if (block == null) {
                    return files;
                }
                FolderAccess.checkCount(count += block.size(), folder);
                for (var each : block) {
                    if (!each.getFilename().equals(".") && !each.getFilename().equals("..")) {
                        add(files, folder, each);
                    }
                }
            }
        }
    }

    @Override
    public OptionalLong size(String folder, String name) throws IOException {
        var path = path(folder, name);
        var found = session.call("look for " + path, sftp -> attributes(() -> sftp.lstat(path)));
        return found.map(each -> OptionalLong.of(each.getSize())).orElse(OptionalLong.empty());
    }

    @Override
    public InputStream read(String folder, String name) throws IOException {
        var path = path(folder, name);
        var found = session.call("look for " + path, sftp -> attributes(() -> sftp.lstat(path)));
        if (found.isEmpty()) {
            throw new NoSuchFileException(path);
        }
        if (!found.get().isRegularFile()) {
            throw new IOException(path + " is not a regular file");
        }
        return new Download(path, session.call("read " + path, sftp -> sftp.read(path, BLOCK_BYTES)));
    }

    @Override
    public void write(String folder, String name, byte[] bytes) throws IOException {
        var path = path(folder, name);
        var out = session.call(
                "write " + path,
                sftp -> sftp.write(path, BLOCK_BYTES, OpenMode.Write, OpenMode.Create, OpenMode.Truncate));
        try {
            for (var at = 0; at < bytes.length; at += BLOCK_BYTES) {
                var begin = at;
                session.call("write " + path, _ -> {
                    out.write(bytes, begin, Math.min(BLOCK_BYTES, bytes.length - begin));
                    return true;
                });
            }
        } finally {
            session.call("write " + path, _ -> {
                out.close();
                return true;
            });
        }
        session.call("write " + path, sftp -> force(sftp, path));
    }

    /// Sends the plain rename of version 3, which OpenSSH refuses if the name exists. The extension
    /// `posix-rename@openssh.com` would replace the file.
    @Override
    public void moveToNew(String folder, String name, String toFolder, String toName) throws IOException {
        var from = path(folder, name);
        var to = path(toFolder, toName);
        session.call("rename " + from + " to " + to, sftp -> {
            try {
                sftp.rename(from, to);
                return true;
            } catch (SftpException e) { // the status says no more than "failure"
                if (attributes(() -> sftp.lstat(to)).isPresent()) {
                    throw (FileAlreadyExistsException) new FileAlreadyExistsException(to).initCause(e);
                }
                if (e.getStatus() == SftpConstants.SSH_FX_NO_SUCH_FILE) {
                    throw (NoSuchFileException) new NoSuchFileException(from).initCause(e);
                }
                throw e;
            }
        });
    }

    @Override
    public void delete(String folder, String name) throws IOException {
        var path = path(folder, name);
        session.call("delete " + path, sftp -> {
            try {
                sftp.remove(path);
            } catch (SftpException e) {
                if (e.getStatus() != SftpConstants.SSH_FX_NO_SUCH_FILE) {
                    throw e;
                }
            }
            return true;
        });
    }

    @Override
    public void close() {
        session.close();
    }

    /// Some servers list names without attributes.
    private void add(List<Item> files, String folder, SftpClient.DirEntry entry) throws IOException {
        var path = path(folder, FileNames.listed(entry.getFilename(), folder));
        var listed = entry.getAttributes();
        var attributes = listed.getFlags().containsAll(List.of(SftpClient.Attribute.Size, SftpClient.Attribute.Perms))
                ? Optional.of(listed)
                : session.call("look for " + path, sftp -> attributes(() -> sftp.lstat(path)));
        attributes.filter(Attributes::isRegularFile).ifPresent(each -> {
            var modified = each.getModifyTime();
            files.add(new Item(
                    entry.getFilename(), each.getSize(), modified == null ? Instant.EPOCH : modified.toInstant()));
        });
    }

    private static boolean force(SftpClient sftp, String path) throws IOException {
        var extension = sftp.getExtension(OpenSSHFsyncExtension.class);
        if (extension == null || !extension.isSupported()) {
            return false;
        }
        try (var handle = sftp.open(path, OpenMode.Write)) {
            extension.fsync(handle);
            return true;
        }
    }

    private static Optional<Attributes> attributes(Look look) throws IOException {
        try {
            return Optional.of(look.attributes());
        } catch (SftpException e) {
            if (e.getStatus() == SftpConstants.SSH_FX_NO_SUCH_FILE
                    || e.getStatus() == SftpConstants.SSH_FX_NO_SUCH_PATH) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static String path(String folder, String name) {
        return folder.endsWith("/") ? folder + name : folder + "/" + name;
    }

    private static void checkFolders(Folders folders) {
        Stream.of(folders.out(), folders.temp(), folders.outArchive(), folders.in(), folders.acks(), folders.archive())
                .filter(Objects::nonNull)
                .filter(each -> each.isBlank() || Arrays.asList(each.split("/")).contains(".."))
                .findFirst()
                .ifPresent(each -> {
                    throw new IllegalArgumentException("no folder of a server: " + each);
                });
    }

    private interface Look {
        Attributes attributes() throws IOException;
    }

    /// Content of a remote file. Each read is limited to the time of one request.
    private final class Download extends InputStream {
        private final String path;
        private final InputStream content;

        Download(String path, InputStream content) {
            this.path = path;
            this.content = content;
        }

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return session.call("read " + path, _ -> content.read(bytes, offset, length));
        }

        @Override
        public void close() throws IOException {
            session.call("close " + path, _ -> {
                content.close();
                return true;
            });
        }
    }
}
