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

/// A mail server that takes everything and writes down what it was told, and whether that was private.
final class SmtpServer implements AutoCloseable {
    /// How it keeps its conversations private.
    enum Privacy {
        NONE,
        STARTTLS,
        TLS
    }

    /// How it parts, once it has taken a letter.
    enum Parting {
        POLITE,
        /// It breaks the connection at once.
        RESET,
        /// It hears the goodbye, and says nothing.
        SILENT
    }

    /// Refusal of a recipient, which quotes their address; empty where all are taken.
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

    /// What it was told where everybody could hear.
    List<String> open() {
        return open;
    }

    /// What it was told in private.
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
                // By whoever spoke, or by the end of the test.
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

    /// Byte by byte, so that nothing of what follows is taken away from whoever reads that.
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
