package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.refusal.Refusal;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class ShutdownTest {
    @Test
    void a_part_that_fails_holds_up_no_other() {
        var ended = new ArrayList<String>();
        Shutdown.inTurn(
                () -> ended.add("first"),
                () -> {
                    throw Refusal.UNAVAILABLE.refused();
                },
                () -> {
                    throw new NoClassDefFoundError("replaced meanwhile");
                },
                () -> ended.add("last"));
        assertThat(ended).containsExactly("first", "last");
    }
}
