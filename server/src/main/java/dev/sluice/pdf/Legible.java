package dev.sluice.pdf;

import dev.sluice.pdf.Typefaces.Weight;
import java.text.BreakIterator;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Text in which every character has a glyph. Characters without one are replaced: by their composed form, else by
/// their plain equivalent, else without the marks that the fonts lack, else by their code points in brackets
/// (`[U+20BB7]`). The font's box for missing glyphs would look the same for all of them.
final class Legible {
    private static final int JOINER = 0x200D;
    private static final int NON_JOINER = 0x200C;
    /// The line below, an alternative notation of Yoruba for the dot below.
    private static final String LINE_BELOW = "\u0329";

    private static final String DOT_BELOW = "\u0323";

    private final StringBuilder out = new StringBuilder();
    private final Weight weight;
    private Typeface face;

    private Legible(Weight weight) {
        this.weight = weight;
        this.face = Typefaces.of(weight);
    }

    static String of(String text, Weight weight) {
        var legible = new Legible(weight);
        var letters = BreakIterator.getCharacterInstance(Locale.ROOT);
        letters.setText(text);
        int start = 0;
        for (int end = letters.next(); end != BreakIterator.DONE; end = letters.next()) {
            legible.add(text.substring(start, end));
            start = end;
        }
        return legible.out.toString();
    }

    private void add(String letter) {
        var written = Stream.<Supplier<String>>of(
                        () -> letter,
                        () -> Normalizer.normalize(letter, Form.NFC),
                        () -> visible(Normalizer.normalize(letter, Form.NFC)),
                        () -> Normalizer.normalize(letter.replace(LINE_BELOW, DOT_BELOW), Form.NFC),
                        () -> visible(Normalizer.normalize(letter, Form.NFKC)),
                        () -> withoutUnknownMarks(letter))
                .map(Supplier::get)
                .filter(this::isCovered)
                .findFirst()
                .orElseGet(() -> codePoints(letter));
        out.append(written);
        face = after(written);
    }

    /// Returns true if each character has a glyph; for a mark, in the font of its base letter.
    private boolean isCovered(String text) {
        var before = face;
        for (int codePoint : text.codePoints().toArray()) {
            boolean onLetter = Character.UnicodeScript.of(codePoint) == Character.UnicodeScript.INHERITED;
            var own = onLetter ? before : Typefaces.of(codePoint, before, weight);
            if (!own.covers(codePoint) && !isUnprinted(codePoint)) {
                return false;
            }
            before = own;
        }
        return true;
    }

    /// Returns true if a character needs no glyph but affects its neighbours.
    private static boolean isUnprinted(int codePoint) {
        return codePoint == JOINER || codePoint == NON_JOINER || PlainText.isIsolate(codePoint);
    }

    private Typeface after(String text) {
        var last = face;
        for (int codePoint : text.codePoints().toArray()) {
            last = Typefaces.of(codePoint, last, weight);
        }
        return last;
    }

    /// Returns the letter with only the marks that its font has, or unchanged if the letter itself has no glyph.
    private String withoutUnknownMarks(String letter) {
        var parts = Normalizer.normalize(letter, Form.NFD);
        var base = Typefaces.of(parts.codePointAt(0), face, weight);
        var text = parts.codePoints()
                .filter(each -> Character.getType(each) != Character.NON_SPACING_MARK || base.covers(each))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append);
        return Normalizer.normalize(text, Form.NFC);
    }

    private static String visible(String text) {
        return text.codePoints()
                .filter(each -> !isIgnorable(each))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static String codePoints(String letter) {
        var shown = visible(letter);
        return (shown.isEmpty() ? letter : shown)
                .codePoints()
                .mapToObj(each -> String.format(Locale.ROOT, "U+%04X", each))
                .collect(Collectors.joining(" ", "[", "]"));
    }

    /// Returns true for characters that are invisible: joiners, variation selectors, fillers
    /// (Default_Ignorable_Code_Point).
    private static boolean isIgnorable(int codePoint) {
        return Character.getType(codePoint) == Character.FORMAT
                || (codePoint >= 0xFE00 && codePoint <= 0xFE0F)
                || (codePoint >= 0xE0100 && codePoint <= 0xE01EF)
                || (codePoint >= 0x115F && codePoint <= 0x1160)
                || codePoint == 0x034F
                || codePoint == 0x3164
                || codePoint == 0xFFA0;
    }
}
