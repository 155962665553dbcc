package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.auth.DemoSeed;
import dev.sluice.config.Config;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The service's public address in its answers and files.
class PublicAddressTest {
    private static final String DERIVED = "http://127.0.0.1:8080";
    private static final DemoSeed.Demo DEMO = new DemoSeed.Demo(
            new UUID(0, 1),
            Map.of(
                    "SLUICE_CLIENT_ID", "c",
                    "SLUICE_CLIENT_SECRET", "s",
                    "SLUICE_API_KEY", "k",
                    "SLUICE_DASHBOARD_EMAIL", "e",
                    "SLUICE_DASHBOARD_PASSWORD", "p",
                    "SLUICE_OPERATOR_EMAIL", "e",
                    "SLUICE_OPERATOR_PASSWORD", "p"));

    @TempDir
    Path dir;

    private Config load(Map<String, String> env) throws Config.Invalid {
        return Config.load(env, dir.resolve("sluice.yaml"));
    }

    @Test
    void it_is_the_same_in_any_letter_case_and_with_a_slash_behind_it() throws Exception {
        for (var each : Map.of(
                        "HTTPS://Pay.Example.COM:8443", "https://pay.example.com:8443",
                        "https://pay.example.com/", "https://pay.example.com",
                        "Http://[::A]", "http://[::a]")
                .entrySet()) {
            assertThat(load(Map.of("SLUICE_BASE_URL", each.getKey())).baseUrl())
                    .map(URI::toString)
                    .contains(each.getValue());
        }
    }

    @Test
    void it_has_no_path_since_pages_name_each_other_from_the_root_on() {
        for (var text : List.of("https://a.example/pay", "https://a.example//", "https://a.example/?b", "http:///")) {
            var invalid = catchThrowableOfType(Config.Invalid.class, () -> load(Map.of("SLUICE_BASE_URL", text)));
            assertThat(invalid).isNotNull();
            assertThat(invalid.lines())
                    .containsExactly("SLUICE_BASE_URL must be an http or https URL without a path or a query, such as "
                            + "https://pay.example.com, not '" + text + "'");
        }
    }

    @Test
    void who_is_asked_for_something_may_have_a_path() throws Exception {
        var config = load(Map.of("SLUICE_BREACHED_PASSWORDS_URL", "HTTPS://Proxy.Example/Range"));
        assertThat(config.breaches()).contains(URI.create("https://proxy.example/Range"));
    }

    private Map<String, String> sourced(String baseUrl) {
        var env = new HashMap<>(DEMO.credentials());
        env.put("SLUICE_BASE_URL", baseUrl);
        env.put("SLUICE_DASHBOARD_URL", "http://127.0.0.1:8080/dashboard");
        env.put("SLUICE_DATA_DIR", dir.toString());
        env.put("SLUICE_JAVA_OPTS", "-Xmx1g");
        return env;
    }

    @Test
    void a_shell_that_sourced_demo_env_can_start_the_service_at_another_port() throws Exception {
        DEMO.write(dir, DERIVED, true);
        assertThat(load(sourced(DERIVED)).baseUrl()).isEmpty();
        DEMO.write(dir, "http://127.0.0.1:8081", true);
        assertThat(load(sourced(DERIVED)).baseUrl()).isEmpty();
        Files.writeString(dir.resolve("sluice.yaml"), "baseUrl: https://pay.example.com\n");
        assertThat(load(sourced(DERIVED)).baseUrl()).contains(URI.create("https://pay.example.com"));
    }

    @Test
    void an_address_that_somebody_set_counts_in_a_shell_that_sourced_demo_env_too() throws Exception {
        var nothingThere = load(sourced(DERIVED));
        assertThat(nothingThere.baseUrl()).contains(URI.create(DERIVED));
        DEMO.write(dir, DERIVED, true);
        assertThat(load(sourced("https://pay.example.com")).baseUrl()).contains(URI.create("https://pay.example.com"));
        var alone = Map.of("SLUICE_BASE_URL", DERIVED, "SLUICE_DATA_DIR", dir.toString());
        assertThat(load(alone).baseUrl()).contains(URI.create(DERIVED));
        DEMO.write(dir, DERIVED, false);
        assertThat(load(sourced(DERIVED)).baseUrl()).contains(URI.create(DERIVED));
    }
}
