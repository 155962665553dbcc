package dev.sluice.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Small files that unpack to large texts are refused, even many at once, and the process survives.
class SheetMemoryTest {
    @Test
    void many_files_of_one_huge_text_each_are_refused_and_the_process_lives() throws Exception {
        var process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HungryFiles.class.getName())
                .redirectErrorStream(true)
                .start();
        try {
            var told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(told).contains("refused " + HungryFiles.count());
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }
}
