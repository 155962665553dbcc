package dev.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.config.Config.Database;
import dev.sluice.config.Config.Environment;
import dev.sluice.config.Config.RateLimit;
import dev.sluice.rate.PriceNoise;
import dev.sluice.rate.RateSettings;
import dev.sluice.rate.RateSettings.Source;
import dev.sluice.screening.ScreeningSettings;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The configuration from environment and file, and the messages about a wrong one.
class ConfigTest {
    private static final String KEY = "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ/u3cuqmHZUM=";

    @TempDir
    Path dir;

    private Config load(Map<String, String> env) throws Config.Invalid {
        return Config.load(env, dir.resolve("sluice.yaml"));
    }

    private List<String> faults(Map<String, String> env) {
        var invalid = catchThrowableOfType(Config.Invalid.class, () -> load(env));
        assertThat(invalid).isNotNull();
        return invalid.lines();
    }

    private void yaml(String text) throws IOException {
        Files.writeString(dir.resolve("sluice.yaml"), text);
    }

    @Test
    void what_kubernetes_tells_of_a_service_with_our_name_is_one_fault_that_says_so() {
        assertThat(faults(Map.of(
                        "SLUICE_PORT", "tcp://10.0.0.7:8080",
                        "SLUICE_SERVICE_HOST", "10.0.0.7",
                        "SLUICE_SERVICE_PORT_HTTP", "8080",
                        "SLUICE_PORT_8080_TCP_ADDR", "10.0.0.7",
                        "SLUICE_DB_SERVICE_HOST", "10.0.0.8",
                        "SLUICE_MAIL_PORT", "tcp://10.0.0.9:25")))
                .containsExactly("SLUICE_DB_SERVICE_HOST, SLUICE_MAIL_PORT, SLUICE_PORT, SLUICE_PORT_8080_TCP_ADDR,"
                        + " SLUICE_SERVICE_HOST, SLUICE_SERVICE_PORT_HTTP: set by Kubernetes for a Service of that"
                        + " name; give the pod enableServiceLinks: false");
    }

    @Test
    void nothing_given_is_a_sandbox() throws Exception {
        assertThat(load(Map.of("PATH", "/bin", "SLUICE_HOST", "")))
                .isEqualTo(new Config(
                        8080,
                        "127.0.0.1",
                        Optional.empty(),
                        Environment.SANDBOX,
                        Path.of("./data"),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Optional.of(new RateLimit(100, 200)),
                        new RateSettings(
                                List.of(RateSettings.Source.TABLE),
                                Optional.of(new PriceNoise(3_000_000, 0)),
                                new BigDecimal("5"),
                                Duration.ofMinutes(2),
                                Optional.empty(),
                                Map.of()),
                        true,
                        true,
                        true,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Set.of(),
                        Optional.empty(),
                        Duration.ofHours(72),
                        Duration.ofHours(72),
                        Optional.empty(),
                        EvmSettings.OFF,
                        new ScreeningSettings.None(),
                        List.of()));
    }

    @Test
    void every_key_is_read() throws Exception {
        var config = load(Map.of(
                "SLUICE_PORT", "0",
                "SLUICE_HOST", "::",
                "SLUICE_BASE_URL", "https://pay.example.com/",
                "SLUICE_ENVIRONMENT", "live",
                "SLUICE_DATA_DIR", "/var/lib/sluice",
                "SLUICE_DATABASE_URL", "postgresql://app:secret@db/pay",
                "SLUICE_TRUSTED_PROXIES", "10.1.2.3/8, ::1",
                "SLUICE_RATE_LIMIT", "off",
                "SLUICE_WORKERS", "off",
                "SLUICE_MASTER_KEY", KEY));
        assertThat(config).returns(0, Config::port).returns("::", Config::host);
        assertThat(config.baseUrl()).contains(URI.create("https://pay.example.com"));
        assertThat(config.environment()).isEqualTo(Environment.LIVE);
        assertThat(config.dataDir()).isEqualTo(Path.of("/var/lib/sluice"));
        assertThat(config.database())
                .contains(new Database("jdbc:postgresql://db/pay", Optional.of("app"), Optional.of("secret")));
        assertThat(config.trustedProxies())
                .extracting(Object::toString)
                .containsExactly("10.0.0.0/8", "0:0:0:0:0:0:0:1/128");
        assertThat(config).returns(Optional.empty(), Config::rateLimit).returns(false, Config::workers);
        assertThat(config.masterKey().orElseThrow().bytes()).hasSize(32);
    }

    @Test
    void the_sources_of_rates_are_read() throws Exception {
        var rates = load(Map.of(
                        "SLUICE_RATE_SOURCES", "Coinbase, kraken,coingecko,ecb,table",
                        "SLUICE_RATE_WALK", "0.05/42",
                        "SLUICE_RATE_SPREAD", "2.5",
                        "SLUICE_RATE_STALE", "45s",
                        "SLUICE_RATE_KRAKEN_URL", "http://127.0.0.1:9"))
                .rates();
        assertThat(rates)
                .isEqualTo(new RateSettings(
                        List.of(Source.COINBASE, Source.KRAKEN, Source.COINGECKO, Source.ECB, Source.TABLE),
                        Optional.of(new PriceNoise(500_000, 42)),
                        new BigDecimal("2.5"),
                        Duration.ofSeconds(45),
                        Optional.empty(),
                        Map.of(Source.KRAKEN, URI.create("http://127.0.0.1:9"))));
        assertThat(load(Map.of("SLUICE_RATE_WALK", "off")).rates().noise()).isEmpty();
    }

    @Test
    void sources_of_rates_that_are_none_stop_the_start() {
        assertThat(faults(Map.of(
                        "SLUICE_RATE_SOURCES", "coinbase,oracle",
                        "SLUICE_RATE_WALK", "11",
                        "SLUICE_RATE_SPREAD", "0",
                        "SLUICE_RATE_STALE", "25h",
                        "SLUICE_RATE_ECB_URL", "ftp://ecb",
                        "SLUICE_RATE_TABLE_URL", "http://x")))
                .containsExactlyInAnyOrder(
                        "SLUICE_RATE_SOURCES must be some of table, coinbase, kraken, coingecko, ecb, separated by "
                                + "commas, not 'coinbase,oracle'",
                        "SLUICE_RATE_WALK must be a percentage up to 10, such as 0.30, or off, not '11'",
                        "SLUICE_RATE_SPREAD must be a percentage above 0 and up to 100, such as 5, not '0'",
                        "SLUICE_RATE_STALE must be a duration from 30s to 24h, such as 2m or PT2M, not '25h'",
                        "SLUICE_RATE_ECB_URL must be an http or https URL without a query or a slash at the end, "
                                + "not 'ftp://ecb'",
                        "SLUICE_RATE_TABLE_URL is not a known setting; did you mean SLUICE_RATE_TABLE_AGE?");
        assertThat(faults(Map.of("SLUICE_RATE_SOURCES", "ecb,ecb")))
                .containsExactly("SLUICE_RATE_SOURCES must list at least one source, each only once, not 'ecb,ecb'");
    }

    @Test
    void real_prices_do_not_walk() throws Exception {
        var live = Map.of(
                "SLUICE_ENVIRONMENT", "live",
                "SLUICE_DATABASE_URL", "postgresql://db/pay",
                "SLUICE_MASTER_KEY", KEY);
        assertThat(load(live).rates().noise()).isEmpty();
        assertThat(load(live).rates().tableAge()).contains(Duration.ofHours(24));
        var ageless = new java.util.HashMap<>(live);
        ageless.put("SLUICE_RATE_TABLE_AGE", "off");
        assertThat(faults(ageless))
                .containsExactly("SLUICE_RATE_TABLE_AGE must be a duration in live, such as 24h: live does not quote"
                        + " sample or old prices");
        ageless.put("SLUICE_RATE_TABLE_AGE", "P40D");
        assertThat(faults(ageless))
                .containsExactly(
                        "SLUICE_RATE_TABLE_AGE must be a duration from 1m to 31d, such as 24h or PT24H, not 'P40D'");
        var walking = new java.util.HashMap<>(live);
        walking.put("SLUICE_RATE_WALK", "0.1");
        assertThat(faults(walking)).containsExactly("SLUICE_RATE_WALK must be off in live: it makes prices random");
    }

    @Test
    void secrets_are_not_printed() throws Exception {
        var config = load(Map.of(
                "SLUICE_DATABASE_URL",
                "jdbc:postgresql://db/pay?user=app&password=hush&sslpassword=hush",
                "SLUICE_MASTER_KEY",
                KEY));
        assertThat(config.toString()).contains("jdbc:postgresql://db/pay").doesNotContain("hush", KEY);
    }

    @Test
    void the_file_has_the_same_keys_and_the_environment_wins() throws Exception {
        yaml("""
            SLUICE_PORT: 9000
            host: 0.0.0.0
            baseUrl: https://pay.example.com
            rate-limit: 5/10
            trusted_proxies: [10.0.0.0/8, "::1"]
            data_dir:
            """);
        var config = load(Map.of("SLUICE_HOST", "localhost"));
        assertThat(config.port()).isEqualTo(9000);
        assertThat(config.host()).isEqualTo("localhost");
        assertThat(config.baseUrl()).contains(URI.create("https://pay.example.com"));
        assertThat(config.rateLimit()).contains(new RateLimit(5, 10));
        assertThat(config.trustedProxies()).hasSize(2);
        assertThat(config.dataDir()).isEqualTo(Path.of("./data"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "0.0.0.0", "255.255.255.255", "::1", "[::1]", "localhost", "node-1.internal"})
    void a_host_is_a_name_or_an_address(String host) throws Exception {
        assertThat(load(Map.of("SLUICE_HOST", host)).host())
                .isEqualTo(host.replace("[", "").replace("]", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"999.1.1.1", "256.0.0.1", "127.0.0", "1.2.3.4.5", "a b", "http://localhost", "localhost:80"})
    void what_is_neither_is_none(String host) {
        assertThat(faults(Map.of("SLUICE_HOST", host)))
                .containsExactly("SLUICE_HOST must be a host name or an IP address, not '" + host + "'");
    }

    @Test
    void every_fault_is_told_at_once_in_a_line_of_its_own() throws Exception {
        yaml("port: high\nrate-limit: 200/100\nenviroment: live\nheap: 1g\ndatabase: {url: x}\n");
        assertThat(faults(Map.of(
                        "SLUICE_PROT", "1",
                        "SLUICE_COLOUR", "red",
                        "SLUICE_LOG_FORMAT", "xml",
                        "SLUICE_HOST", "a b",
                        "SLUICE_BASE_URL", "https://pay.example.com/pay",
                        "SLUICE_TRUSTED_PROXIES", "10.0.0.0/33",
                        "SLUICE_DATABASE_URL", "mysql://root:hush@db/pay",
                        "SLUICE_MASTER_KEY", "c2hvcnQ=")))
                .containsExactlyInAnyOrder(
                        "database in sluice.yaml must be a single value",
                        "SLUICE_COLOUR is not a known setting",
                        "SLUICE_HEAP in sluice.yaml has no effect there; it is read from the environment",
                        "SLUICE_LOG_FORMAT must be auto, text or json, not 'xml'",
                        "SLUICE_ENVIROMENT in sluice.yaml is not a known setting; did you mean SLUICE_ENVIRONMENT?",
                        "SLUICE_PROT is not a known setting; did you mean SLUICE_PORT?",
                        "SLUICE_PORT in sluice.yaml must be a port number from 0 to 65535, not 'high'",
                        "SLUICE_HOST must be a host name or an IP address, not 'a b'",
                        "SLUICE_BASE_URL must be an http or https URL without a path or a query, such as "
                                + "https://pay.example.com, not 'https://pay.example.com/pay'",
                        "SLUICE_DATABASE_URL must be a URL such as postgresql://user:password@host:5432/database, "
                                + "or jdbc:postgresql://host:5432/database",
                        "SLUICE_TRUSTED_PROXIES '10.0.0.0/33' needs a prefix length of 0 to 32",
                        "SLUICE_RATE_LIMIT in sluice.yaml must be PER_SECOND/BURST with a burst not below the rate, "
                                + "such as 100/200, or off, not '200/100'",
                        "SLUICE_MASTER_KEY is base64 of 5 bytes; it must be base64 of 32 random bytes, "
                                + "made for instance by: openssl rand -base64 32");
    }

    @Test
    void malformed_values_are_refused() {
        for (var fault : Map.of(
                        "SLUICE_PORT", List.of("65536", "-1", "8080.0", "99999999999", "http"),
                        "SLUICE_BASE_URL",
                                List.of("pay.example.com", "ftp://a", "http://a?b", "http://a#b", "http:///"),
                        "SLUICE_ENVIRONMENT", List.of("production", "sand box"),
                        "SLUICE_WORKERS", List.of("yes", "0"),
                        "SLUICE_WEBHOOK_LOOPBACK", List.of("yes"),
                        "SLUICE_REQUEST_LOG", List.of("yes"),
                        "SLUICE_RATE_LIMIT", List.of("100", "0/1", "a/b", "1/2/3", "none"),
                        "SLUICE_TRUSTED_PROXIES", List.of("proxy.example.com", "10.0.0.0/-1", "10.0.0/8/8", "::1/129"),
                        "SLUICE_MASTER_KEY", List.of("not base64", "A".repeat(43) + "="),
                        "SLUICE_DATA_DIR", List.of("a\0b"))
                .entrySet()) {
            for (var text : fault.getValue()) {
                assertThat(faults(Map.of(fault.getKey(), text)))
                        .as(text)
                        .singleElement()
                        .asString()
                        .startsWith(fault.getKey() + " ");
            }
        }
    }

    @Test
    void stellar_is_reached_with_accounts_of_ours() throws Exception {
        var seed = "SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN";
        var account = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";
        var config = load(Map.of(
                "SLUICE_STELLAR_HORIZON", "https://horizon.example.com, http://10.0.0.7:8000",
                "SLUICE_STELLAR_SECRET_SEED", seed,
                "SLUICE_STELLAR_CHANNEL_SEEDS", seed,
                "SLUICE_STELLAR_DEPOSIT_ACCOUNT", account,
                "SLUICE_STELLAR_FEE_MAX", "0.02"));
        assertThat(config.stellar()).hasValueSatisfying(stellar -> {
            assertThat(stellar.horizon())
                    .containsExactly(URI.create("https://horizon.example.com"), URI.create("http://10.0.0.7:8000"));
            assertThat(stellar.passphrase()).isEqualTo("Public Global Stellar Network ; September 2015");
            assertThat(stellar.channels()).hasSize(1);
            assertThat(stellar.deposits()).contains(account);
            assertThat(stellar.feeMax()).isEqualTo(200_000);
        });
        assertThat(config.toString()).contains(account).doesNotContain(seed);
        assertThat(faults(Map.of("SLUICE_STELLAR_SECRET_SEED", seed)))
                .containsExactly("SLUICE_STELLAR_HORIZON is missing: it is required to reach Stellar");
        assertThat(faults(Map.of("SLUICE_STELLAR_HORIZON", "https://horizon.example.com")))
                .containsExactly("SLUICE_STELLAR_SECRET_SEED is missing: Stellar payouts need it; for deposits only,"
                        + " set SLUICE_STELLAR_DEPOSIT_ACCOUNT");
        assertThat(faults(Map.of(
                        "SLUICE_STELLAR_HORIZON", "horizon",
                        "SLUICE_STELLAR_SECRET_SEED", account,
                        "SLUICE_STELLAR_CHANNEL_SEEDS", "one, two",
                        "SLUICE_STELLAR_DEPOSIT_ACCOUNT", seed,
                        "SLUICE_STELLAR_FEE_MAX", "0.00000001")))
                .hasSize(5)
                .noneMatch(line -> line.contains(seed));
    }

    @Test
    void a_broken_file_is_one_line() throws Exception {
        yaml("port: 1\nport: 2\n");
        assertThat(faults(Map.of())).singleElement().asString().startsWith("sluice.yaml line 2 is not valid YAML: ");
        yaml("port: [1\n");
        assertThat(faults(Map.of())).singleElement().asString().startsWith("sluice.yaml line 2 is not valid YAML: ");
        yaml("port: 1\nSLUICE_PORT: 2\n");
        assertThat(faults(Map.of())).containsExactly("SLUICE_PORT is given twice in sluice.yaml");
        yaml("just words\n");
        assertThat(faults(Map.of()))
                .containsExactly("sluice.yaml must be a mapping of keys to values, such as port: 8080");
    }

    @Test
    void live_needs_a_database_and_a_key_of_its_own() {
        assertThat(faults(Map.of("SLUICE_ENVIRONMENT", "live")))
                .containsExactly(
                        "SLUICE_DATABASE_URL is missing: SLUICE_ENVIRONMENT=live cannot use the embedded database",
                        "SLUICE_MASTER_KEY is missing: SLUICE_ENVIRONMENT=live cannot use a generated key");
    }

    @Test
    void live_tells_nothing_to_its_own_machine() throws Exception {
        var database = Map.of("SLUICE_DATABASE_URL", "postgresql://app:secret@db/pay", "SLUICE_MASTER_KEY", KEY);
        assertThat(load(database).webhookLoopback()).isFalse();
        var told = new java.util.HashMap<>(database);
        told.put("SLUICE_WEBHOOK_LOOPBACK", "on");
        assertThat(load(told).webhookLoopback()).isTrue();
        told.put("SLUICE_ENVIRONMENT", "live");
        assertThat(faults(told))
                .containsExactly("SLUICE_WEBHOOK_LOOPBACK must not be on: SLUICE_ENVIRONMENT=live sends no webhooks"
                        + " to its own machine");
    }

    @Test
    void a_libpq_url_becomes_jdbc() throws Exception {
        assertDatabase(
                "postgresql://us%40er:p%40s%2Fs%25+w@db.example.com:5433/pay%20db?sslmode=require&connect_timeout=5",
                "jdbc:postgresql://db.example.com:5433/pay%20db?sslmode=require&connectTimeout=5", "us@er", "p@s/s%+w");
        assertDatabase("postgres://app@[::1]:5432", "jdbc:postgresql://[::1]:5432/app", "app", null);
        assertDatabase(
                "postgresql://a:1,b:2/pay?user=app&target_session_attrs=read-write",
                "jdbc:postgresql://a:1,b:2/pay?targetServerType=primary",
                "app",
                null);
        assertDatabase(
                "jdbc:postgresql://db/pay?password=a%26b&user=app&ssl=true",
                "jdbc:postgresql://db/pay?ssl=true", "app", "a&b");
    }

    private void assertDatabase(
            String given, String jdbcUrl, String user, @org.jspecify.annotations.Nullable String password)
            throws Config.Invalid {
        assertThat(load(Map.of("SLUICE_DATABASE_URL", given)).database())
                .contains(new Database(jdbcUrl, Optional.of(user), Optional.ofNullable(password)));
    }

    @Test
    void a_malformed_database_url_is_refused_without_showing_it() {
        for (var text : List.of(
                "postgresql://app:hush@/pay",
                "postgresql://app:hush@db:port/pay",
                "postgresql://app:hush%zz@db/pay",
                "postgresql://app:hush@db/pay/hush",
                "postgresql://db",
                "postgresql://app:hush@db/pay?hush",
                "jdbc:mysql://app:hush@db/pay",
                "jdbc:postgresql://db:hush/pay")) {
            assertThat(faults(Map.of("SLUICE_DATABASE_URL", text)))
                    .as(text)
                    .singleElement()
                    .asString()
                    .startsWith("SLUICE_DATABASE_URL must be a URL such as ")
                    .doesNotContain("hush");
        }
    }
}
