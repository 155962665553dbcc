package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Conditions under which the launcher builds, and files that it does not touch. Fake Maven and Java commands print
/// their arguments and do almost nothing else.
@Timeout(120)
@Tag("slow")
final class LauncherBuildTest {
    private static final Path LAUNCHER = Path.of("..", "sluice");
    private static final int AT_ONCE = 6;

    /// Overwrites existing files, except for a program with unchanged content, as the real Maven does.
    private static final String MAVEN = """
            #!/bin/sh
            echo "$*" >>builds
            [ ! -f broken ] || exit 1
            mkdir -p server/target
            wc -l <builds >server/target/sluice.jar
            case $* in *-pl*) exit 0 ;; esac
            for module in bench resilience; do
                mkdir -p $module/target/lib
                : >$module/target/lib/needed.jar
                [ -f $module/target/sluice-$module.jar ] || : >$module/target/sluice-$module.jar
            done
            """;

    /// The service is ready immediately if a caller waits for it.
    private static final String JAVA = """
            #!/bin/sh
            if [ -n "${SLUICE_DATA_DIR:-}" ]; then mkdir -p "$SLUICE_DATA_DIR" && : >"$SLUICE_DATA_DIR/demo.env"; fi
            for word; do case $word in -XX:AOTCacheOutput=*) : >"${word#*=}" ;; esac; done
            echo "java $*"
            """;

    @TempDir
    private Path clone = Path.of(".");

    @TempDir
    private Path elsewhere = Path.of(".");

    private record Ran(int exit, String text) {}

    @BeforeEach
    void lay() throws IOException {
        program("sluice", Files.readString(LAUNCHER));
        program("mvnw", MAVEN);
        program("jdk/bin/java", JAVA);
        program("jdk/bin/javac", JAVA);
        Files.writeString(clone.resolve("jdk").resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
        change();
    }

    @Test
    void what_has_not_changed_is_built_once() throws Exception {
        starts("serve");
        starts("serve");
        assertThat(builds()).hasSize(1);
        change();
        starts("serve");
        assertThat(builds()).hasSize(2);
    }

    /// The service's class-data archive has other classes than a command needs, and is larger.
    @Test
    void the_service_and_commands_have_an_archive_of_their_own() throws Exception {
        assertThat(starts("serve")).contains("/sluice.aot").doesNotContain("TieredStopAtLevel");
        assertThat(starts("api", "GET", "/v1/balance")).contains("/sluice-command.aot", "-XX:TieredStopAtLevel=1");
        assertThat(starts("verify-audit")).contains("/sluice-command.aot").doesNotContain("TieredStopAtLevel");
    }

    @Test
    void a_program_that_runs_keeps_its_file_while_a_new_one_is_built() throws Exception {
        starts("serve");
        var before = Files.readString(jar());
        try (var open = Files.newInputStream(jar())) {
            change();
            starts("serve");
            assertThat(Files.readString(jar())).isNotEqualTo(before);
            assertThat(new String(open.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(before);
        }
    }

    @Test
    void a_build_that_failed_starts_nothing_and_is_made_again() throws Exception {
        starts("serve");
        change();
        var broken = Files.createFile(clone.resolve("broken"));
        var ran = run("serve");
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.text()).endsWith("sluice: the build failed\n");
        Files.delete(broken);
        starts("serve");
        assertThat(builds()).hasSize(3);
    }

    @Test
    void a_module_is_built_once_also_where_it_becomes_what_it_was() throws Exception {
        starts("simulate");
        change();
        starts("simulate");
        starts("simulate");
        starts("bench");
        starts("serve");
        assertThat(builds()).hasSize(2);
    }

    @Test
    void a_module_is_built_anew_where_only_the_service_was() throws Exception {
        starts("simulate");
        change();
        starts("serve");
        starts("simulate");
        assertThat(builds()).hasSize(3);
    }

    @Test
    void libraries_that_a_module_needed_once_are_on_its_class_path_no_more() throws Exception {
        starts("simulate");
        var lib = clone.resolve("resilience").resolve("target").resolve("lib");
        Files.createFile(lib.resolve("needed-once.jar"));
        change();
        starts("simulate");
        try (var files = Files.list(lib)) {
            assertThat(files).containsExactly(lib.resolve("needed.jar"));
        }
    }

    @Test
    void help_on_a_command_of_a_module_is_its_own_wherever_one_stands() throws Exception {
        assertThat(starts("help", "bench", "seed")).endsWith("dev.sluice.bench.Bench seed --help\n");
        for (var command : List.of("simulate", "crash-test", "failover-test", "soak")) {
            assertThat(starts("help", command)).endsWith("dev.sluice.resilience.Resilience " + command + " --help\n");
        }
    }

    @Test
    void where_nothing_can_be_written_nobody_waits() throws Exception {
        Files.createFile(clone.resolve("target"));
        var ran = run("serve");
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.text()).contains("sluice: cannot build: ");
    }

    /// Only the owner of process 1 may send it a signal.
    @Test
    void a_build_of_another_user_is_waited_for() throws Exception {
        var lock = lock("1\n");
        var process = start("serve");
        try (var output = process.inputReader()) {
            assertThat(output.readLine()).isEqualTo("sluice: waiting for another build");
            Files.delete(lock);
            assertThat(output.lines().toList().getLast()).startsWith("java ");
        }
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void a_lock_that_nobody_wrote_a_name_into_holds_nobody_up_for_long() throws Exception {
        lock("");
        assertThat(starts("serve")).contains("sluice: waiting for another build");
        assertThat(builds()).hasSize(1);
    }

    @Test
    void of_many_who_find_the_lock_of_a_dead_one_one_builds() throws Exception {
        var dead = new ProcessBuilder("true").start();
        assertThat(dead.waitFor()).isZero();
        var lock = lock(dead.pid() + "\n");
        var all = new ArrayList<Process>();
        for (int i = 0; i < AT_ONCE; i++) {
            all.add(start("serve"));
        }
        for (var process : all) {
            assertThat(ended(process).exit()).isZero();
        }
        assertThat(builds()).hasSize(1);
        try (var files = Files.list(lock.getParent())) {
            assertThat(files).isEmpty();
        }
    }

    private Path jar() {
        return clone.resolve("server").resolve("target").resolve("sluice.jar");
    }

    private List<String> builds() throws IOException {
        return Files.readAllLines(clone.resolve("builds"));
    }

    /// Modifies a source file.
    private void change() throws IOException {
        var sources = clone.resolve("server").resolve("src").resolve("main");
        Files.createTempFile(Files.createDirectories(sources), "Source", ".java");
    }

    private Path lock(String holder) throws IOException {
        var target = Files.createDirectories(clone.resolve("target"));
        return Files.writeString(target.resolve("launcher.lock"), holder);
    }

    private void program(String name, String text) throws IOException {
        var file = clone.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /// Returns the output up to the start of a program that ends immediately.
    private String starts(String... words) throws IOException, InterruptedException {
        var ran = run(words);
        assertThat(ran.exit()).as(ran.text()).isZero();
        assertThat(ran.text().lines().toList().getLast()).startsWith("java ");
        return ran.text();
    }

    private Ran run(String... words) throws IOException, InterruptedException {
        return ended(start(words));
    }

    private static Ran ended(Process process) throws IOException, InterruptedException {
        try (var out = process.getInputStream()) {
            var text = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            return new Ran(process.waitFor(), text);
        }
    }

    private Process start(String... words) throws IOException {
        var command = new ArrayList<>(List.of("sh", clone.resolve("sluice").toString()));
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command).directory(elsewhere.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_"));
        builder.environment().put("JAVA_HOME", clone.resolve("jdk").toString());
        return builder.start();
    }
}
