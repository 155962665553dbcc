package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Leaks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands of the launcher that need no build.
final class LauncherTest {
    private static final Path IN_CLONE = Path.of("..");
    private static final Path LAUNCHER = IN_CLONE.resolve("sluice");
    private static final String LOGGED = "{\"level\":\"INFO\",\"formattedMessage\":\"%s\"}\n";

    @TempDir
    private Path clone = Path.of(".");

    @ParameterizedTest
    @ValueSource(strings = {"help", "--help", "-h"})
    void help_builds_nothing_and_names_every_command(String word) throws IOException {
        var text = said(word);
        assertThat(text).startsWith("Usage: ");
        assertThat(Sluice.commandLine(new Terminal(null, clone))
                        .getSubcommands()
                        .keySet())
                .allSatisfy(command -> assertThat(text).containsPattern("[ ,]" + command + "[,\n]"));
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

    @Test
    void a_secret_in_the_log_of_a_test_is_found_and_only_there() throws IOException {
        var reports = Files.createDirectories(
                clone.resolve("server").resolve("target").resolve("surefire-reports"));
        Files.createDirectories(clone.resolve("resilience").resolve("target").resolve("failsafe-reports"));
        var pattern = Files.createDirectories(clone.resolve(IN_CLONE.relativize(Leaks.PATTERN.getParent())));
        var key = "sk_test_" + "k".repeat(43);
        Files.writeString(reports.resolve("TEST-A.xml"), "a test says " + key + "\n" + LOGGED.formatted("nothing"));
        assertThat(said("leaks")).contains(" is missing: cannot check the logs for secrets");
        Files.copy(Leaks.PATTERN, pattern.resolve(Leaks.PATTERN.getFileName()));
        assertThat(said("leaks")).isEmpty();
        for (var secret : List.of(key, key.replace("sk_test", "cs_live"), "whsec_" + "w".repeat(32))) {
            Files.writeString(reports.resolve("TEST-B.xml"), "<system-err><![CDATA[\n" + LOGGED.formatted(secret));
            assertThat(said("leaks"))
                    .startsWith("sluice: secrets found in the logs")
                    .contains("TEST-B.xml:2:")
                    .doesNotContain("TEST-A.xml");
        }
    }

    /// A check that read no log line has examined nothing: a report in another folder must not count as a clean
    /// result.
    @Test
    void where_the_tests_logged_nothing_that_is_said() throws IOException {
        var pattern = Files.createDirectories(clone.resolve(IN_CLONE.relativize(Leaks.PATTERN.getParent())));
        Files.copy(Leaks.PATTERN, pattern.resolve(Leaks.PATTERN.getFileName()));
        assertThat(said("leaks")).contains("the test output contains no log lines");
        var reports = Files.createDirectories(
                clone.resolve("server").resolve("target").resolve("surefire-reports"));
        Files.writeString(reports.resolve("TEST-A.xml"), "<testsuite name=\"A\" tests=\"1\"/>\n");
        assertThat(said("leaks")).contains("the test output contains no log lines");
        Files.writeString(reports.resolve("A-output.txt"), LOGGED.formatted("nothing"));
        assertThat(said("leaks")).isEmpty();
    }

    @Test
    void the_list_of_what_the_program_is_made_of_is_there_and_names_it() throws IOException {
        assertThat(said("bom")).contains("bom.json does not contain helidon-webserver");
        var target = Files.createDirectories(clone.resolve("server").resolve("target"));
        Files.writeString(target.resolve("bom.json"), "{\"name\" : \"helidon-webserver\"}");
        assertThat(said("bom")).contains("bom.json does not contain postgresql");
        Files.writeString(
                target.resolve("bom.json"), "[{\"name\" : \"helidon-webserver\"}, {\"name\" : \"postgresql\"}]");
        assertThat(said("bom")).isEmpty();
    }

    private String said(String... words) throws IOException {
        Files.copy(LAUNCHER, clone.resolve("sluice"), StandardCopyOption.REPLACE_EXISTING);
        var command = new ArrayList<>(List.of("sh", clone.resolve("sluice").toString()));
        command.addAll(List.of(words));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var out = process.getInputStream()) {
            return new String(out.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
