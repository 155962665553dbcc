package dev.sluice.pdf;

import java.awt.font.GlyphVector;
import java.util.HashSet;
import java.util.TreeSet;

/// Maps each glyph of a shaped run to its source characters, so that the PDF's text can be copied and searched.
final class Clusters {
    private final String[] sources;

    /// @param text text of the run alone; the glyphs' character indices count from its start
    Clusters(String text, GlyphVector shaped) {
        int count = shaped.getNumGlyphs();
        var starts = new TreeSet<Integer>();
        for (int i = 0; i < count; i++) {
            starts.add(shaped.getGlyphCharIndex(i));
        }
        sources = new String[count];
        var told = new HashSet<Integer>();
        for (int i = 0; i < count; i++) {
            int start = shaped.getGlyphCharIndex(i);
            var end = starts.higher(start);
            sources[i] = told.add(start) ? text.substring(start, end == null ? text.length() : end) : "";
        }
    }

    String source(int glyph) {
        return sources[glyph];
    }
}
