package dev.sluice.rail.sandbox.bank;

import java.io.IOException;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.file.virtualfs.VirtualFileSystemFactory;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.sftp.server.SftpFileSystemAccessor;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;
import org.apache.sshd.sftp.server.SftpSubsystemProxy;

/// SFTP server of the simulated bank, on the loopback address. Its customer sees the bank's folders and nothing else,
/// and signs in with a key.
public final class BankSftpServer implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";

    private final SshServer server = SshServer.setUpDefaultServer();

    private BankSftpServer() {}

    /// Starts the server.
    ///
    /// @param root folder that the customer sees as `/`
    /// @param port 0 picks a free one
    /// @param user name of the customer
    public static BankSftpServer start(Path root, int port, String user, BankKeys keys) throws IOException {
        Files.createDirectories(root);
        var bank = new BankSftpServer();
        var server = bank.server;
        server.setHost(LOOPBACK);
        server.setPort(port);
        server.setKeyPairProvider(KeyPairProvider.wrap(keys.host()));
        server.setPublickeyAuthenticator((name, key, _) ->
                name.equals(user) && KeyUtils.compareKeys(key, keys.customer().getPublic()));
        server.setFileSystemFactory(
                new VirtualFileSystemFactory(root.toAbsolutePath().normalize()));
        server.setSubsystemFactories(List.of(new SftpSubsystemFactory.Builder()
                .withFileSystemAccessor(new ExclusiveRename())
                .build()));
        server.start();
        return bank;
    }

    public int port() {
        return server.getPort();
    }

    @Override
    public void close() throws IOException {
        server.close(true);
    }

    /// Renames as OpenSSH does: a link, which fails if the name exists, and a deletion. The library's own rename looks
    /// first and then replaces.
    private static final class ExclusiveRename implements SftpFileSystemAccessor {
        @Override
        public void renameFile(SftpSubsystemProxy subsystem, Path from, Path to, Collection<CopyOption> options)
                throws IOException {
            Files.createLink(to, from);
            Files.delete(from);
        }
    }
}
