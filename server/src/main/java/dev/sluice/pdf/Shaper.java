package dev.sluice.pdf;

import dev.sluice.pdf.Typefaces.Weight;
import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.awt.font.GlyphVector;
import java.text.Bidi;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Converts text to positioned glyphs, in visual order.
///
/// Direction follows the Unicode bidirectional algorithm ([Bidi]). The JDK's HarfBuzz chooses and places glyphs, and
/// the JDK's [BreakIterator] finds line breaks (by dictionary for Thai).
final class Shaper {
    private static final FontRenderContext EXACT = new FontRenderContext(null, true, true);

    /// The JDK's code for an invisible glyph, such as that of a joiner.
    private static final int INVISIBLE_GLYPH = 0xFFFE;

    private Shaper() {}

    /// One glyph. Positions are in thousandths of the type size, up and to the right of the line's start.
    ///
    /// @param source its source text; empty for the second and later glyphs of a cluster
    record Glyph(int id, float x, float y, String source) {}

    /// Glyphs of one font, left to right.
    ///
    /// @param text source text in reading order, for copying and searching
    /// @param simple true if readers can derive the text from the glyphs: one glyph per character, or right to
    ///     left throughout. Readers reverse the latter by themselves, and wrongly if they get the text as well
    record Run(Typeface face, String text, List<Glyph> glyphs, boolean simple) {
        Run {
            glyphs = List.copyOf(glyphs);
        }
    }

    /// One line, left to right.
    ///
    /// @param advance width in thousandths of the type size
    record Line(List<Run> runs, float advance) {
        Line {
            runs = List.copyOf(runs);
        }

        float width(float size) {
            return advance * size / Typeface.UNITS_PER_EM;
        }
    }

    private record Piece(int start, int end, int level, Typeface face) {
        boolean rightToLeft() {
            return (level & 1) == 1;
        }
    }

    /// Returns the text on one line, however long.
    static Line line(String text, Weight weight) {
        return shaped(Legible.of(text, weight), weight);
    }

    private static Line shaped(String text, Weight weight) {
        var pieces = pieces(text, weight).toArray(Piece[]::new);
        var levels = new byte[pieces.length];
        for (int i = 0; i < pieces.length; i++) {
            levels[i] = (byte) pieces[i].level();
        }
        Bidi.reorderVisually(levels, 0, pieces, 0, pieces.length);
        var runs = new ArrayList<Run>();
        float pen = 0;
        for (var piece : pieces) {
            int direction = piece.rightToLeft() ? Font.LAYOUT_RIGHT_TO_LEFT : Font.LAYOUT_LEFT_TO_RIGHT;
            var shaped = piece.face()
                    .shaping()
                    .layoutGlyphVector(EXACT, text.toCharArray(), piece.start(), piece.end(), direction);
            runs.add(run(text.substring(piece.start(), piece.end()), piece, shaped, pen));
            pen += (float) shaped.getGlyphPosition(shaped.getNumGlyphs()).getX();
        }
        return new Line(runs, pen);
    }

    /// Returns the text on several lines, broken between words and, if a word is too wide, between letters.
    static List<Line> wrap(String text, Weight weight, float size, float width) {
        return wrap(
                Legible.of(text, weight),
                weight,
                size,
                width,
                BreakIterator.getLineInstance(Locale.forLanguageTag("th")));
    }

    /// Returns the text on several lines, broken at any letter, as suits a URL.
    static List<Line> wrapAnywhere(String text, Weight weight, float size, float width) {
        var legible = Legible.of(text, weight);
        return wrap(legible, weight, size, width, BreakIterator.getCharacterInstance(Locale.ROOT));
    }

    private static List<Line> wrap(String text, Weight weight, float size, float width, BreakIterator words) {
        var whole = shaped(text, weight);
        if (whole.width(size) <= width) {
            return List.of(whole);
        }
        var letters = BreakIterator.getCharacterInstance(Locale.ROOT);
        words.setText(text);
        letters.setText(text);
        var lines = new ArrayList<Line>();
        int start = 0;
        while (start < text.length()) {
            int end = fit(text, weight, size, width, words, start);
            if (end == start) {
                end = Math.max(fit(text, weight, size, width, letters, start), letters.following(start));
            }
            lines.add(shaped(text.substring(start, end).strip(), weight));
            start = end;
        }
        return lines;
    }

    /// Returns the last break that still fits, or the start if none does.
    private static int fit(String text, Weight weight, float size, float width, BreakIterator breaks, int start) {
        int fits = start;
        for (int end = breaks.following(start); end != BreakIterator.DONE; end = next(breaks, end, text)) {
            if (shaped(text.substring(start, end).strip(), weight).width(size) > width) {
                break;
            }
            fits = end;
        }
        return fits;
    }

    private static int next(BreakIterator breaks, int end, String text) {
        return end == text.length() ? BreakIterator.DONE : breaks.following(end);
    }

    /// Splits the text, in reading order, at changes of direction or font, and at isolates, which are not printed.
    private static List<Piece> pieces(String text, Weight weight) {
        var pieces = new ArrayList<Piece>();
        var bidi = new Bidi(text, Bidi.DIRECTION_DEFAULT_LEFT_TO_RIGHT);
        var face = Typefaces.of(weight);
        int start = 0;
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            if (PlainText.isIsolate(codePoint)) {
                if (i > start) {
                    pieces.add(new Piece(start, i, bidi.getLevelAt(start), face));
                }
                start = ++i;
                continue;
            }
            var next = Typefaces.of(codePoint, face, weight);
            boolean turns = i > start && bidi.getLevelAt(i) != bidi.getLevelAt(start);
            if (i > start && (next != face || turns)) {
                pieces.add(new Piece(start, i, bidi.getLevelAt(start), face));
                start = i;
            }
            face = next;
            i += Character.charCount(codePoint);
        }
        if (start < text.length()) {
            pieces.add(new Piece(start, text.length(), bidi.getLevelAt(start), face));
        }
        return pieces;
    }

    private static Run run(String text, Piece piece, GlyphVector shaped, float pen) {
        var clusters = new Clusters(text, shaped);
        var glyphs = new ArrayList<Glyph>(shaped.getNumGlyphs());
        for (int i = 0; i < shaped.getNumGlyphs(); i++) {
            if (shaped.getGlyphCode(i) >= INVISIBLE_GLYPH) {
                continue;
            }
            var at = shaped.getGlyphPosition(i);
            glyphs.add(
                    new Glyph(shaped.getGlyphCode(i), pen + (float) at.getX(), (float) -at.getY(), clusters.source(i)));
        }
        return new Run(piece.face(), text, glyphs, piece.rightToLeft() || spells(glyphs, text, piece.face()));
    }

    /// The glyph for missing characters is the same for all of them, so it identifies none.
    private static boolean spells(List<Glyph> glyphs, String text, Typeface face) {
        var ids = glyphs.stream().mapToInt(Glyph::id).toArray();
        return Arrays.equals(ids, text.codePoints().map(face::glyph).toArray())
                && Arrays.stream(ids).noneMatch(id -> id == 0);
    }
}
