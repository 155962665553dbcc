package dev.sluice.pdf;

import java.awt.Font;
import java.awt.FontFormatException;
import java.awt.font.TextAttribute;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import org.apache.fontbox.ttf.CmapLookup;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;

/// One bundled font file: its bytes for embedding, its character map, and the JDK's font object for shaping.
///
/// Immutable and shared by all documents; loaded when a text first needs it, see [Typefaces].
final class Typeface {
    /// Glyph positions are in thousandths of the type size, as in a PDF.
    static final float UNITS_PER_EM = 1000f;

    static {
        disableSystemFonts();
    }

    private final String name;
    private final byte[] bytes;
    private final CmapLookup characters;
    private final Font shaping;

    private Typeface(String name, byte[] bytes) throws IOException, FontFormatException {
        this.name = name;
        this.bytes = bytes;
        this.characters = parse().getUnicodeCmapLookup();
        this.shaping = Font.createFont(Font.TRUETYPE_FONT, new ByteArrayInputStream(bytes))
                .deriveFont(Map.of(TextAttribute.KERNING, TextAttribute.KERNING_ON))
                .deriveFont(UNITS_PER_EM);
    }

    /// @param name the file's name under `/fonts`, without `.ttf`
    static Typeface load(String name) {
        try (var in = Typeface.class.getResourceAsStream("/fonts/" + name + ".ttf")) {
            if (in == null) {
                throw new IllegalStateException("the font " + name + " is missing");
            }
            return new Typeface(name, in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (FontFormatException e) {
            throw new IllegalStateException("the font " + name + " cannot be read", e);
        }
    }

    String name() {
        return name;
    }

    Font shaping() {
        return shaping;
    }

    /// Returns the glyph of a character, or 0 if the font has none.
    int glyph(int codePoint) {
        return characters.getGlyphId(codePoint);
    }

    boolean covers(int codePoint) {
        return glyph(codePoint) != 0;
    }

    /// Returns a parsed view for one document: a [TrueTypeFont] reads lazily and is not thread-safe.
    TrueTypeFont parse() throws IOException {
        var font = new TTFParser(true).parse(new RandomAccessReadBuffer(bytes));
        font.setEnableGsub(false);
        return font;
    }

    /// Gives the JDK an empty font configuration. Before it creates its first font, the JDK reads the machine's
    /// configuration, and fails if there is none, as in a slim container. An empty one works everywhere and avoids
    /// the scan of system fonts.
    private static void disableSystemFonts() {
        var property = "sun.awt.fontconfig";
        if (System.getProperty(property) != null) {
            return;
        }
        try {
            var empty = Files.createTempFile("sluice-fonts", ".properties");
            empty.toFile().deleteOnExit();
            Files.writeString(empty, "version=1\nsequence.allfonts=default\n");
            System.setProperty(property, empty.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
