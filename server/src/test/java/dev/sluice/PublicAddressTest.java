package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The address that the service tells others to come to.
class PublicAddressTest {
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
}
