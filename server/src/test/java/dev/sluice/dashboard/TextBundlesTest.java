package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests that every text exists once in each language of the dashboard, with the same placeholders.
class TextBundlesTest {
    private static final Path FOLDER = Path.of("src/main/resources/texts");
    private static final Pattern CHOICE = Pattern.compile("\\{(\\d),choice,(?:[^{}]|\\{\\1})*}");
    private static final Pattern PLACE = Pattern.compile("\\{\\d[^}]*}");

    static Stream<Path> english() throws IOException {
        try (var files = Files.walk(FOLDER)) {
            return files.filter(file -> file.toString().endsWith("_en.properties")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("english")
    void a_bundle_says_the_same_in_every_language(Path english) {
        for (var language : DashboardGuard.LANGUAGES) {
            var other = english.resolveSibling(english.getFileName().toString().replace("_en.", "_" + language + "."));
            assertThat(places(other)).as(other.toString()).isEqualTo(places(english));
        }
    }

    /// Refuses a duplicate key, because the first text would never be used.
    private static final class Once extends Properties {
        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Object put(Object key, Object text) {
            assertThat(this).doesNotContainKey(key);
            return super.put(key, text);
        }
    }

    private static TreeMap<String, List<String>> places(Path file) {
        var texts = new Once();
        try (var in = Files.newBufferedReader(file)) {
            texts.load(in);
        } catch (IOException absent) {
            throw new UncheckedIOException(absent);
        }
        var places = new TreeMap<String, List<String>>();
        texts.forEach((key, text) -> places.put(
                key.toString(),
                PLACE.matcher(CHOICE.matcher(text.toString()).replaceAll("{$1}"))
                        .results()
                        .map(MatchResult::group)
                        .sorted()
                        .toList()));
        return places;
    }
}
