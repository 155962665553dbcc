package dev.sluice.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Carries requests over HTTP, each authenticated anew.
final class HttpCarrier implements Carrier {
    private final URI base;
    private final @Nullable Authentication authentication;
    private final HttpClient http;
    private final Duration timeout;
    private final Stamps stamps;

    HttpCarrier(
            URI base, @Nullable Authentication authentication, HttpClient http, Duration timeout, InstantSource clock) {
        this.base = base;
        this.authentication = authentication;
        this.http = http;
        this.timeout = timeout;
        this.stamps = new Stamps(clock);
    }

    @Override
    public HttpResponse<byte[]> carry(String method, String target, byte[] body, Map<String, String> headers)
            throws IOException, InterruptedException {
        var uri = URI.create(base + target);
        var publisher =
                body.length == 0 ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body);
        var builder = HttpRequest.newBuilder(uri).method(method, publisher);
        headers.forEach(builder::setHeader);
        if (authentication != null) {
            authentication.headers(stamps.next(), method, uri, body).forEach(builder::setHeader);
        }
        return whole(builder.build());
    }

    /// Returns the whole answer within the timeout: the timeout of [HttpRequest] would end with the headers.
    private HttpResponse<byte[]> whole(HttpRequest request) throws IOException, InterruptedException {
        var coming = http.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
        try {
            return coming.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new HttpTimeoutException("no whole answer within " + timeout);
        } catch (CancellationException cancelled) {
            throw new IOException("the request was cancelled", cancelled);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException lost) {
                throw lost;
            }
            throw new IOException(failed.getCause());
        } finally {
            coming.cancel(true);
        }
    }
}
