package dev.sluice.disbursement.proof;

import java.text.BreakIterator;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Masks personal details on the public page: enough to compare them with the printed proof, too little to reveal
/// them.
final class Mask {
    private static final int ACCOUNT_TAIL_MAX = 4;
    private static final int WORD_HEAD_MAX = 2;
    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Pattern SEPARATOR = Pattern.compile("[\\s-]");
    private static final String HIDDEN = "•••";

    private Mask() {}

    /// Returns the last four characters, and never more than half of them.
    static String accountNumber(String accountNumber) {
        var digits = SEPARATOR.matcher(accountNumber).replaceAll("");
        var points = digits.codePoints().toArray();
        int shown = Math.min(ACCOUNT_TAIL_MAX, points.length / 2);
        return "•••• " + new String(points, points.length - shown, shown);
    }

    /// Returns the first two letters of each word, and never a whole word: `Somchai Jaidee` is `So••• Ja•••`.
    static String name(String name) {
        return SPACE.splitAsStream(name).map(word -> head(word) + HIDDEN).collect(Collectors.joining(" "));
    }

    /// Cuts between grapheme clusters, so that letters keep their marks.
    private static String head(String word) {
        var letters = BreakIterator.getCharacterInstance(Locale.ROOT);
        letters.setText(word);
        int end = 0;
        for (int count = 0; count < WORD_HEAD_MAX; count++) {
            int next = letters.next();
            if (next == BreakIterator.DONE || next == word.length()) {
                break;
            }
            end = next;
        }
        return word.substring(0, end);
    }
}
