package dev.sluice.rail.iso20022.transport;

import java.io.IOException;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.Collection;
import java.util.List;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.file.virtualfs.VirtualFileSystemFactory;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.sftp.server.SftpFileSystemAccessor;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;
import org.apache.sshd.sftp.server.SftpSubsystemProxy;

/// A bank's SFTP server in this process, on the loopback address. Users see nothing but the root.
final class SftpTestServer implements AutoCloseable {
    private final SshServer server = SshServer.setUpDefaultServer();

    SftpTestServer(Path root, KeyPair hostKey, KeyPair user) throws IOException {
        server.setHost("127.0.0.1");
        server.setKeyPairProvider(KeyPairProvider.wrap(hostKey));
        server.setPublickeyAuthenticator(
                (name, key, _) -> name.equals("sluice") && KeyUtils.compareKeys(key, user.getPublic()));
        server.setFileSystemFactory(new VirtualFileSystemFactory(root));
        server.setSubsystemFactories(List.of(new SftpSubsystemFactory.Builder()
                .withFileSystemAccessor(new OpenSshRename())
                .build()));
        server.start();
    }

    int port() {
        return server.getPort();
    }

    @Override
    public void close() throws IOException {
        server.close(true);
    }

    /// Renames as OpenSSH does: a link and a deletion. The library's own rename looks first and then replaces.
    private static final class OpenSshRename implements SftpFileSystemAccessor {
        @Override
        public void renameFile(SftpSubsystemProxy subsystem, Path from, Path to, Collection<CopyOption> options)
                throws IOException {
            Files.createLink(to, from);
            Files.delete(from);
        }
    }
}
