package dev.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.TestClient;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Behaviour of `serve` without any configuration.
@Tag("slow")
class StartTest {
    @TempDir
    static Path root;

    private static ServiceProcess service;

    @BeforeAll
    static void start() {
        service = ServiceProcess.start(root.resolve("data"));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void the_banner_tells_the_address_and_where_the_credentials_are() {
        assertThat(service.banner())
                .contains("Sluice is ready (sandbox)")
                .contains(service.baseUrl().toString())
                .contains(root.resolve("data/demo.env").toString())
                .contains("Try            ./sluice api GET /v1/balance");
        assertThat(service.baseUrl().getPort()).isPositive();
    }

    @Test
    void the_log_is_json_where_there_is_no_terminal() {
        assertThat(service.log().lines()).isNotEmpty().allMatch(line -> line.startsWith("{\"timestamp\":"));
    }

    @Test
    void the_credentials_are_all_there_and_for_their_owner_alone() throws Exception {
        assertThat(service.credentials().keySet())
                .containsExactlyInAnyOrder(
                        "SLUICE_BASE_URL",
                        "SLUICE_CLIENT_ID",
                        "SLUICE_CLIENT_SECRET",
                        "SLUICE_API_KEY",
                        "SLUICE_DASHBOARD_URL",
                        "SLUICE_DASHBOARD_EMAIL",
                        "SLUICE_DASHBOARD_PASSWORD",
                        "SLUICE_OPERATOR_EMAIL",
                        "SLUICE_OPERATOR_PASSWORD");
        assertThat(service.credentials().values()).noneMatch(String::isBlank);
        for (var file : new String[] {"demo.env", "master.key"}) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve("data/" + file))))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void it_lives_is_ready_and_counts_what_it_does() {
        assertThat(service.health("live")).isEqualTo(200);
        assertThat(service.health("ready")).isEqualTo(200);
        try (var client = service.anonymous()) {
            assertThat(client.get("/metrics").expect(200).text())
                    .contains("sluice_http_requests_seconds_count")
                    .contains("route=\"/health/live\"")
                    .contains("hikaricp_connections");
        }
    }

    @Test
    void the_demo_organization_has_its_opening_balances_by_either_credential() {
        try (var signing = service.signing();
                var bearing = service.bearing()) {
            var expected = new TreeMap<>(Map.of(
                    "IDR", new BigDecimal("1000000000"),
                    "PHP", new BigDecimal("10000000"),
                    "USD", new BigDecimal("1000000"),
                    "SGD", new BigDecimal("1000000"),
                    "EUR", new BigDecimal("1000000"),
                    "usdc-polygon", new BigDecimal("1000000"),
                    "usdt-ethereum", new BigDecimal("1000000"),
                    "xlm-stellar", new BigDecimal("1000"),
                    "eth-ethereum", new BigDecimal("1000")));
            assertThat(available(signing)).isEqualTo(available(bearing)).containsAllEntriesOf(expected);
            assertThat(signing.get("/v1/disbursement/fiat")
                            .expect(200)
                            .data()
                            .path("totalItems")
                            .intValue())
                    .isZero();
        }
    }

    private static Map<String, BigDecimal> available(TestClient client) {
        var balances = new TreeMap<String, BigDecimal>();
        client.get("/v1/balance").expect(200).data().valueStream().forEach(each -> {
            assertThat(each.path("held").decimalValue()).isZero();
            balances.put(
                    each.path("currency").stringValue(),
                    each.path("available").decimalValue().stripTrailingZeros());
        });
        balances.replaceAll((_, amount) -> new BigDecimal(amount.toPlainString()));
        return balances;
    }

    @Test
    void the_embedded_database_trades_no_durability() {
        for (var setting : new String[] {"fsync", "synchronous_commit", "full_page_writes"}) {
            assertThat(service.database().ask("SHOW " + setting)).as(setting).isEqualTo("on");
        }
    }

    @Test
    void the_books_are_proved_while_it_runs() {
        var proof = ServiceProcess.run(root.resolve("data"), Map.of(), "verify-ledger");
        assertThat(proof.err()).isEmpty();
        assertThat(proof.out()).contains("the ledger is correct");
        assertThat(proof.exit()).isZero();
        assertThat(service.health("ready")).isEqualTo(200);
    }

    @Test
    void a_second_one_on_the_same_data_directory_is_refused_in_one_line() {
        var second = ServiceProcess.run(root.resolve("data"), Map.of(), "serve");
        assertThat(second.exit()).isEqualTo(1);
        assertThat(second.out()).isEmpty();
        assertThat(second.err().lines()).singleElement().asString().startsWith("error: another sluice serve (process ");
        assertThat(service.health("ready")).isEqualTo(200);
    }
}
