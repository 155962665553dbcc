package dev.sluice.rail.iso20022.transport;

import dev.sluice.rail.iso20022.profile.BankProfile;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.NamedResource;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.signature.Signature;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.sftp.SftpModuleProperties;
import org.apache.sshd.sftp.client.SftpClient;
import org.apache.sshd.sftp.client.SftpClientFactory;
import org.apache.sshd.sftp.client.SftpVersionSelector;

/// One SFTP session. It uses the profile's key and host key alone: no agent, no files of the user's `.ssh` folder.
final class SftpSession implements AutoCloseable {
    private static final int PORT = 22;

    /// The version of OpenSSH, whose rename does not replace a file. Later versions are hardly served.
    private static final int SFTP_VERSION = 3;

    private static final String CERTIFICATE = "-cert-";

    private final String server;
    private final SftpTimeouts timeouts;
    private final SshClient client;
    private final ClientSession session;
    private final SftpClient sftp;
    private final Future<?> end;

    private SftpSession(
            String server, SftpTimeouts timeouts, SshClient client, ClientSession session, SftpClient sftp) {
        this.server = server;
        this.timeouts = timeouts;
        this.client = client;
        this.session = session;
        this.sftp = sftp;
        end = closesAfter(client, session, timeouts.session());
    }

    /// Connects and authenticates. A server can have keys of several types and prefers one that the profile does not
    /// pin: after a refusal the connection is tried again without that type.
    static SftpSession open(BankProfile.Transport.Sftp profile, SftpTimeouts timeouts) throws IOException {
        if (profile.server().getHost() == null) {
            throw new IllegalArgumentException("no address of a server: " + profile.server());
        }
        var pinned = new PinnedHostKey(profile.hostKey());
        var key = userKey(profile);
        while (true) {
            var before = pinned.refused();
            try {
                return connect(profile, timeouts, pinned, key);
            } catch (IOException e) {
                var refused = pinned.refused();
                if (refused.isEmpty()) {
                    throw e;
                }
                if (refused.equals(before)) {
                    throw new IOException(
                            name(profile) + " has the host key " + String.join(", ", refused.values())
                                    + ", the profile names " + pinned.fingerprint(),
                            e);
                }
            }
        }
    }

    /// Makes one request. The session is closed if its time is over, and the request fails.
    <T> T call(String action, Request<T> request) throws IOException {
        if (!session.isOpen()) {
            throw new IOException("cannot " + action + " on " + server + ": the connection is closed");
        }
        var guard = closesAfter(client, session, timeouts.operation());
        try {
            return request.with(sftp);
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            var reason = session.isOpen() ? reason(e) : "the connection is lost or took too long";
            throw new IOException("cannot " + action + " on " + server + ": " + reason, e);
        } finally {
            guard.cancel(false);
        }
    }

    @Override
    public void close() {
        end.cancel(false);
        client.close(true);
    }

    private static SftpSession connect(
            BankProfile.Transport.Sftp profile, SftpTimeouts timeouts, PinnedHostKey pinned, KeyPair key)
            throws IOException {
        var client = client(timeouts, pinned);
        var connected = false;
        try {
            client.start();
            var uri = profile.server();
            var session = client.connect(profile.user(), uri.getHost(), uri.getPort() < 0 ? PORT : uri.getPort())
                    .verify(timeouts.connect())
                    .getSession();
            session.addPublicKeyIdentity(key);
            session.auth().verify(timeouts.authenticate());
            var sftp = SftpClientFactory.instance()
                    .createSftpClient(session, SftpVersionSelector.fixedVersionSelector(SFTP_VERSION));
            connected = true;
            return new SftpSession(name(profile), timeouts, client, session, sftp);
        } catch (IOException | RuntimeException e) {
            throw new IOException("cannot open " + name(profile) + ": " + reason(e), e);
        } finally {
            if (!connected) {
                client.close(true);
            }
        }
    }

    private static SshClient client(SftpTimeouts timeouts, PinnedHostKey pinned) {
        var client = SshClient.setUpDefaultClient();
        var signatures = client.getSignatureFactories();
        client.setServerKeyVerifier(pinned);
        client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
        client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
        client.setUserAuthFactories(List.of(new UserAuthPublicKeyFactory(signatures)));
        client.setSignatureFactories(without(pinned.refused(), signatures));
        CoreModuleProperties.IO_CONNECT_TIMEOUT.set(client, timeouts.connect());
        CoreModuleProperties.AUTH_TIMEOUT.set(client, timeouts.authenticate());
        CoreModuleProperties.IDLE_TIMEOUT.set(client, timeouts.session());
        CoreModuleProperties.CHANNEL_OPEN_TIMEOUT.set(client, timeouts.operation());
        CoreModuleProperties.CHANNEL_CLOSE_TIMEOUT.set(client, timeouts.operation());
        SftpModuleProperties.SFTP_CHANNEL_OPEN_TIMEOUT.set(client, timeouts.operation());
        return client;
    }

    /// Returns the algorithms for host keys of types that were not refused. If none is left, all are, and the refusal
    /// repeats.
    private static List<NamedFactory<Signature>> without(
            Map<String, String> refused, List<NamedFactory<Signature>> signatures) {
        var left = signatures.stream()
                .filter(each -> !each.getName().contains(CERTIFICATE))
                .filter(each -> !refused.containsKey(KeyUtils.getCanonicalKeyType(each.getName())))
                .toList();
        return left.isEmpty() ? signatures : left;
    }

    private static KeyPair userKey(BankProfile.Transport.Sftp profile) throws IOException {
        try (var file = Files.newInputStream(profile.key())) {
            var keys = SecurityUtils.loadKeyPairIdentities(
                    null, NamedResource.ofName(profile.key().toString()), file, FilePasswordProvider.EMPTY);
            var all = keys == null ? List.<KeyPair>of() : List.copyOf(all(keys));
            if (all.size() != 1) {
                throw new IOException("it holds no private key without a password");
            }
            return all.getFirst();
        } catch (NoSuchFileException e) {
            throw new IOException("the key file " + profile.key() + " does not exist", e);
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            throw new IOException("cannot read the key file " + profile.key() + ": " + e.getMessage(), e);
        }
    }

    private static List<KeyPair> all(Iterable<KeyPair> keys) {
        var all = new ArrayList<KeyPair>();
        keys.forEach(all::add);
        return all;
    }

    private static Future<?> closesAfter(SshClient client, ClientSession session, Duration time) {
        return client.getScheduledExecutorService()
                .schedule(() -> session.close(true), time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static String name(BankProfile.Transport.Sftp profile) {
        var uri = profile.server();
        return "sftp://" + profile.user() + "@" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
    }

    /// A request to the server.
    interface Request<T> {
        T with(SftpClient sftp) throws IOException;
    }
}
