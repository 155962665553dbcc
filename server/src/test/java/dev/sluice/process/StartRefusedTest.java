package dev.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.db.TestDatabase;
import dev.sluice.db.embedded.DataDirLock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Obstacles to the start are reported in one line each, and end the service with exit code 1.
@Tag("slow")
class StartRefusedTest {
    @TempDir
    static Path root;

    private static TestDatabase database;

    @BeforeAll
    static void create() {
        database = TestDatabase.create();
    }

    @AfterAll
    static void drop() {
        database.close();
    }

    @Test
    void every_fault_of_the_configuration_at_once() {
        assertRefused(
                Map.of("SLUICE_PORT", "http", "SLUICE_HOOST", "::1", "SLUICE_RATE_LIMIT", "many"),
                "serve",
                "error: SLUICE_HOOST is not a known setting; did you mean SLUICE_HOST?",
                "error: SLUICE_PORT must be",
                "error: SLUICE_RATE_LIMIT must be");
    }

    @Test
    void live_without_a_database_and_a_key_of_its_own() {
        assertRefused(
                Map.of("SLUICE_ENVIRONMENT", "live"),
                "serve",
                "error: SLUICE_DATABASE_URL is missing",
                "error: SLUICE_MASTER_KEY is missing");
    }

    @Test
    void live_with_bank_profiles_that_were_not_rehearsed() throws IOException {
        try (var own = TestDatabase.create()) {
            var settings = Nodes.settings(own, "live");
            settings.put("SLUICE_ENVIRONMENT", "live");
            var folder = Files.createDirectories(root.resolve("banks"));
            settings.put("SLUICE_BANKS", folder.toString());
            Files.writeString(folder.resolve("one.yaml"), profile("one", "DE89370400440532013000", "simulator"));
            assertRefused(
                    settings,
                    "serve",
                    "error: SLUICE_BANKS: bank profile one: SLUICE_ENVIRONMENT=live has no simulated bank");
            Files.writeString(folder.resolve("one.yaml"), profile("one", "DE89370400440532013000", "folder"));
            Files.writeString(folder.resolve("two.yaml"), profile("two", "DE75512108001245126199", "folder") + """
                            rehearsal:
                              payee: {name: Test Payee, iban: DE75512108001245126199}
                              transport: {type: folder, out: ./test/out, in: ./test/in}
                            """);
            assertRefused(
                    settings,
                    "serve",
                    "error: bank profile one: it has no test platform: add rehearsal to the profile, and then run"
                            + " ./sluice bank rehearse --account one",
                    "error: bank profile two: it was never rehearsed with the bank's test platform; run"
                            + " ./sluice bank rehearse --account two");
        }
    }

    private static String profile(String id, String iban, String transport) {
        return """
                id: %1$s
                account: {iban: %2$s, currency: EUR, holder: Example GmbH}
                scheme: sepa-ct
                serves: [{currency: EUR}]
                windows: {zone: Europe/Berlin, calendar: TARGET}
                in: {statements: camt.053}
                transport: {type: %3$s, out: ./%1$s/out, in: ./%1$s/in}
                """.formatted(id, iban, transport);
    }

    @Test
    void a_port_that_is_taken() throws IOException {
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var settings = Nodes.settings(database, "taken port".repeat(5));
            settings.put("SLUICE_PORT", Integer.toString(other.getLocalPort()));
            assertRefused(settings, "serve", "error: cannot listen on 127.0.0.1, port " + other.getLocalPort() + ": ");
        }
    }

    @Test
    void a_master_key_that_is_not_the_one_of_the_database() {
        try (var own = TestDatabase.create()) {
            try (var service = ServiceProcess.start(root.resolve("one"), Nodes.settings(own, "one key"))) {
                assertThat(service.health("ready")).isEqualTo(200);
            }
            for (var command : new String[] {"serve", "verify-ledger"}) {
                assertRefused(
                        Nodes.settings(own, "another key"),
                        command,
                        "error: SLUICE_MASTER_KEY does not open this database");
            }
        }
    }

    @Test
    void a_command_on_a_database_that_no_service_was_started_on() {
        try (var own = TestDatabase.create()) {
            for (var command : new String[] {"verify-ledger", "verify-audit"}) {
                assertRefused(
                        Nodes.settings(own, "fresh"),
                        command,
                        "error: no service was started on this database yet: start one (./sluice serve)");
            }
        }
    }

    @Test
    void a_database_that_does_not_know_us() {
        var settings = Nodes.settings(database, "unknown user");
        settings.computeIfPresent("SLUICE_DATABASE_URL", (_, url) -> url.replace("user=sluice", "user=nobody"));
        assertRefused(settings, "serve", "error: cannot use the database: ");
    }

    @Test
    void a_host_that_nobody_knows_and_a_directory_that_cannot_be() {
        var settings = Nodes.settings(database, "taken port".repeat(5));
        settings.put("SLUICE_HOST", "nosuch.invalid");
        assertRefused(
                settings,
                "serve",
                "error: cannot listen on nosuch.invalid, port 0: Unresolved address; see SLUICE_HOST");
        assertThatThrownBy(() -> DataDirLock.acquire(Path.of("/proc/nope")))
                .hasMessage("cannot use the data directory /proc/nope: it cannot be created; choose another"
                        + " SLUICE_DATA_DIR");
    }

    @Test
    void a_data_directory_that_is_a_file() throws IOException {
        var file = Files.writeString(root.resolve("file"), "");
        var refused = ServiceProcess.run(file, Map.of(), "serve");
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.err().lines()).singleElement().asString().startsWith("error: cannot use the data");
    }

    /// Log lines may precede the expected lines; none is an error, because the expected lines report it.
    private static void assertRefused(Map<String, String> settings, String command, String... lines) {
        var ended = ServiceProcess.run(root.resolve("data"), settings, command);
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).doesNotContain("\"level\":\"ERROR\"");
        var told = ended.err().lines().filter(line -> !line.startsWith("{")).toList();
        assertThat(told).hasSize(lines.length);
        for (int i = 0; i < lines.length; i++) {
            assertThat(told.get(i)).startsWith(lines[i]);
        }
    }
}
