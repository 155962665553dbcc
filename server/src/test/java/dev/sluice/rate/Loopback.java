package dev.sluice.rate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;

/// A server on a loopback address with scripted answers, byte by byte: recorded replies, and every kind of network
/// fault.
public final class Loopback implements AutoCloseable {
    private static final Function<String, byte[]> NOTHING = _ -> status(404, "{}");

    private final ServerSocket socket;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile Function<String, byte[]> answers = NOTHING;
    private volatile boolean hanging;

    public Loopback() {
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException unbound) {
            throw new UncheckedIOException(unbound);
        }
        Thread.ofVirtual().start(this::accept);
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    /// Returns the requests so far, from the first line to the last header.
    List<String> requests() {
        return requests;
    }

    /// Answers each target (path and query) from now on.
    public void answer(Function<String, byte[]> answers) {
        this.hanging = false;
        this.answers = answers;
    }

    /// Sends these bytes, and neither more nor an end.
    void hangAfter(byte[] beginning) {
        this.answers = _ -> beginning;
        this.hanging = true;
    }

    /// Answers for every price source with its recorded reply, dated at a time.
    public void replay(Instant date) {
        answer(target -> recorded(target, date));
    }

    static byte[] recorded(String target, Instant date) {
        if (target.startsWith("/v2/exchange-rates?currency=")) {
            var currency = target.substring(target.indexOf('=') + 1);
            return currency.equals("BNB")
                    ? status(400, text("coinbase-not-found.json"))
                    : ok(text("coinbase-" + currency + ".json"), date);
        }
        if (target.startsWith("/0/public/Ticker?pair=")) {
            var pairs = target.substring(target.indexOf('=') + 1);
            return ok(text("kraken-" + pairs.substring(0, pairs.indexOf("USD", 1)) + ".json"), date);
        }
        if (target.startsWith("/api/v3/simple/price?")) {
            return ok(text("coingecko.json"), date);
        }
        return target.equals("/stats/eurofxref/eurofxref-daily.xml")
                ? ok(text("ecb.xml"), date)
                : status(404, "not found");
    }

    /// Returns the recorded reply with zero as the price of a currency.
    static byte[] without(String currency, String target, Instant date) {
        return Pattern.compile("(?<=\"" + currency + "\":\")[0-9.]+")
                .matcher(new String(recorded(target, date), StandardCharsets.UTF_8))
                .replaceAll(price -> "0".repeat(price.group().length()))
                .getBytes(StandardCharsets.UTF_8);
    }

    static String text(String resource) {
        try (var in = Loopback.class.getResourceAsStream("/rate/" + resource)) {
            if (in == null) {
                throw new IllegalStateException("no " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static byte[] ok(String body, Instant date) {
        return reply(
                "200 OK", "Date: " + DateTimeFormatter.RFC_1123_DATE_TIME.format(date.atZone(ZoneOffset.UTC)), body);
    }

    public static byte[] status(int status, String body) {
        return reply(status + " Status", "X-Test: yes", body);
    }

    static byte[] reply(String status, String header, String body) {
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        return ("HTTP/1.1 " + status + "\r\nContent-Length: " + length + "\r\nConnection: close\r\n" + header
                        + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.UTF_8);
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                var connection = socket.accept();
                Thread.ofVirtual().start(() -> serve(connection));
            } catch (SocketException closed) {
                return;
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            var in = new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
            var request = new StringBuilder();
            for (var line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                request.append(line).append('\n');
            }
            if (request.isEmpty()) {
                return;
            }
            requests.add(request.toString());
            connection.getOutputStream().write(answers.apply(request.toString().split(" ", 3)[1]));
            connection.getOutputStream().flush();
            if (hanging) {
                closing.await(1, TimeUnit.MINUTES);
            }
        } catch (IOException gone) {
            // The client disconnected, as some tests intend.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            socket.close();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
