package dev.sluice.bench.micro;

import dev.sluice.http.Json;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Reference for reads: the service's HTTP server with its settings, and one route that checks a signature and
/// returns constant bytes. No database, no envelope, no metrics.
public final class Bare {
    /// Path of the route, in the form of a payout's detail.
    public static final String PATH = "/v1/disbursement/fiat/019ab7c4-30f1-7c52-9d1e-6b0f4a2c8e11";

    private static final String ROUTE = "/v1/disbursement/fiat/{disbursementId}";
    private static final String HOST = "127.0.0.1";
    private static final int HEADER_BYTES_MAX = 16 * 1024;
    private static final HeaderName CLIENT_ID = HeaderNames.create("X-Client-ID");
    private static final HeaderName TIMESTAMP = HeaderNames.create("X-Timestamp");
    private static final HeaderName SIGNATURE = HeaderNames.create("X-Signature");
    private static final byte[] NO_BYTES = {};

    private final SignatureCheck check;
    private final byte[] body = Json.bytes(Sample.answer());

    private Bare(SignatureCheck check) {
        this.check = check;
    }

    /// Main of the process: client id and secret are its arguments, the port is its first line of output. It runs
    /// until its input ends or it is terminated.
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            throw new IllegalArgumentException("needs a client id and its secret");
        }
        Logger.getLogger("").setLevel(Level.WARNING);
        var server = start(arguments[0], arguments[1]);
        System.out.println(server.port());
        System.in.transferTo(OutputStream.nullOutputStream());
        server.stop();
    }

    static WebServer start(String clientId, String secret) {
        var bare = new Bare(new SignatureCheck(clientId, secret));
        return WebServer.builder()
                .host(HOST)
                .port(0)
                .shutdownHook(false)
                .protocolsDiscoverServices(false)
                .connectionOptions(options -> options.tcpNoDelay(true))
                .addProtocol(Http1Config.builder()
                        .maxHeadersSize(HEADER_BYTES_MAX)
                        .maxPrologueLength(HEADER_BYTES_MAX)
                        .validatePath(false)
                        .build())
                .routing(routing -> routing.get(ROUTE, bare::serve))
                .build()
                .start();
    }

    private void serve(ServerRequest in, ServerResponse out) {
        var signed = new SignatureCheck.Signed(
                header(in, CLIENT_ID),
                header(in, TIMESTAMP),
                header(in, SIGNATURE),
                in.prologue().method().text(),
                in.prologue().uriPath().rawPath(),
                in.prologue().query().rawValue(),
                NO_BYTES);
        if (check.passes(signed, Instant.now())) {
            out.header(HeaderNames.CONTENT_TYPE, "application/json");
            out.send(body);
        } else {
            out.status(Status.UNAUTHORIZED_401);
            out.send();
        }
    }

    private static String header(ServerRequest in, HeaderName name) {
        return in.headers().first(name).orElse("");
    }
}
