package dev.sluice.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/// The table of OWASP ASVS 5.0's chapters in SECURITY.md claims no more than the table of its requirements.
/// `NamedTestsTest` checks that the tests named in either exist.
class AsvsTest {
    private static final Path FILE = Path.of("..", "SECURITY.md");
    private static final int CHAPTERS = 17;
    private static final Set<String> STATES = Set.of("met", "partly met", "not met", "not applicable");
    private static final Pattern CHAPTER =
            Pattern.compile("(?m)^\\| V(\\d+) ([A-Z][^|]*) \\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\|$");
    private static final Pattern REQUIREMENT = Pattern.compile("(?m)^\\| (V(\\d+)\\.[^ ,]+)[^|]*\\| (.*) \\|$");
    private static final Pattern LACK = Pattern.compile("\\b(not met|partly)\\b");
    private static final Pattern NAMED = Pattern.compile("V\\d+\\.\\d+\\.\\d+(–\\d+\\.\\d+\\.\\d+)?");
    private static final Pattern TEST = Pattern.compile("`[A-Z][A-Za-z0-9]+Test`");

    /// A chapter's row in the table.
    private record Chapter(int number, String state, String lacks, String tests) {}

    private static String section() throws IOException {
        var text = Files.readString(FILE);
        return text.substring(text.indexOf("## OWASP ASVS 5.0"));
    }

    private static List<Chapter> chapters() throws IOException {
        return CHAPTER.matcher(section())
                .results()
                .map(row -> new Chapter(Integer.parseInt(row.group(1)), row.group(3), row.group(4), row.group(5)))
                .toList();
    }

    @Test
    void each_chapter_has_a_row_with_a_state_and_tests() throws IOException {
        var chapters = chapters();
        assertThat(chapters)
                .extracting(Chapter::number)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, CHAPTERS).boxed().toList());
        SoftAssertions.assertSoftly(all -> chapters.forEach(chapter -> {
            all.assertThat(STATES).as("V" + chapter.number()).contains(chapter.state());
            all.assertThat(TEST.matcher(chapter.tests()).find())
                    .as("V" + chapter.number() + " names tests, unless it does not apply")
                    .isEqualTo(!chapter.state().equals("not applicable"));
        }));
    }

    @Test
    void a_chapter_claims_what_its_requirements_do() throws IOException {
        var lacking = new ArrayList<String>();
        var known = new TreeSet<Integer>();
        REQUIREMENT.matcher(section()).results().forEach(row -> {
            known.add(Integer.parseInt(row.group(2)));
            if (LACK.matcher(row.group(3)).find()) {
                lacking.add(row.group(1));
            }
        });
        assertThat(lacking).isNotEmpty();
        var chapters = chapters();
        SoftAssertions.assertSoftly(all -> chapters.forEach(chapter -> {
            var name = "V" + chapter.number();
            var beneath = lacking.stream()
                    .filter(requirement -> requirement.startsWith(name + "."))
                    .toList();
            var named = NAMED.matcher(chapter.lacks())
                    .results()
                    .map(match -> match.group())
                    .toList();
            all.assertThat(named).as(name).containsExactlyElementsOf(beneath);
            all.assertThat(known.contains(chapter.number()))
                    .as(name)
                    .isEqualTo(!chapter.state().equals("not applicable"));
            all.assertThat(beneath.isEmpty())
                    .as(name)
                    .isEqualTo(!Set.of("partly met", "not met").contains(chapter.state()));
        }));
    }
}
