package dev.sluice.rail.iso20022.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Mutation test of the tests of the bank rail: each bug of a list is planted into the source, compiled,
/// and found by its test. The same test passes with the classes as they are.
class PlantedBugsTest {
    private static final Path SOURCES = Path.of("src", "main", "java");

    @TempDir
    private Path root;

    /// Names in seconds each bug that no longer fits its source.
    @ParameterizedTest
    @EnumSource
    void a_bug_fits_the_source(PlantedBug bug) throws IOException {
        for (var change : bug.changes()) {
            assertThat(change.plant(Files.readString(SOURCES.resolve(change.file()))))
                    .contains(change.wrong());
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void a_planted_bug_is_found(PlantedBug bug) throws Exception {
        var changed = plant(bug);
        assertThat(OneTest.failure(new RailClasses(root.resolve("none")), bug.finder(), root.resolve("right")))
                .as("without the bug")
                .isEmpty();
        assertThat(OneTest.failure(new RailClasses(changed), bug.finder(), root.resolve("wrong")))
                .as("with the bug")
                .isPresent();
    }

    private Path plant(PlantedBug bug) throws IOException {
        var sources = new ArrayList<Path>();
        for (var change : bug.changes()) {
            var source = root.resolve("source").resolve(change.file());
            Files.createDirectories(source.getParent());
            Files.writeString(source, change.plant(Files.readString(SOURCES.resolve(change.file()))));
            sources.add(source);
        }
        return compiled(sources);
    }

    private Path compiled(List<Path> sources) throws IOException {
        var classes = Files.createDirectories(root.resolve("classes"));
        var arguments = new ArrayList<>(List.of(
                "-proc:none",
                "-nowarn",
                "-parameters",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString()));
        sources.forEach(each -> arguments.add(each.toString()));
        var errors = new ByteArrayOutputStream();
        int failed = ToolProvider.getSystemJavaCompiler().run(null, errors, errors, arguments.toArray(String[]::new));
        assertThat(failed).as(errors.toString(StandardCharsets.UTF_8)).isZero();
        return classes;
    }
}
