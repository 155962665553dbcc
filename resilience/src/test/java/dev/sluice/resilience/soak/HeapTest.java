package dev.sluice.resilience.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class HeapTest {
    @Test
    void what_a_process_keeps_is_counted_and_what_it_lets_go_is_not() throws Exception {
        long self = ProcessHandle.current().pid();
        var stored = new byte[64 << 20];
        long with = Heap.live(self);
        assertThat(with).isGreaterThan(stored.length);
        stored = new byte[1];
        assertThat(with - Heap.live(self)).isGreaterThan(60 << 20);
        assertThat(stored).hasSize(1);
    }

    @Test
    void what_is_no_histogram_counts_nothing() throws Exception {
        assertThat(Heap.total("   1:   2   48  java.lang.Object\nTotal        1234        56789\n"))
                .isEqualTo(56_789);
        assertThatThrownBy(() -> Heap.total("the process is not there"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no histogram");
    }
}
