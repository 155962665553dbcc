package dev.sluice.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.sheet.SheetReader;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// API4:2023, unrestricted resource consumption, by regular expressions (ReDoS): every pattern of the program reads an
/// attacker's text in steps that grow with its length and not faster. Steps are counted, so that no machine is too
/// slow.
class RegexTest {
    private static final int LONG = 50_000;
    /// For every combination of beginning, part and end.
    private static final int FIRST_LOOK = 2_000;

    private static final int TIMES = 4;
    /// Steps that nobody notices, so that short texts are not judged by a few steps more or less.
    private static final int ENOUGH = 100_000;

    /// Four times the text takes four times the steps, and not sixteen times.
    private static final int GROWTH_MAX = 6;

    /// What a pattern that is kept in no constant looks like in the source.
    private static final Pattern IN_SOURCE =
            Pattern.compile("\\.(?:matches|replaceAll|replaceFirst|split)\\(\"((?:[^\"\\\\]|\\\\.)*)\"[,)]");

    private static final List<String> PARTS = List.of(
            "a", "A", "0", "9", " ", "-", ".", "_", "@", ":", "/", ",", ";", "\t", "\n", "\u00e9", "\u0301", "\u0e01",
            "a.", "a@", "a@a.", "A1", "a-", "0,", "1.1", " a", "a. ", "-0", "aA0", "0x", "P1D", "v1=", "=a", "%00");
    private static final List<String> BEGINNINGS = List.of("", "a@", "a@a.", "P", "0x", "M0000000000/", "0.");
    private static final List<String> ENDS = List.of("", "!", "\u0000", "@");

    /// How patterns are asked; one that asks for the whole text stops where it does not fit.
    private enum Way {
        WHOLE,
        PARTS
    }

    /// Patterns whose text is bounded before they see it, and by how much.
    private static final Map<String, Integer> BOUNDED = Map.of(
            "dev.sluice.recipient.EmailAddress.SHAPE", 254,
            "dev.sluice.recipient.FoldedName.CHILD_OF", 280,
            "dev.sluice.recipient.FoldedName.DOTTED", 280);

    /// Patterns that are asked for the whole text alone: `matches()` gives up at the first character that does not fit.
    private static final Set<String> WHOLE_ONLY = Set.of(
            "MailSettings.java: [^<>@\\s]+@[^<>@\\s]+|[^<>@\\p{Cntrl}]+<[^<>@\\s]+@[^<>@\\s]+>",
            "dev.sluice.bulk.Preview.ITEM",
            "dev.sluice.merchant.Users.EMAIL",
            "dev.sluice.recipient.EmailAddress.SHAPE");

    @Test
    void every_pattern_takes_steps_in_proportion_to_the_text() throws Exception {
        var patterns = patterns();
        assertThat(patterns).hasSizeGreaterThan(90);
        var slow = new ArrayList<String>();
        patterns.forEach((name, pattern) -> {
            for (var way : WHOLE_ONLY.contains(name) ? List.of(Way.WHOLE) : List.of(Way.values())) {
                var fault = fault(pattern, way, BOUNDED.getOrDefault(name, LONG));
                if (!fault.isEmpty()) {
                    slow.add(name + " " + way + " " + pattern + ": " + fault);
                }
            }
        });
        assertThat(slow).isEmpty();
    }

    @Test
    void the_exceptions_are_of_patterns_that_are_there() throws Exception {
        assertThat(patterns().keySet()).containsAll(BOUNDED.keySet()).containsAll(WHOLE_ONLY);
    }

    @Test
    void a_pattern_that_backtracks_is_found() {
        assertThat(fault(Pattern.compile("(a+)+"), Way.WHOLE, LONG)).isNotEmpty();
        assertThat(fault(Pattern.compile("\\s+$"), Way.PARTS, LONG)).isNotEmpty();
        assertThat(fault(Pattern.compile("[a-z]+"), Way.WHOLE, LONG)).isEmpty();
    }

    /// What is wrong; empty where nothing is.
    private static String fault(Pattern pattern, Way way, int length) {
        for (var part : PARTS) {
            for (var beginning : BEGINNINGS) {
                for (var end : ENDS) {
                    if (grows(pattern, way, beginning, part, end, Math.min(FIRST_LOOK, length))) {
                        return "'" + beginning + "' '" + part + "'… '" + end + "'";
                    }
                }
            }
            if (grows(pattern, way, "", part, "!", length)) {
                return "'" + part + "'… '!'";
            }
        }
        return "";
    }

    private static boolean grows(Pattern pattern, Way way, String beginning, String part, String end, int length) {
        try {
            int few = length / TIMES;
            long steps = steps(pattern, beginning + part.repeat(few / part.length()) + end, way, few * 1_000L);
            steps(
                    pattern,
                    beginning + part.repeat(length / part.length()) + end,
                    way,
                    Math.max(steps, Math.max(length * 10L, ENOUGH)) * GROWTH_MAX);
            return false;
        } catch (TooManySteps | StackOverflowError tooMany) {
            return true;
        }
    }

    private static long steps(Pattern pattern, String text, Way way, long limit) {
        var counted = new Counted(text, limit);
        var matcher = pattern.matcher(counted);
        if (way == Way.WHOLE) {
            matcher.matches();
        } else {
            while (matcher.find()) {
                // Each part is looked for from the end of the one before.
            }
        }
        return counted.steps;
    }

    /// Every pattern that the program keeps in a constant or writes where it is used.
    private static Map<String, Pattern> patterns() throws IOException, URISyntaxException {
        var all = new TreeMap<String, Pattern>();
        var classes = Path.of(SheetReader.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (var files = Files.walk(classes)) {
            files.map(classes::relativize)
                    .map(Path::toString)
                    .filter(name -> name.startsWith("dev/sluice/") && name.endsWith(".class"))
                    .forEach(name ->
                            constants(name.substring(0, name.length() - 6).replace('/', '.'), all));
        }
        var sources = Path.of("src", "main", "java");
        try (var files = Files.walk(sources)) {
            for (var file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                var found = IN_SOURCE.matcher(Files.readString(file));
                while (found.find()) {
                    var regex = found.group(1).translateEscapes();
                    all.put(file.getFileName() + ": " + regex, Pattern.compile(regex));
                }
            }
        }
        return all;
    }

    private static void constants(String className, Map<String, Pattern> all) {
        try {
            var type = Class.forName(className, false, RegexTest.class.getClassLoader());
            for (var field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) && field.getType() == Pattern.class) {
                    field.setAccessible(true);
                    all.put(type.getName() + "." + field.getName(), (Pattern) field.get(null));
                }
            }
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static final class TooManySteps extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /// A text that counts how often it is looked at.
    private static final class Counted implements CharSequence {
        private final CharSequence text;
        private final long limit;
        private long steps;

        Counted(CharSequence text, long limit) {
            this.text = text;
            this.limit = limit;
        }

        @Override
        public char charAt(int index) {
            if (++steps > limit) {
                throw new TooManySteps();
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
