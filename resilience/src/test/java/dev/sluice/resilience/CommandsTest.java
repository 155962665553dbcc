package dev.sluice.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.resilience.stage.Compiled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs the commands like an operator, each in a separate process: options, output and exit codes. The tests of the
/// packages check the results.
class CommandsTest {
    private static final String FAULTS =
            "kill-service, kill-postgres, kill-both, kill-one-of-two, freeze-one-of-two, cut,"
                    + " latency, silence, lost-commits, disk-full";

    /// Faster start; the processes are too short-lived for full optimization.
    private static final List<String> QUICKLY = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    /// Root of a source tree with the `sluice` launcher that starts nodes.
    @TempDir
    static Path root;

    /// A command that has ended.
    private record Ended(int exit, String text) {}

    @Tag("slow")
    @Test
    void what_a_fault_and_a_failover_come_to_is_told_and_is_no_failure() throws Exception {
        var launcher = root.resolve("sluice");
        Files.writeString(launcher, launcher());
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
        var fault = CompletableFuture.supplyAsync(
                () -> entered("crash-test", "--faults", "kill-postgres", "--seconds", "1", "--seed", "7"));
        var control = entered("failover-test", "--asynchronous", "--seconds", "1", "--seed", "7");
        assertThat(control.text())
                .contains("seed 7, PostgreSQL in ")
                .containsPattern("asynchronous: [0-9,]+ requests answered, [0-9,]+ without response, outage [0-9.]+ s")
                .contains("FAILED NOTHING_ACKNOWLEDGED_IS_LOST", "invariants checked:")
                .endsWith("PASSED: the losses of such a standby are detected\n");
        assertThat(control.exit()).isZero();
        assertThat(fault.join().text())
                .startsWith("seed 7\n")
                .doesNotContain(" WARN ")
                .containsPattern("\nfault +requests +unheard +hits +again +outage +rest")
                .containsPattern("\nkill-postgres +[1-9][0-9,]* +[0-9,]+ +[1-9][0-9,]* +0( +[0-9.]+ s){2} +passed\n")
                .containsPattern("\ninvariants checked:\n(?s:.*) [1-9][0-9,]*  NOTHING_ACKNOWLEDGED_IS_LOST\n")
                .endsWith("PASSED: nothing was lost, and nothing was done twice\n");
        assertThat(fault.join().exit()).isZero();
    }

    /// A failed start counts as no test at all.
    @Test
    void a_service_that_does_not_start_is_no_success() throws Exception {
        var other = Files.createDirectory(root.resolve("broken"));
        var launcher = other.resolve("sluice");
        Files.writeString(launcher, "#!/bin/sh\necho 'no service today'\nexit 3\n");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
        var ended = in(other, "crash-test", "--faults", "cut", "--seconds", "1");
        assertThat(ended.exit()).as(ended.text()).isNotZero();
        assertThat(ended.text()).contains("no service today").doesNotContain("PASSED:");
    }

    @Test
    void which_faults_there_are_is_listed() {
        var ended = entered("crash-test", "--list");
        assertThat(ended.exit()).isZero();
        assertThat(ended.text().lines().map(line -> line.split(" ", 2)[0])).containsExactly(FAULTS.split(", "));
        assertThat(ended.text()).containsPattern("cut +all connections to the database break, five times");
    }

    @Test
    void what_a_command_does_not_take_is_refused_before_anything_is_done() {
        refused("unknown fault 'flood'; valid: " + FAULTS, "crash-test", "--faults", "cut,flood");
        refused("--seconds: at least 1", "crash-test", "--faults", "cut", "--seconds", "0");
        refused("--seconds: at least 1", "failover-test", "--seconds", "-1");
        refused("--minutes: at least 1", "soak", "--minutes", "0");
        refused("--worlds: at least 1", "simulate", "--worlds", "0");
        refused("--steps: at least one per simulation", "simulate", "--steps", "0");
        refused("--steps: at least one per simulation", "simulate", "--steps", "-5");
        refused("--steps: at least one per simulation", "simulate", "--steps", "2", "--worlds", "3");
        refused("--rest-every: at least 1", "simulate", "--rest-every", "0");
        refused("'--seed'", "soak", "--seed", "many");
        refused("'--forever'", "soak", "--forever");
        assertThat(entered("flood").exit()).isEqualTo(2);
        assertThat(entered().exit()).isEqualTo(2);
    }

    private static void refused(String reason, String... arguments) {
        var ended = entered(arguments);
        assertThat(ended.exit()).as(ended.text()).isEqualTo(2);
        assertThat(ended.text()).contains(reason, "Usage: sluice").doesNotContainPattern("(?m)^seed ");
    }

    private static Ended entered(String... arguments) {
        return in(root, arguments);
    }

    private static Ended in(Path root, String... arguments) {
        var words = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx256m",
                "-Dsluice.root=" + root,
                "-cp",
                System.getProperty("java.class.path"),
                Resilience.class.getName()));
        words.addAll(1, QUICKLY);
        words.addAll(List.of(arguments));
        try {
            var process = new ProcessBuilder(words).redirectErrorStream(true).start();
            var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Ended(process.waitFor(), text);
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /// Returns a launcher script for the service as compiled for this test.
    private static String launcher() {
        var words = new ArrayList<>(Compiled.service());
        words.addAll(1, QUICKLY);
        return "#!/bin/sh\nexec '" + String.join("' '", words.subList(0, words.size() - 1)) + "' \"$@\"\n";
    }
}
