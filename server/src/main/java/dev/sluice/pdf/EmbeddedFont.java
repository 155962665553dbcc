package dev.sluice.pdf;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.fontbox.ttf.TTFSubsetter;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSFloat;
import org.apache.pdfbox.cos.COSInteger;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.cos.COSString;
import org.apache.pdfbox.pdmodel.PDDocument;

/// A font embedded in one document, addressed by glyph and subset to the glyphs in use (ISO 32000-1 section 9.7, Type
/// 0).
///
/// PDFBox's own font class takes characters instead of glyphs, so it cannot draw the output of a shaper.
final class EmbeddedFont {
    private static final List<String> TABLES =
            List.of("head", "hhea", "hmtx", "maxp", "loca", "glyf", "cvt ", "fpgm", "prep");
    private static final int SYMBOLIC = 4;
    private static final int TAG_LENGTH = 6;

    private final COSName name;
    private final Typeface face;
    private final TrueTypeFont font;
    private final COSDictionary dictionary = new COSDictionary();
    private final SortedMap<Integer, String> sources = new TreeMap<>();

    EmbeddedFont(COSName name, Typeface face) throws IOException {
        this.name = name;
        this.face = face;
        this.font = face.parse();
    }

    /// Returns the name in the pages' resources.
    COSName name() {
        return name;
    }

    /// Returns the font dictionary, which is complete only after [#finish].
    COSDictionary dictionary() {
        return dictionary;
    }

    /// Marks a glyph as used and returns its nominal width in thousandths of the type size.
    float use(Shaper.Glyph glyph) throws IOException {
        sources.merge(glyph.id(), glyph.source(), (known, again) -> known.isEmpty() ? again : known);
        return width(glyph.id());
    }

    /// Writes the subset. After this no further glyph may be used.
    void finish(PDDocument document) throws IOException {
        var subsetter = new TTFSubsetter(font, TABLES);
        subsetter.addGlyphIds(sources.keySet());
        var program = new ByteArrayOutputStream();
        subsetter.writeToStream(program);
        var baseFont = COSName.getPDFName(tag() + "+" + face.name());

        dictionary.setItem(COSName.TYPE, COSName.FONT);
        dictionary.setItem(COSName.SUBTYPE, COSName.TYPE0);
        dictionary.setItem(COSName.BASE_FONT, baseFont);
        dictionary.setItem(COSName.ENCODING, COSName.IDENTITY_H);
        dictionary.setItem(COSName.TO_UNICODE, stream(document, toUnicode()));
        dictionary.setItem(COSName.DESCENDANT_FONTS, array(descendant(document, baseFont, subsetter, program)));
    }

    private COSDictionary descendant(
            PDDocument document, COSName baseFont, TTFSubsetter subsetter, ByteArrayOutputStream program)
            throws IOException {
        var system = new COSDictionary();
        system.setItem(COSName.REGISTRY, new COSString("Adobe"));
        system.setItem(COSName.ORDERING, new COSString("Identity"));
        system.setInt(COSName.SUPPLEMENT, 0);
        var descendant = new COSDictionary();
        descendant.setItem(COSName.TYPE, COSName.FONT);
        descendant.setItem(COSName.SUBTYPE, COSName.CID_FONT_TYPE2);
        descendant.setItem(COSName.BASE_FONT, baseFont);
        descendant.setItem(COSName.CIDSYSTEMINFO, system);
        descendant.setItem(COSName.FONT_DESC, descriptor(baseFont, stream(document, program.toByteArray())));
        descendant.setInt(COSName.DW, 0);
        descendant.setItem(COSName.W, widths());
        descendant.setItem(COSName.CID_TO_GID_MAP, stream(document, glyphMap(subsetter.getGIDMap())));
        return descendant;
    }

    private COSDictionary descriptor(COSName baseFont, COSStream program) throws IOException {
        var head = font.getHeader();
        var descriptor = new COSDictionary();
        descriptor.setItem(COSName.TYPE, COSName.FONT_DESC);
        descriptor.setItem(COSName.FONT_NAME, baseFont);
        descriptor.setInt(COSName.FLAGS, SYMBOLIC);
        descriptor.setItem(
                COSName.FONT_BBOX,
                array(scaled(head.getXMin()), scaled(head.getYMin()), scaled(head.getXMax()), scaled(head.getYMax())));
        descriptor.setInt(COSName.ITALIC_ANGLE, 0);
        descriptor.setItem(COSName.ASCENT, scaled(font.getHorizontalHeader().getAscender()));
        descriptor.setItem(COSName.DESCENT, scaled(font.getHorizontalHeader().getDescender()));
        descriptor.setInt(COSName.CAP_HEIGHT, 700);
        descriptor.setInt(COSName.STEM_V, 80);
        descriptor.setItem(COSName.FONT_FILE2, program);
        return descriptor;
    }

    private COSArray widths() throws IOException {
        var widths = new COSArray();
        for (int glyph : sources.keySet()) {
            widths.add(COSInteger.get(glyph));
            widths.add(array(new COSFloat(width(glyph))));
        }
        return widths;
    }

    /// Maps each glyph of the whole font to its number in the subset, two bytes each.
    private byte[] glyphMap(Map<Integer, Integer> wholeBySubset) {
        var map = new byte[(sources.lastKey() + 1) * 2];
        wholeBySubset.forEach((subset, whole) -> {
            if (whole <= sources.lastKey()) {
                map[whole * 2] = (byte) (subset >> 8);
                map[whole * 2 + 1] = (byte) (int) subset;
            }
        });
        return map;
    }

    /// Returns the CMap for copying text (ISO 32000-1 section 9.10.3).
    private byte[] toUnicode() {
        var map = new StringBuilder("""
                /CIDInit /ProcSet findresource begin
                12 dict begin
                begincmap
                /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
                /CMapName /Adobe-Identity-UCS def
                /CMapType 2 def
                1 begincodespacerange
                <0000> <FFFF>
                endcodespacerange
                """);
        sources.forEach((glyph, source) -> {
            if (!source.isEmpty()) {
                map.append("1 beginbfchar\n<").append(hex(glyph)).append("> <");
                source.chars().forEach(unit -> map.append(hex(unit)));
                map.append(">\nendbfchar\n");
            }
        });
        map.append("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
        return map.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /// Returns a tag of six letters, which is equal for equal subsets.
    private String tag() {
        long rest = Integer.toUnsignedLong(sources.keySet().hashCode());
        var tag = new StringBuilder();
        for (int i = 0; i < TAG_LENGTH; i++) {
            tag.append((char) ('A' + rest % 26));
            rest /= 26;
        }
        return tag.toString();
    }

    private float width(int glyph) throws IOException {
        return font.getAdvanceWidth(glyph) * Typeface.UNITS_PER_EM / font.getUnitsPerEm();
    }

    private COSFloat scaled(int fontUnits) throws IOException {
        return new COSFloat(fontUnits * Typeface.UNITS_PER_EM / font.getUnitsPerEm());
    }

    static String hex(int sixteenBits) {
        return String.format(Locale.ROOT, "%04X", sixteenBits);
    }

    private static COSArray array(COSBase... items) {
        return new COSArray(List.of(items));
    }

    private static COSStream stream(PDDocument document, byte[] bytes) throws IOException {
        var stream = document.getDocument().createCOSStream();
        try (var out = stream.createOutputStream(COSName.FLATE_DECODE)) {
            out.write(bytes);
        }
        return stream;
    }
}
