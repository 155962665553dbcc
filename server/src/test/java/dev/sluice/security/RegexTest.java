package dev.sluice.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// API4:2023, unrestricted resource consumption, by regular expressions (ReDoS): every pattern of the program parses
/// an attacker's text in a number of steps at most proportional to its length. Steps are counted, so that slow
/// machines do not matter.
@Tag("slow")
class RegexTest {
    private static final int LONG = 50_000;
    /// Text length for every combination of beginning, part and end.
    private static final int FIRST_LOOK = 2_000;

    private static final int TIMES = 4;
    /// A negligible number of steps, so that short texts are not judged by a few steps more or less.
    private static final int ENOUGH = 100_000;

    /// Four times the text takes about four times the steps, and not sixteen times.
    private static final int GROWTH_MAX = 6;

    /// Calls with a similar argument that is not a regular expression, by file and argument.
    private static final Set<String> NO_REGEX = Set.of(
            "FoldedName.java: dotted -> undotted(dotted, forms)",
            "FoldedName.java: word.getValue()",
            "NameAnswer.java: NameAnswer::doubled",
            "OutsideText.java: match -> isSpelling(text, match.start(), match.end()) ? match.group() : \"\"",
            "Users.java: password",
            "Wording.java: this::label");

    /// Patterns that are built of more than constant texts, and the names under which they are tested.
    private static final Map<String, String> MADE = Map.of(
            "Amounts.java: \"[1-9][0-9]{0,2}(%1$s[0-9]{3})+(%2$s[0-9]+)?\""
                    + " .formatted(Pattern.quote(thousand), Pattern.quote(decimal))",
            "dev.sluice.dashboard.Amounts$Marks ",
            "Amounts.java: \"[0-9]+(%s[0-9]+)?\".formatted(Pattern.quote(decimal))",
            "dev.sluice.dashboard.Amounts$Marks ",
            "FoldedName.java: accentless(\"^(?:นางสาว|นาย|นาง|น\\\\.ส\\\\.)\")",
            "dev.sluice.text.FoldedName.THAI_TITLES",
            "FoldedName.java: regex",
            "dev.sluice.text.FoldedName.PHRASES ");

    private static final List<String> PARTS = List.of(
            "a", "A", "0", "9", " ", "-", ".", "_", "@", ":", "/", ",", ";", "\t", "\n", "\u00e9", "\u0301", "\u0e01",
            "a.", "a@", "a@a.", "A1", "a-", "0,", "1.1", " a", "a. ", "-0", "aA0", "0x", "P1D", "v1=", "=a", "%00");
    private static final List<String> BEGINNINGS = List.of("", "a@", "a@a.", "P", "0x", "M0000000000/", "0.");
    private static final List<String> ENDS = List.of("", "!", "\u0000", "@");

    /// Use of a pattern; a match of the whole text stops at the first mismatch.
    private enum Way {
        WHOLE,
        PARTS
    }

    /// Patterns with a limited text length, and the limit.
    private static final Map<String, Integer> BOUNDED = Map.of(
            "dev.sluice.recipient.EmailAddress.SHAPE", 254,
            "dev.sluice.text.FoldedName.CHILD_OF", 280,
            "dev.sluice.text.FoldedName.DOTTED", 280,
            "dev.sluice.text.FoldedName.DOTTED_WORDS", 280,
            "dev.sluice.text.FoldedName.PHRASES", 280);

    /// Patterns that only match whole texts: `matches()` gives up at the first character that does not fit.
    private static final Set<String> WHOLE_ONLY = Set.of(
            "TransportReader.java: (?!\\.)(?!.*\\.part$)[A-Za-z0-9._-]*\\{msgId}[A-Za-z0-9._-]*",
            "MailSettings.java: [^<>@\\s]+@[^<>@\\s]+|[^<>@\\p{Cntrl}]+<[^<>@\\s]+@[^<>@\\s]+>",
            "dev.sluice.fileimport.payout.PayoutPreview.ITEM",
            "dev.sluice.http.WebUrl.FORM",
            "dev.sluice.merchant.Users.EMAIL",
            "dev.sluice.rail.sandbox.bank.FileChecks.ID",
            "dev.sluice.recipient.EmailAddress.SHAPE");

    @Test
    void every_pattern_takes_steps_in_proportion_to_the_text() throws Exception {
        var patterns = Patterns.collect().all();
        assertThat(patterns).hasSizeGreaterThan(120);
        var slow = new ArrayList<String>();
        patterns.forEach((name, pattern) -> {
            for (var way : WHOLE_ONLY.contains(name) ? List.of(Way.WHOLE) : List.of(Way.values())) {
                var fault = fault(pattern, way, BOUNDED.getOrDefault(field(name), LONG));
                if (!fault.isEmpty()) {
                    slow.add(name + " " + way + " " + pattern + ": " + fault);
                }
            }
        });
        assertThat(slow).isEmpty();
    }

    @Test
    void the_exceptions_are_of_patterns_that_are_there() throws Exception {
        var names = Patterns.collect().all().keySet();
        assertThat(names).containsAll(WHOLE_ONLY);
        assertThat(names.stream().map(RegexTest::field)).containsAll(BOUNDED.keySet());
    }

    @Test
    void no_call_with_a_regular_expression_is_left_out() throws Exception {
        var patterns = Patterns.collect();
        var known = new TreeSet<>(NO_REGEX);
        known.addAll(MADE.keySet());
        assertThat(patterns.unread())
                .as("a pattern that is made at run time needs to be tried, and a line here")
                .isEqualTo(known);
        assertThat(MADE.values())
                .allSatisfy(name -> assertThat(patterns.all().keySet()).anyMatch(each -> each.startsWith(name)));
    }

    @Test
    void patterns_are_found_wherever_they_are_kept() throws Exception {
        assertThat(Patterns.collect().all().keySet())
                .contains(
                        "dev.sluice.rail.sandbox.MagicAccount.OF_CURRENCY 990000([0-9]{2})",
                        "dev.sluice.text.FoldedName.DOTTED_WORDS \\bma\\.",
                        "dev.sluice.text.FoldedName.PHRASES 合同会社",
                        "dev.sluice.dashboard.Amounts$Marks en [0-9]+(\\Q.\\E[0-9]+)?",
                        "dev.sluice.dashboard.Amounts$Marks id [0-9]+(\\Q,\\E[0-9]+)?",
                        "RateValues.java: \\d{1,3}(\\.\\d{1,7})?",
                        "PasswordStrength.java: [^\\p{L}\\p{N}]+",
                        "WebAuthn.java: [a-z-]{1,20}",
                        "Webhooks.java: [0-9]{1,12}",
                        "Refusals.java: [0-9]{1,9}");
    }

    @Test
    void a_call_that_is_planted_in_a_source_is_read_or_said_to_be_unreadable() {
        var source = "if (found.matches()) { a = Pattern.compile(made(b, \")\")); c = text\n"
                + "    .replaceAll(\"x\\\\)+\" + END, \"\"); }";
        var calls = Patterns.calls(source);
        assertThat(calls)
                .containsExactly(
                        new Patterns.Call(true, "made(b, \")\")"), new Patterns.Call(false, "\"x\\\\)+\" + END"));
        assertThat(Patterns.text(calls.get(0).argument(), Optional::of)).isEmpty();
        assertThat(Patterns.text(calls.get(1).argument(), _ -> Optional.of("$")))
                .contains("x\\)+$");
        assertThat(Patterns.text(calls.get(1).argument(), _ -> Optional.empty()))
                .isEmpty();
    }

    @Test
    void a_pattern_that_backtracks_is_found() {
        assertThat(fault(Pattern.compile("(a+)+"), Way.WHOLE, LONG)).isNotEmpty();
        assertThat(fault(Pattern.compile("\\s+$"), Way.PARTS, LONG)).isNotEmpty();
        assertThat(fault(Pattern.compile("[a-z]+"), Way.WHOLE, LONG)).isEmpty();
    }

    /// Removes the number of the pattern, if a field holds several.
    private static String field(String name) {
        return name.split(" ", 2)[0];
    }

    /// Returns the fault; empty if there is none.
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
                // The search for each part begins at the end of the previous one.
            }
        }
        return counted.steps;
    }

    private static final class TooManySteps extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /// A text that counts its character accesses.
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
