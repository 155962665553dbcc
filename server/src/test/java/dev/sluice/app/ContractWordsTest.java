package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Contract;
import dev.sluice.rail.FailureCode;
import dev.sluice.recipient.Problem;
import dev.sluice.refusal.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The codes that clients evaluate are exactly those that the contract lists.
class ContractWordsTest {
    private static final Path SOURCES = Path.of("src", "main", "java", "dev", "sluice");
    private static final Path CONTRACT = Path.of("..", "api", "openapi.yaml");

    /// A finding with a code of its own: `add("field", "WORD", …)`, `new Detail("field", "WORD", …)`.
    private static final Pattern FINDING = Pattern.compile("\\b(?:add|new Detail)\\([^;]*?,\\s*\"([A-Z][A-Z_]+)\",");

    /// Packages without API endpoints: their codes are for people's pages, and for files.
    private static final Pattern PEOPLE = Pattern.compile("dashboard/.*|fileimport/.*|cli/.*");

    private static Stream<Path> sources() throws IOException {
        return Files.walk(SOURCES)
                .filter(path -> path.toString().endsWith(".java"))
                .filter(path ->
                        !PEOPLE.matcher(SOURCES.relativize(path).toString()).matches());
    }

    private static Stream<String> words(Path source) {
        try {
            return FINDING.matcher(Files.readString(source)).results().map(found -> found.group(1)).toList().stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Test
    void every_refusal_is_listed() {
        assertThat(Contract.load().words("ErrorCode"))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Refusal.values())
                        .map(Refusal::code)
                        .distinct()
                        .toList());
    }

    @Test
    void every_reason_of_a_failed_payout_is_listed() {
        assertThat(Contract.load().words("FailureCode"))
                .containsExactlyElementsOf(
                        Arrays.stream(FailureCode.values()).map(Enum::name).toList());
    }

    @Test
    void every_word_about_a_field_is_listed() throws IOException {
        var refusals = Arrays.stream(Refusal.values()).map(Refusal::code).toList();
        var used = new TreeSet<String>();
        try (var sources = sources()) {
            sources.flatMap(ContractWordsTest::words).forEach(used::add);
        }
        Arrays.stream(Problem.Code.values()).map(Enum::name).forEach(used::add);
        refusals.forEach(used::remove);
        assertThat(used).hasSizeGreaterThan(12);
        assertThat(Contract.load().words("DetailCode")).containsExactlyElementsOf(used);
    }

    /// The tables of the introduction explain the codes that the schemas list.
    @ParameterizedTest
    @CsvSource({"ErrorCode", "DetailCode"})
    void every_word_is_explained(String list) throws IOException {
        var introduction = Files.readString(CONTRACT).split("\nservers:", 2)[0];
        var explained = Pattern.compile("^    \\|[0-9, ]*\\|? ?`([A-Z_]+)` \\|", Pattern.MULTILINE)
                .matcher(introduction)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(explained).containsAll(Contract.load().words(list));
    }
}
