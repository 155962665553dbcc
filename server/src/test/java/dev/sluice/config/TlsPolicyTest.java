package dev.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Plaintext exposure of a live deployment without TLS: the answers that it gives to others, and those that it
/// refuses.
class TlsPolicyTest {
    private static final Path NO_FILE = Path.of("there-is-no-such.yaml");
    private static final String LOCAL = "postgresql://app:hush@127.0.0.1/pay";

    private static Map<String, String> live(Map<String, String> more) {
        var env = new HashMap<>(Map.of(
                "SLUICE_ENVIRONMENT", "live",
                "SLUICE_BASE_URL", "https://pay.example.com",
                "SLUICE_DATABASE_URL", LOCAL,
                "SLUICE_MASTER_KEY", "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ/u3cuqmHZUM="));
        env.putAll(more);
        return env;
    }

    private static List<String> faults(Map<String, String> more) {
        var invalid = catchThrowableOfType(Config.Invalid.class, () -> Config.load(live(more), NO_FILE));
        return invalid == null ? List.of() : invalid.lines();
    }

    private static List<String> warnings(Map<String, String> more) throws Config.Invalid {
        return Config.load(live(more), NO_FILE).warnings();
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1,HERE",
        "::1,HERE",
        "localhost,HERE",
        "node.LOCALHOST,HERE",
        "10.1.2.3,INSIDE",
        "172.31.0.1,INSIDE",
        "192.168.0.9,INSIDE",
        "fd12:3456::1,INSIDE",
        "db,INSIDE",
        "db.internal,INSIDE",
        "geth.default.svc.cluster.local,INSIDE",
        "172.32.0.1,OUTSIDE",
        "100.64.0.1,OUTSIDE",
        "203.0.113.7,OUTSIDE",
        "::ffff:203.0.113.7,OUTSIDE",
        "2001:db8::1,OUTSIDE",
        "fec0::1,OUTSIDE",
        "rpc.example.com,OUTSIDE",
        "internal.example.com,OUTSIDE"
    })
    void a_host_is_here_inside_or_outside(String host, TlsPolicy.Reach reach) {
        assertThat(TlsPolicy.reach(host)).isEqualTo(reach);
    }

    @Test
    void nodes_and_sources_outside_are_asked_by_tls_alone() {
        assertThat(faults(Map.of(
                        "SLUICE_EVM_POLYGON_AMOY_RPC", "https://one.example.com,http://two.example.com/v1/key",
                        "SLUICE_STELLAR_HORIZON", "http://horizon.example.com",
                        "SLUICE_STELLAR_DEPOSIT_ACCOUNT", "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN",
                        "SLUICE_RATE_ECB_URL", "http://rates.example.com",
                        "SLUICE_BREACHED_PASSWORDS_URL", "http://pwned.example.com")))
                .containsExactly(
                        "SLUICE_BREACHED_PASSWORDS_URL: " + not("pwned.example.com", "give it an https address"),
                        "SLUICE_STELLAR_HORIZON: " + not("horizon.example.com", "give it an https address"),
                        "SLUICE_EVM_POLYGON_AMOY_RPC: " + not("two.example.com", "give it an https address"),
                        "SLUICE_RATE_ECB_URL: " + not("rates.example.com", "give it an https address"));
    }

    private static String not(String host, String remedy) {
        return "SLUICE_ENVIRONMENT=live refuses connections to " + host + " without TLS; " + remedy
                + ", or list the host in SLUICE_PLAINTEXT_HOSTS";
    }

    @Test
    void nodes_here_inside_and_by_tls_are_asked_and_so_are_those_that_the_operator_names() throws Exception {
        var nodes = "http://127.0.0.1:8545,http://10.0.0.5,http://geth:8545,https://rpc.example.com";
        assertThat(faults(Map.of("SLUICE_EVM_POLYGON_RPC", nodes))).isEmpty();
        assertThat(warnings(Map.of("SLUICE_EVM_POLYGON_RPC", nodes)))
                .as("those inside can be played by whoever is there")
                .hasSize(2)
                .allMatch(line -> line.startsWith("SLUICE_EVM_POLYGON_RPC: ") && line.endsWith("https address"))
                .anyMatch(line -> line.contains("10.0.0.5"))
                .anyMatch(line -> line.contains("geth"));
        var tunnel = Map.of(
                "SLUICE_EVM_POLYGON_RPC", "http://rpc.example.com",
                "SLUICE_DATABASE_URL", "postgresql://app:hush@db.example.com/pay",
                "SLUICE_PLAINTEXT_HOSTS", "RPC.example.com, db.example.com");
        assertThat(warnings(tunnel)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgresql://app:hush@db.example.com:5432/pay",
                "postgresql://app:hush@127.0.0.1,db.example.com/pay",
                "postgresql://app:hush@db.example.com/pay?sslmode=prefer",
                "jdbc:postgresql://db.example.com/pay?user=app&password=hush&ssl=true&sslmode=disable"
            })
    void a_database_outside_is_reached_by_tls_alone(String url) {
        assertThat(faults(Map.of("SLUICE_DATABASE_URL", url)))
                .containsExactly(
                        "SLUICE_DATABASE_URL: " + not("db.example.com", "add sslmode=verify-full (at least require)"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgresql://app:hush@db.example.com/pay?sslmode=verify-ca",
                "postgresql://app:hush@db1.example.com,db2.example.com/pay?connect_timeout=5&sslmode=verify-full",
                "jdbc:postgresql://[2001:db8::1]:5432/pay?user=app&ssl=true"
            })
    void a_database_by_tls_is_taken_as_it_is(String url) throws Exception {
        assertThat(warnings(Map.of("SLUICE_DATABASE_URL", url))).isEmpty();
    }

    @Test
    void a_database_whose_certificate_is_not_checked_is_warned_of() throws Exception {
        assertThat(warnings(Map.of(
                        "SLUICE_DATABASE_URL", "postgresql://app:hush@db.example.com,10.0.0.7/pay?sslmode=require")))
                .hasSize(2)
                .allMatch(line -> line.contains("certificate is not verified") && line.contains("verify-full"))
                .noneMatch(line -> line.contains("hush"));
        assertThat(warnings(Map.of("SLUICE_DATABASE_URL", "postgresql://app:hush@127.0.0.1/pay?sslmode=require")))
                .isEmpty();
    }

    @Test
    void a_database_inside_is_warned_of() throws Exception {
        assertThat(warnings(Map.of("SLUICE_DATABASE_URL", "postgresql://app:hush@10.0.0.7/pay")))
                .singleElement()
                .asString()
                .contains("SLUICE_DATABASE_URL", "10.0.0.7", "sslmode=verify-full")
                .doesNotContain("hush");
    }

    @Test
    void mail_goes_outside_by_tls_alone() throws Exception {
        var mail = Map.of(
                "SLUICE_MAIL_HOST",
                "smtp.example.com",
                "SLUICE_MAIL_FROM",
                "pay@example.com",
                "SLUICE_MAIL_TLS",
                "off");
        assertThat(faults(mail))
                .containsExactly("SLUICE_MAIL_TLS: " + not("smtp.example.com", "set it to starttls or tls"));
        var here = new HashMap<>(mail);
        here.put("SLUICE_MAIL_HOST", "localhost");
        assertThat(warnings(here)).isEmpty();
    }

    @Test
    void a_sandbox_speaks_as_it_is_told() throws Exception {
        var env = live(Map.of(
                "SLUICE_ENVIRONMENT", "sandbox",
                "SLUICE_EVM_POLYGON_RPC", "http://rpc.example.com",
                "SLUICE_DATABASE_URL", "postgresql://app:hush@db.example.com/pay"));
        assertThat(Config.load(env, NO_FILE).warnings()).isEmpty();
    }
}
