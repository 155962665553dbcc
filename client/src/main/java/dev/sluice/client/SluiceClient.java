package dev.sluice.client;

import dev.sluice.client.Transport.Outgoing;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Client of a Sluice service: create one and share it between any number of threads. Calls are grouped by subject;
/// each throws [SluiceException] if the service refuses, and [NoAnswerException] if the outcome is unknown.
public final class SluiceClient implements AutoCloseable {
    private final Calls calls;
    private final @Nullable HttpClient owned;

    private SluiceClient(Calls calls, @Nullable HttpClient owned) {
        this.calls = calls;
        this.owned = owned;
    }

    public static Builder builder() {
        return new Builder();
    }

    /// A client by the settings that `./sluice serve` writes to `data/demo.env`: `SLUICE_BASE_URL`, and
    /// `SLUICE_CLIENT_ID` with `SLUICE_CLIENT_SECRET`, or else `SLUICE_API_KEY`. For example of `System.getenv()`.
    public static SluiceClient of(Map<String, String> settings) {
        var builder = builder().baseUrl(setting(settings, "SLUICE_BASE_URL"));
        return settings.containsKey("SLUICE_CLIENT_ID")
                ? builder.signature(setting(settings, "SLUICE_CLIENT_ID"), setting(settings, "SLUICE_CLIENT_SECRET"))
                        .build()
                : builder.apiKey(setting(settings, "SLUICE_API_KEY")).build();
    }

    public Disbursements disbursements() {
        return new Disbursements(calls);
    }

    public Deposits deposits() {
        return new Deposits(calls);
    }

    public Checkouts checkouts() {
        return new Checkouts(calls);
    }

    public Conversions conversions() {
        return new Conversions(calls);
    }

    public Recipients recipients() {
        return new Recipients(calls);
    }

    public Balances balances() {
        return new Balances(calls);
    }

    public References references() {
        return new References(calls);
    }

    public WebhookEndpoints webhooks() {
        return new WebhookEndpoints(calls);
    }

    public Events events() {
        return new Events(calls);
    }

    public Sandbox sandbox() {
        return new Sandbox(calls);
    }

    /// Returns a client that sends this idempotency key with its writes instead of random keys. Use it for one
    /// write that may have to be repeated after this program ends: the same request under the same key is done
    /// once.
    public SluiceClient withIdempotencyKey(String key) {
        return new SluiceClient(calls.keyed(() -> key), null);
    }

    /// Returns an unused idempotency key. Store it if a write may have to be repeated, and send it by
    /// [#withIdempotencyKey].
    public String newIdempotencyKey() {
        return calls.nextKey();
    }

    /// Sends any request unchanged, authenticated and once, and returns any response: for endpoints without a
    /// method here. A write gets an idempotency key unless the headers have one: choose it yourself if the write
    /// may have to be repeated.
    ///
    /// @param target path and query as they are sent, encoded
    public HttpResponse<byte[]> exchange(String method, String target, byte[] body, Map<String, String> headers)
            throws IOException, InterruptedException {
        var all = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(headers);
        if (!method.equals("GET") && !method.equals("HEAD")) {
            all.computeIfAbsent(Transport.IDEMPOTENCY_KEY, _ -> calls.nextKey());
        }
        return calls.transport().once(new Outgoing(method, target, body, all));
    }

    /// Closes the connections, unless they belong to an [HttpClient] that the caller passed in.
    @Override
    public void close() {
        if (owned != null) {
            owned.close();
        }
    }

    private static String setting(Map<String, String> settings, String name) {
        var value = settings.get(name);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(name + " is not set");
        }
        return value;
    }

    /// Builder of a client's connection to the service. Use it in one thread.
    public static final class Builder {
        private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
        private static final Duration TIMEOUT = Duration.ofSeconds(30);

        private @Nullable URI base;
        private @Nullable Authentication authentication;
        private @Nullable HttpClient http;
        private @Nullable Carrier carrier;
        private Duration connectTimeout = CONNECT_TIMEOUT;
        private Duration timeout = TIMEOUT;
        private RetryPolicy retries = RetryPolicy.standard();
        private InstantSource clock = InstantSource.system();
        private Supplier<String> keys = () -> UUID.randomUUID().toString();
        private RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
        private Transport.Pause pause = Thread::sleep;

        private Builder() {}

        /// Sets the address of the service, such as `https://pay.example.com`.
        public Builder baseUrl(String url) {
            return baseUrl(URI.create(url));
        }

        public Builder baseUrl(URI url) {
            var text = url.toString();
            if (url.getScheme() == null || url.getHost() == null || url.getRawQuery() != null) {
                throw new IllegalArgumentException("not the address of a service: " + text);
            }
            this.base = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            return this;
        }

        /// Signs every request with a client's secret.
        public Builder signature(String clientId, String secret) {
            return authentication(Authentication.signature(clientId, secret));
        }

        /// Sends an API key with every request.
        public Builder apiKey(String key) {
            return authentication(Authentication.apiKey(key));
        }

        public Builder authentication(Authentication how) {
            this.authentication = how;
            return this;
        }

        /// Sets the time limit of one attempt, to the end of its answer.
        public Builder timeout(Duration each) {
            this.timeout = each;
            return this;
        }

        /// Sets the time limit of connecting; without effect on a given [HttpClient].
        public Builder connectTimeout(Duration each) {
            this.connectTimeout = each;
            return this;
        }

        public Builder retries(RetryPolicy policy) {
            this.retries = policy;
            return this;
        }

        /// The time that requests are signed with.
        public Builder clock(InstantSource source) {
            this.clock = source;
            return this;
        }

        /// Sends by this client, for example through a proxy; it stays open when the Sluice client is closed.
        public Builder httpClient(HttpClient client) {
            this.http = client;
            return this;
        }

        /// Reaches the service by this, and not over HTTP; no address and no credentials are wanted then.
        public Builder carrier(Carrier way) {
            this.carrier = way;
            return this;
        }

        /// Sets the source of idempotency keys for writes; random by default.
        public Builder idempotencyKeys(Supplier<String> source) {
            this.keys = source;
            return this;
        }

        Builder random(RandomGenerator source) {
            this.random = source;
            return this;
        }

        Builder pause(Transport.Pause how) {
            this.pause = how;
            return this;
        }

        /// @throws IllegalStateException if the address is missing
        public SluiceClient build() {
            var way = carrier;
            if (way != null) {
                return over("", way, null);
            }
            if (base == null) {
                throw new IllegalStateException("baseUrl is missing");
            }
            var given = http;
            var used = given == null ? made() : given;
            return over(
                    base.toString(),
                    new HttpCarrier(base, authentication, used, timeout, clock),
                    given == null ? used : null);
        }

        private SluiceClient over(String address, Carrier way, @Nullable HttpClient owned) {
            return new SluiceClient(new Calls(new Transport(address, way, retries, clock, random, pause), keys), owned);
        }

        private HttpClient made() {
            return HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(connectTimeout)
                    .build();
        }
    }
}
