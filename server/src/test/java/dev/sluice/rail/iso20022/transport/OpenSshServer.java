package dev.sluice.rail.iso20022.transport;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.List;

/// OpenSSH's server on the loopback address, with its own configuration and keys.
final class OpenSshServer implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/sbin/sshd");

    /// The server demands this folder when it runs as root.
    private static final Path PRIVILEGES = Path.of("/run/sshd");

    private static final int STARTS_MAX = 5;

    private final Process process;
    private final int port;

    private OpenSshServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /// Starts the server with a key of each type.
    static OpenSshServer start(Path folder, List<KeyPair> hostKeys, KeyPair user) throws IOException {
        if (user().equals("root")) {
            Files.createDirectories(PRIVILEGES);
        }
        Files.writeString(folder.resolve("authorized_keys"), SftpKeys.line(user) + "\n");
        var config = new StringBuilder();
        for (var key : hostKeys) {
            var file = SftpKeys.write(folder.resolve("host-" + hostKeys.indexOf(key)), key);
            config.append("HostKey ").append(file).append('\n');
        }
        for (var start = 0; start < STARTS_MAX; start++) {
            var port = freePort();
            Files.writeString(
                    folder.resolve("sshd_config"), config + """
                        Port %d
                        ListenAddress 127.0.0.1
                        PidFile none
                        AuthorizedKeysFile %s
                        AuthenticationMethods publickey
                        PermitRootLogin prohibit-password
                        StrictModes no
                        UsePAM no
                        UseDNS no
                        LogLevel VERBOSE
                        Subsystem sftp internal-sftp
                        ForceCommand internal-sftp
                        """.formatted(port, folder.resolve("authorized_keys")));
            var process = new ProcessBuilder(
                            PROGRAM.toString(),
                            "-D",
                            "-e",
                            "-f",
                            folder.resolve("sshd_config").toString())
                    .redirectErrorStream(true)
                    .start();
            if (isListening(process)) {
                return new OpenSshServer(process, port);
            }
        }
        throw new IOException("sshd does not start");
    }

    /// Returns the account that the server lets in: the test's own.
    static String user() {
        return System.getProperty("user.name");
    }

    int port() {
        return port;
    }

    @Override
    public void close() throws IOException {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Reads the log to the line that says so; the rest is read and dropped, so that the server never waits.
    private static boolean isListening(Process process) throws IOException {
        var log = process.inputReader(StandardCharsets.UTF_8);
        var lines = new StringBuilder();
        for (var line = log.readLine(); line != null; line = log.readLine()) {
            lines.append(line).append('\n');
            if (line.contains("Server listening on")) {
                Thread.ofVirtual().start(() -> drop(log));
                return true;
            }
        }
        if (!lines.toString().contains("Address already in use")) {
            throw new IOException("sshd does not start: " + lines);
        }
        return false;
    }

    private static void drop(Reader log) {
        try {
            log.transferTo(Writer.nullWriter());
        } catch (IOException e) { // the server has ended
            return;
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
