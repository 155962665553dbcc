package dev.sluice.resilience.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeaksTest {
    private static final String LINE = "{\"level\":\"INFO\",\"formattedMessage\":\"a key: %s\"}";

    @TempDir
    Path dir;

    @Test
    void a_line_of_the_log_with_a_secret_in_it_is_named_and_what_else_is_written_is_not() throws IOException {
        var log = dir.resolve("service.log");
        var key = "sk_test_" + "a".repeat(43);
        Files.write(log, List.of("Your key is " + key, LINE.formatted("sk_test_..."), LINE.formatted(key), "end"));
        assertThat(Leaks.in(log)).containsExactly("service.log:3");
    }

    /// The node is stopped even though closing it reports the leak.
    @Test
    void a_node_that_has_written_a_secret_down_does_not_close_in_peace() throws Exception {
        var line = LINE.formatted("whsec_" + "b".repeat(32));
        // Writes a secret to the log, and the file that signals readiness.
        var service = List.of("sh", "-c", "echo '" + line + "'; echo SLUICE_BASE_URL=x > demo.env; exec sleep 60");
        var node = Node.start(service, dir.resolve("leaking"), Map.of());
        while (!Files.readString(dir.resolve("leaking").resolve("service.log")).contains("whsec")) {
            Pauses.pause(Duration.ofMillis(20));
        }
        assertThatThrownBy(node::close).hasMessageContaining("service.log:1").hasMessageNotContaining("whsec");
        assertThat(node.isAlive()).isFalse();
        var silent = List.of("sh", "-c", "echo SLUICE_BASE_URL=x > demo.env; exec sleep 60");
        Node.start(silent, dir.resolve("silent"), Map.of()).close();
    }
}
