package dev.sluice.resilience.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.resilience.stage.Node;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultInjectionTest {
    /// A dummy node that only writes the file that signals readiness.
    private static final List<String> READY = List.of("sh", "-c", ": > \"$SLUICE_DATA_DIR/demo.env\"; exec sleep 600");

    @TempDir
    Path dir;

    @Test
    void a_node_that_was_dead_before_is_no_hit() throws Exception {
        var node = Node.start(READY, dir, Map.of());
        assertThat(FaultInjection.kill(node)).isEqualTo(1);
        assertThat(FaultInjection.kill(node)).isZero();
    }
}
