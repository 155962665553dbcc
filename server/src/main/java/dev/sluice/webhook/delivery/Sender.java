package dev.sluice.webhook.delivery;

import dev.sluice.http.WebUrl;
import dev.sluice.net.SsrfPolicy;
import dev.sluice.webhook.feed.Message;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.Closer;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/// Sends a message to an endpoint once, and returns the response. The time limit covers slow connections, slow
/// responses and endless ones. The addresses of a name are checked for the very connection that is used.
public final class Sender implements AutoCloseable {
    /// Total time for a response.
    public static final Duration TIMEOUT = Duration.ofSeconds(15);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration RESOLVE_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration CONNECTION_KEPT = Duration.ofSeconds(30);
    /// Organization of the message for which a host is looked up: the HTTP client passes on the host alone.
    private static final ScopedValue<UUID> ASKING = ScopedValue.newInstance();

    private static final int CONNECTIONS_MAX = 2_048;
    private static final int EXCERPT_BYTES = 1_024;
    private static final int SUCCESS_MIN = 200;
    private static final int SUCCESS_MAX = 299;
    private static final int REDIRECT_MIN = 300;
    private static final int REDIRECT_MAX = 399;
    private static final long RETRY_AFTER_SECONDS_MAX = Duration.ofDays(1).toSeconds();
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

    private final CloseableHttpClient client;
    private final ScheduledThreadPoolExecutor alarm = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("webhook-deadline").factory());
    private final BoundedDnsResolver dnsResolver;
    private final SsrfPolicy policy;
    private final Duration timeout;

    /// A message with its URL and its signing secrets.
    ///
    /// @param signedAt real time, for the receiver to compare with its own
    public record WebhookRequest(URI url, Message message, List<String> secrets, Instant signedAt) {}

    /// @param loopback true if endpoints on this machine are allowed
    /// @param resolver resolves names into addresses, in a thread of its own
    public Sender(SsrfPolicy.Resolver resolver, boolean loopback, Duration timeout) {
        this.dnsResolver = new BoundedDnsResolver(resolver, RESOLVE_TIMEOUT);
        this.policy = new SsrfPolicy(host -> dnsResolver.resolve(ASKING.get(), host), loopback);
        this.timeout = timeout;
        // Otherwise each request stays in memory until its deadline, long after the response.
        this.alarm.setRemoveOnCancelPolicy(true);
        this.client = HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setDnsResolver(new Checked())
                        .setMaxConnTotal(CONNECTIONS_MAX)
                        // Each endpoint has its own window, and endpoints of one host do not
                        // wait for each other.
                        .setMaxConnPerRoute(DeliveryExecutor.UNDER_WAY_MAX)
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setConnectTimeout(Timeout.of(CONNECT_TIMEOUT))
                                .setSocketTimeout(Timeout.of(timeout))
                                .setTimeToLive(TimeValue.of(CONNECTION_KEPT))
                                .build())
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(Timeout.of(timeout))
                        .setResponseTimeout(Timeout.of(timeout))
                        .build())
                .evictExpiredConnections()
                .evictIdleConnections(TimeValue.of(CONNECTION_KEPT))
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .build();
    }

    /// Requires that a host is allowed, by the organization's look-up now.
    ///
    /// @throws SsrfPolicy.Forbidden if it is not allowed
    /// @throws UnknownHostException if it cannot be resolved
    public void require(UUID organization, String host) throws UnknownHostException {
        ScopedValue.where(ASKING, organization).call(() -> policy.resolve(host));
    }

    /// Sends a message to an endpoint in the name of its organization.
    public AttemptResult send(UUID organization, WebhookRequest request) {
        return ScopedValue.where(ASKING, organization).call(() -> send(request));
    }

    private AttemptResult send(WebhookRequest webhookRequest) {
        var request = new HttpPost(webhookRequest.url());
        webhookRequest
                .message()
                .headers(webhookRequest.signedAt(), webhookRequest.secrets())
                .forEach(request::setHeader);
        request.setEntity(new ByteArrayEntity(webhookRequest.message().body(), null));
        var deadline = alarm.schedule(request::abort, timeout.toNanos(), TimeUnit.NANOSECONDS);
        long started = System.nanoTime();
        try {
            var response = client.executeOpen(
                    new HttpHost(
                            webhookRequest.url().getScheme(),
                            WebUrl.hostOf(webhookRequest.url()),
                            WebUrl.portOf(webhookRequest.url())),
                    request,
                    null);
            try {
                var excerpt = excerpt(response, request);
                return new AttemptResult(
                        response.getCode(),
                        since(started),
                        problem(response.getCode()),
                        excerpt,
                        retryAfter(response, webhookRequest.signedAt()));
            } finally {
                Closer.closeQuietly(response);
            }
        } catch (IOException failed) {
            var latency = since(started);
            boolean late = request.isAborted() || latency.compareTo(timeout) >= 0;
            return new AttemptResult(null, latency, late ? tooLate() : reason(failed), null, Optional.empty());
        } catch (IllegalStateException | NullPointerException given) {
            // The HTTP client reports one of these if the deadline comes between two of its steps.
            if (!request.isAborted()) {
                throw given;
            }
            return new AttemptResult(null, since(started), tooLate(), null, Optional.empty());
        } finally {
            deadline.cancel(false);
        }
    }

    private static Duration since(long started) {
        return Duration.ofNanos(System.nanoTime() - started);
    }

    private static @Nullable String problem(int status) {
        if (status >= SUCCESS_MIN && status <= SUCCESS_MAX) {
            return null;
        }
        return status >= REDIRECT_MIN && status <= REDIRECT_MAX
                ? "answered " + status + "; redirects are not followed"
                : "answered " + status;
    }

    private String tooLate() {
        return "no answer within " + timeout.toSeconds() + " seconds";
    }

    private static String reason(IOException failed) {
        return switch (failed) {
            case SsrfPolicy.Forbidden forbidden -> text(forbidden);
            case UnknownHostException unknown -> "the host cannot be resolved: " + text(unknown);
            case ConnectException refused -> "cannot connect: " + text(refused);
            case NoRouteToHostException none -> "cannot connect: " + text(none);
            case SSLException tls -> "TLS failed: " + text(tls);
            case SocketTimeoutException slow -> "timed out: " + text(slow);
            case InterruptedIOException stopped -> "stopped: " + text(stopped);
            default -> "the connection broke: " + text(failed);
        };
    }

    private static String text(IOException failed) {
        var message = failed.getMessage();
        return message == null ? failed.getClass().getSimpleName() : printable(message);
    }

    /// Returns the beginning of a response. A connection can be reused after the whole response was read; the rest
    /// of a longer response is not waited for.
    private static @Nullable String excerpt(ClassicHttpResponse response, HttpPost request) throws IOException {
        var entity = response.getEntity();
        if (entity == null) {
            return null;
        }
        var content = entity.getContent();
        var bytes = content.readNBytes(EXCERPT_BYTES);
        if (bytes.length == EXCERPT_BYTES && content.read() >= 0) {
            request.abort();
        }
        return bytes.length == 0 ? null : printable(new String(bytes, StandardCharsets.UTF_8));
    }

    private static String printable(String text) {
        var printable = new StringBuilder();
        text.codePoints()
                .filter(point -> "\n\t".indexOf(point) >= 0 || !Character.isISOControl(point))
                .filter(point -> point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE)
                .limit(EXCERPT_BYTES)
                .forEach(printable::appendCodePoint);
        return printable.toString();
    }

    private static Optional<Duration> retryAfter(ClassicHttpResponse response, Instant now) {
        var header = response.getFirstHeader("Retry-After");
        if (header == null || header.getValue() == null) {
            return Optional.empty();
        }
        var text = header.getValue().strip();
        if (SECONDS.matcher(text).matches()) {
            return Optional.of(Duration.ofSeconds(Math.min(Long.parseLong(text), RETRY_AFTER_SECONDS_MAX)));
        }
        try {
            var until = DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from);
            long seconds = Duration.between(now, until).toSeconds();
            return seconds <= 0
                    ? Optional.empty()
                    : Optional.of(Duration.ofSeconds(Math.min(seconds, RETRY_AFTER_SECONDS_MAX)));
        } catch (DateTimeParseException neither) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        alarm.shutdownNow();
        dnsResolver.close();
        client.close(CloseMode.IMMEDIATE);
    }

    private final class Checked implements DnsResolver {
        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            return policy.resolve(host);
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }
}
