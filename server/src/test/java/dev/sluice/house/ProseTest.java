package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Limits on the English of comments. They are a ratchet: they are lowered when the comments allow it, never raised.
class ProseTest {
    private static final Pattern COMMENT_LINE = Pattern.compile("\\s*(?:///?|--)\\s?(.*)");
    private static final Pattern TAG = Pattern.compile("@(param \\w+|return|throws)");
    private static final int CHARACTERS_MIN = 15;

    private static final Pattern RELATIVE_CLAUSE =
            Pattern.compile("^(What|Whether|Who|Whom|Whose|Whoever|Whatever|How|Of |The same|Where |From |So |Those"
                    + "|Such|Nobody|Somebody|Everybody|One that|Only who|None )");

    private static final Pattern RELATIVE_WORD =
            Pattern.compile("\\b(who|whoever|whose|whom|what|whatever|which)\\b", Pattern.CASE_INSENSITIVE);

    /// @param opening maximum share of comments that open with a relative clause instead of a noun or verb, in per cent
    /// @param words maximum number of relative pronouns per 1,000 words
    @ParameterizedTest
    @CsvSource({
        "server/src/main, 0.1, 4.9",
        "server/src/test, 0.1, 0.3",
        "client, 0.8, 1.6",
        "bench, 0.1, 4.1",
        "resilience, 0.1, 5.7"
    })
    void comments_begin_with_their_subject(String folder, double opening, double words) {
        var all = Repository.files(".java", ".sql").stream()
                .filter(file -> Repository.name(file).startsWith(folder + "/"))
                .flatMap(file -> comments(Repository.text(file)).stream())
                .toList();
        var openings = all.stream()
                .filter(text -> RELATIVE_CLAUSE.matcher(text).find())
                .toList();
        long count = all.stream().mapToLong(text -> text.split("\\s+").length).sum();
        long pronouns = all.stream()
                .mapToLong(text -> RELATIVE_WORD.matcher(text).results().count())
                .sum();
        assertThat(100.0 * openings.size() / all.size()).as("%s", openings).isLessThanOrEqualTo(opening);
        assertThat(1_000.0 * pronouns / count).isLessThanOrEqualTo(words);
    }

    /// Returns the comments of a file. Consecutive lines are one comment.
    private static List<String> comments(String text) {
        var found = new ArrayList<String>();
        var block = new ArrayList<String>();
        text.lines().forEach(line -> {
            var comment = COMMENT_LINE.matcher(line);
            if (comment.matches()) {
                block.add(comment.group(1));
            } else {
                add(found, block);
            }
        });
        add(found, block);
        return found;
    }

    private static void add(List<String> found, List<String> block) {
        var text = TAG.matcher(String.join(" ", block)).replaceAll("").strip();
        if (text.length() >= CHARACTERS_MIN) {
            found.add(text);
        }
        block.clear();
    }
}
