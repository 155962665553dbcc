package dev.sluice.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every test that a page names as proof must exist: a renamed one would otherwise still be named as proof.
class NamedTestsTest {
    private static final Path CLONE = Path.of("..");
    private static final List<String> MODULES = List.of("client", "server", "bench", "resilience");
    private static final Pattern NAME = Pattern.compile("\\b[A-Z][A-Za-z0-9]+Test\\b");
    private static final int NAMED_MIN = 100;

    @Test
    void every_test_that_a_page_names_is_there() throws IOException {
        var there = tests();
        assertThat(named(CLONE.resolve("SECURITY.md"))).hasSizeGreaterThan(NAMED_MIN);
        var missing = new TreeSet<String>();
        for (var page : pages()) {
            named(page).stream()
                    .filter(name -> !there.contains(name))
                    .forEach(name -> missing.add(CLONE.relativize(page) + ": " + name));
        }
        assertThat(missing).isEmpty();
    }

    private static List<Path> pages() throws IOException {
        try (var first = Files.list(CLONE);
                var docs = Files.walk(CLONE.resolve("docs"))) {
            return Stream.concat(first, docs)
                    .filter(file -> file.toString().endsWith(".md") && !file.endsWith("CHANGELOG.md"))
                    .toList();
        }
    }

    private static Set<String> named(Path page) throws IOException {
        return NAME.matcher(Files.readString(page))
                .results()
                .map(match -> match.group())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> tests() throws IOException {
        var names = new TreeSet<String>();
        for (var module : MODULES) {
            try (var files = Files.walk(CLONE.resolve(module).resolve("src").resolve("test"))) {
                files.map(file -> String.valueOf(file.getFileName()))
                        .filter(name -> name.endsWith("Test.java"))
                        .forEach(name -> names.add(name.replace(".java", "")));
            }
        }
        return names;
    }
}
