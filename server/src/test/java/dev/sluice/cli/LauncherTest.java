package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the launcher says by itself, before anything is built.
final class LauncherTest {
    private static final Path LAUNCHER = Path.of("..", "sluice");

    @TempDir
    private Path clone = Path.of(".");

    @ParameterizedTest
    @ValueSource(strings = {"help", "--help", "-h"})
    void help_builds_nothing_and_names_every_command(String word) throws IOException {
        var said = said(word);
        assertThat(said).startsWith("Usage: ");
        assertThat(Sluice.commandLine(new Terminal(null, clone))
                        .getSubcommands()
                        .keySet())
                .allSatisfy(command -> assertThat(said).containsPattern("[ ,]" + command + "[,\n]"));
        try (var files = Files.list(clone)) {
            assertThat(files).containsExactly(clone.resolve("sluice"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"test --help", "test -h", "help test"})
    void asking_what_testing_does_installs_and_runs_nothing(String words) throws IOException {
        assertThat(said(words.split(" "))).startsWith("Usage: ./sluice test ");
        try (var files = Files.list(clone)) {
            assertThat(files).containsExactly(clone.resolve("sluice"));
        }
    }

    private String said(String... words) throws IOException {
        Files.copy(LAUNCHER, clone.resolve("sluice"));
        var command = new ArrayList<>(List.of("sh", clone.resolve("sluice").toString()));
        command.addAll(List.of(words));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var out = process.getInputStream()) {
            return new String(out.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
