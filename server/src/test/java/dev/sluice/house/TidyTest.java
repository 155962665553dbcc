package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Limits on the repository's text. They are a ratchet: they are lowered when the code allows it, never raised.
class TidyTest {
    private static final int LINE_LENGTH_MAX = 120;
    private static final int METHOD_LINES_MAX = 70;
    private static final int FILE_LINES_MAX = 400;
    private static final int FILE_LINES_MEDIAN_MAX = 80;

    /// Packages with numbers that are not money: the similarity of names, positions on a page, the brightness of
    /// colours.
    private static final Set<String> FLOATING_POINT_MODULES = Set.of("text", "pdf");
    /// A contrast of colours is no money.
    private static final String COLOUR = "checkout/Colour.java";

    /// Statements of modules' own tables are in stores; the module of connections also has statements about whole
    /// databases, and arbitrary ones.
    private static final Set<String> SQL_FILES_OF_DB = Set.of("db.embedded/Embedded.java", "db/Batch.java");

    /// Measures time and ratios, moves no money, and has statements about whole databases.
    private static final String BENCH = "dev.sluice.bench";
    private static final String SOAK = "dev.sluice.resilience.soak";

    private static final Pattern SQL = Pattern.compile(
            "\\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|CREATE|ALTER"
                    + "|DROP|TRUNCATE|LOCK|MERGE INTO|LISTEN|NOTIFY|SET)\\s+[\\w*(].*",
            Pattern.DOTALL);
    private static final Pattern UNDONE = Pattern.compile("\\b(TO" + "DO|FIX" + "ME)\\b|(//|--|#) X" + "XX\\b");
    private static final Pattern LINK_OR_TABLE = Pattern.compile("\\s*\\|.*|.*(https?://|]\\().*");
    private static final Pattern MIGRATION = Pattern.compile("V\\d{4}__[a-z0-9]+(_[a-z0-9]+)*\\.sql");

    private static final Pattern INDEXED = Pattern.compile("CREATE (?:UNIQUE )?INDEX \\w+ ON (\\w+)");

    private static final List<JavaSource> SOURCES = JavaSource.all();

    @Test
    void no_line_is_longer_than_120_characters() {
        var texts = new ArrayList<>(Repository.files(".java", ".sql", ".sh", ".md"));
        Stream.of("sluice", ".ci/run").map(Repository.ROOT::resolve).forEach(texts::add);
        var tooLong = new ArrayList<String>();
        for (var file : texts) {
            var lines = Repository.text(file).lines().toList();
            for (int i = 0; i < lines.size(); i++) {
                var line = lines.get(i);
                if (line.codePointCount(0, line.length()) > LINE_LENGTH_MAX && !isExcused(file, line)) {
                    tooLong.add(Repository.name(file) + ":" + (i + 1));
                }
            }
        }
        assertThat(tooLong).isEmpty();
    }

    @Test
    void no_method_is_longer_than_70_lines() {
        assertThat(SOURCES.stream()
                        .flatMap(source -> source.methods().stream()
                                .filter(method -> method.lines() > METHOD_LINES_MAX)
                                .map(method -> source.name() + " " + method.name() + ": " + method.lines())))
                .isEmpty();
    }

    @Test
    void no_file_is_longer_than_400_lines_and_half_are_at_most_80() {
        assertThat(SOURCES.stream()
                        .filter(source -> lines(source) > FILE_LINES_MAX)
                        .map(source -> source.name() + ": " + lines(source)))
                .isEmpty();
        var sorted = SOURCES.stream()
                .filter(source -> !source.isTest())
                .mapToLong(TidyTest::lines)
                .sorted()
                .toArray();
        assertThat(sorted[sorted.length / 2]).as("median file").isLessThanOrEqualTo(FILE_LINES_MEDIAN_MAX);
    }

    @Test
    void nothing_is_left_for_later_and_no_test_is_switched_off() {
        assertThat(Repository.files(".java", ".sql", ".sh", ".md", ".yaml", ".xml").stream()
                        .filter(file -> UNDONE.matcher(Repository.text(file)).find())
                        .map(Repository::name))
                .isEmpty();
        assertThat(SOURCES.stream()
                        .filter(source -> source.annotations().stream()
                                .anyMatch(each -> each.startsWith("Disabled") || each.startsWith("EnabledIf")))
                        .map(JavaSource::name))
                .isEmpty();
    }

    @Test
    void every_package_says_what_it_is_for_and_that_nothing_is_null() {
        var described = new HashSet<String>();
        var used = new HashSet<String>();
        for (var source : SOURCES) {
            if (source.isTest()) {
                continue;
            }
            used.add(source.packageName());
            if (source.path().endsWith("package-info.java")
                    && source.annotations().contains("NullMarked")
                    && Repository.text(source.path()).startsWith("/// ")) {
                described.add(source.packageName());
            }
        }
        assertThat(described).containsAll(used);
    }

    @Test
    void every_type_with_a_file_of_its_own_says_what_it_is() {
        assertThat(SOURCES.stream()
                        .filter(source -> !source.isTest() && !source.path().endsWith("package-info.java"))
                        .filter(source -> !isDocumented(source))
                        .map(JavaSource::name))
                .isEmpty();
    }

    @Test
    void sql_stands_in_constants_of_stores() {
        var strays = new ArrayList<String>();
        for (var source : SOURCES) {
            var file = String.valueOf(source.path().getFileName());
            boolean mayHaveSql =
                    file.endsWith("Store.java") || (SQL_FILES_OF_DB.contains(source.module() + "/" + file));
            for (var text : source.texts()) {
                if (!source.isTest()
                        && !isBench(source)
                        && SQL.matcher(text.value()).matches()
                        && !(mayHaveSql && text.constant())) {
                    strays.add(source.name() + ":" + text.line());
                }
            }
        }
        assertThat(strays).isEmpty();
    }

    @Test
    void money_never_meets_floating_point() {
        assertThat(SOURCES.stream()
                        .filter(source -> !source.isTest() && !isBench(source))
                        .filter(source -> !source.packageName().equals(SOAK))
                        .filter(source -> !FLOATING_POINT_MODULES.contains(source.module()))
                        .filter(source -> !source.name().endsWith(COLOUR))
                        .flatMap(source -> source.floatingPoints().stream().map(line -> source.name() + ":" + line)))
                .isEmpty();
    }

    @Test
    void every_migration_is_numbered_and_opens_with_its_reason() {
        var migrations = Repository.migrations();
        assertThat(migrations).isNotEmpty();
        for (var migration : migrations) {
            assertThat(String.valueOf(migration.getFileName())).matches(MIGRATION);
            assertThat(Repository.text(migration))
                    .as(Repository.name(migration))
                    .startsWith("-- ");
        }
        assertThat(migrations.stream().map(TidyTest::number)).doesNotHaveDuplicates();
    }

    /// Creating an index blocks writes to its table, and dropping an index blocks reads of its table, until the
    /// migration ends. Each large table therefore has a migration of its own.
    @Test
    void a_migration_makes_indexes_of_one_table_and_drops_what_it_drops_afterwards() {
        assertThat(Repository.migrations()).isNotEmpty().allSatisfy(migration -> {
            var text = Repository.text(migration);
            var tables = INDEXED.matcher(text)
                    .results()
                    .map(match -> match.group(1))
                    .filter(table -> !text.contains("CREATE TABLE " + table + " "))
                    .distinct();
            assertThat(tables).hasSizeLessThanOrEqualTo(1);
            assertThat(text).doesNotContainPattern("(?s)DROP INDEX.*CREATE (UNIQUE )?INDEX");
        });
    }

    private static boolean isBench(JavaSource source) {
        return source.packageName().startsWith(BENCH);
    }

    private static String number(Path migration) {
        return String.valueOf(migration.getFileName()).substring(0, 5);
    }

    private static long lines(JavaSource source) {
        return Repository.text(source.path()).lines().count();
    }

    private static boolean isDocumented(JavaSource source) {
        return Repository.text(source.path())
                .lines()
                .takeWhile(line -> !line.matches("(public |final |abstract |sealed )*(class|record|enum|interface) .*"))
                .anyMatch(line -> line.startsWith("/// "));
    }

    /// Reports lines that cannot be broken: a table's row, a link, or the name of an import.
    private static boolean isExcused(Path file, String line) {
        return file.toString().endsWith(".md") ? LINK_OR_TABLE.matcher(line).matches() : line.startsWith("import ");
    }
}
