package dev.sluice.mail;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/// A mail server that accepts everything and records its commands, separately for encrypted and plain connections.
final class SmtpServer implements AutoCloseable {
    /// Encryption of its connections.
    enum Privacy {
        NONE,
        STARTTLS,
        TLS
    }

    /// Behaviour after the acceptance of a mail.
    enum Parting {
        POLITE,
        /// Resets the connection at once.
        RESET,
        /// Never answers the QUIT.
        SILENT
    }

    /// Refusal of a recipient, with the address quoted; empty to accept all.
    volatile String refusal = "";

    private final ServerSocket listener;
    private final Privacy privacy;
    private final Parting parting;
    private final SSLContext tls;
    private final List<String> open = new CopyOnWriteArrayList<>();
    private final List<String> secret = new CopyOnWriteArrayList<>();

    SmtpServer(Privacy privacy, SSLContext tls) throws IOException {
        this(privacy, Parting.POLITE, tls);
    }

    SmtpServer(Privacy privacy, Parting parting, SSLContext tls) throws IOException {
        this.privacy = privacy;
        this.parting = parting;
        this.tls = tls;
        this.listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread.startVirtualThread(this::listen);
    }

    int port() {
        return listener.getLocalPort();
    }

    /// Returns the commands on plain connections.
    List<String> open() {
        return open;
    }

    /// Returns the commands on encrypted connections.
    List<String> secret() {
        return secret;
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private void listen() {
        while (!listener.isClosed()) {
            try (var socket = listener.accept()) {
                talk(privacy == Privacy.TLS ? privately(socket) : socket);
            } catch (IOException ended) {
                // Ended by the client, or by the end of the test.
            }
        }
    }

    private void talk(Socket first) throws IOException {
        var socket = first;
        say(socket, "220 test");
        while (true) {
            var line = line(socket);
            boolean secretly = socket instanceof SSLSocket;
            (secretly ? secret : open).add(line);
            switch (line.split("[ :]")[0]) {
                case "EHLO" -> {
                    say(socket, "250-test");
                    if (privacy == Privacy.STARTTLS && !secretly) {
                        say(socket, "250-STARTTLS");
                    }
                    say(socket, "250 AUTH PLAIN");
                }
                case "STARTTLS" -> {
                    say(socket, "220 go on");
                    socket = privately(socket);
                }
                case "AUTH" -> say(socket, "235 welcome");
                case "RCPT" -> say(socket, refusal.isEmpty() ? "250 fine" : refusal);
                case "DATA" -> {
                    say(socket, "354 go on");
                    while (!line.equals(".")) {
                        line = line(socket);
                        (secretly ? secret : open).add(line);
                    }
                    say(socket, "250 taken");
                    if (parting == Parting.RESET) {
                        socket.setSoLinger(true, 0);
                        return;
                    }
                }
                case "QUIT" -> {
                    if (parting == Parting.POLITE) {
                        say(socket, "221 bye");
                        return;
                    }
                }
                default -> say(socket, "250 fine");
            }
        }
    }

    private SSLSocket privately(Socket socket) throws IOException {
        var secured = (SSLSocket) tls.getSocketFactory().createSocket(socket, null, socket.getPort(), true);
        secured.setUseClientMode(false);
        secured.startHandshake();
        return secured;
    }

    private static void say(Socket socket, String line) throws IOException {
        socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    /// Reads byte by byte, since a buffer would swallow the start of the TLS handshake.
    private static String line(Socket socket) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int each = socket.getInputStream().read();
                each != '\n';
                each = socket.getInputStream().read()) {
            if (each < 0) {
                throw new EOFException();
            }
            if (each != '\r') {
                line.write(each);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }
}
