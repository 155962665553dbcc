package dev.sluice.pdf;

import dev.sluice.pdf.Shaper.Glyph;
import dev.sluice.pdf.Shaper.Line;
import dev.sluice.pdf.Shaper.Run;
import dev.sluice.qr.QrCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Content stream of one page, written operator by operator (ISO 32000-1 annex A). Lengths are in points, y upwards.
final class PdfPage {
    /// Control point distance of the cubic that best approximates a quarter circle.
    private static final float ARC = 0.5523f;

    private final PdfDocument pdf;
    private final StringBuilder operators = new StringBuilder(8_192);

    PdfPage(PdfDocument pdf) {
        this.pdf = pdf;
    }

    byte[] content() {
        return operators.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /// Draws a line with its left end at x and its baseline at y.
    void text(Line line, float x, float y, float size, Palette ink) throws IOException {
        operator("q");
        fill(ink);
        operator("cm", 1, 0, 0, 1, x, y);
        for (var run : line.runs()) {
            run(run, size);
        }
        operator("Q");
    }

    /// Draws a line that ends at x.
    void textEndingAt(Line line, float x, float y, float size, Palette ink) throws IOException {
        text(line, x - line.width(size), y, size, ink);
    }

    /// Draws a line across the page, rotated counter-clockwise about its start, so faintly that the text below
    /// stays legible.
    void watermark(Line line, float x, float y, float size, Palette ink, double radians) throws IOException {
        float cos = (float) Math.cos(radians);
        float sin = (float) Math.sin(radians);
        operator("q");
        operators.append('/').append(PdfDocument.FAINT.getName()).append(" gs\n");
        operator("cm", cos, sin, -sin, cos, x, y);
        text(line, 0, 0, size, ink);
        operator("Q");
    }

    void rectangle(float x, float y, float width, float height, Palette ink) {
        fill(ink);
        operator("re", x, y, width, height);
        operator("f");
    }

    void hairline(float x1, float y1, float x2, float y2) {
        stroke(Palette.HAIRLINE);
        operator("w", 0.75f);
        operator("m", x1, y1);
        operator("l", x2, y2);
        operator("S");
    }

    void roundedRectangle(float x, float y, float width, float height, float radius, Palette ink) {
        fill(ink);
        float right = x + width;
        float top = y + height;
        float control = radius * (1 - ARC);
        operator("m", x + radius, y);
        operator("l", right - radius, y);
        operator("c", right - control, y, right, y + control, right, y + radius);
        operator("l", right, top - radius);
        operator("c", right, top - control, right - control, top, right - radius, top);
        operator("l", x + radius, top);
        operator("c", x + control, top, x, top - control, x, top - radius);
        operator("l", x, y + radius);
        operator("c", x, y + control, x + control, y, x + radius, y);
        operator("f");
    }

    void dot(float x, float y, float radius, Palette ink) {
        roundedRectangle(x - radius, y - radius, 2 * radius, 2 * radius, radius, ink);
    }

    /// Draws a QR code as one path, so that no gaps appear between its modules at any zoom.
    void qrCode(QrCode code, float x, float y, float side) {
        float module = side / code.size();
        fill(Palette.TEXT);
        for (int row = 0; row < code.size(); row++) {
            for (var bar : code.bars(row)) {
                float bottom = y + side - (row + 1) * module;
                operator("re", x + bar.start() * module, bottom, bar.length() * module, module);
            }
        }
        operator("f");
    }

    /// Adds ActualText (ISO 32000-1 section 14.9.4) if the glyphs alone do not determine the text, as with marks
    /// and conjuncts.
    private void run(Run run, float size) throws IOException {
        if (run.glyphs().isEmpty()) {
            return;
        }
        if (!run.simple()) {
            operators.append("/Span <</ActualText <FEFF");
            run.text().chars().forEach(unit -> operators.append(EmbeddedFont.hex(unit)));
            operators.append(">>> BDC\n");
        }
        glyphs(run, size);
        if (!run.simple()) {
            operator("EMC");
        }
    }

    /// Glyphs at one height share a TJ operator, whose adjustments reproduce the shaper's positions.
    private void glyphs(Run run, float size) throws IOException {
        var font = pdf.font(run.face());
        operator("BT");
        operators.append('/').append(font.name().getName()).append(' ');
        operator("Tf", size);
        float height = Float.NaN;
        float pen = 0;
        for (var glyph : run.glyphs()) {
            if (glyph.y() != height) {
                operators.append(Float.isNaN(height) ? "" : "] TJ\n");
                operator("Tm", 1, 0, 0, 1, points(glyph.x(), size), points(glyph.y(), size));
                operators.append('[');
                height = glyph.y();
                pen = glyph.x();
            }
            shift(glyph, pen);
            operators.append('<').append(EmbeddedFont.hex(glyph.id())).append('>');
            pen = glyph.x() + font.use(glyph);
        }
        operators.append("] TJ\n");
        operator("ET");
    }

    private void shift(Glyph glyph, float pen) {
        if (Math.abs(glyph.x() - pen) >= 0.5f) {
            number(pen - glyph.x());
        }
    }

    private static float points(float thousandths, float size) {
        return thousandths * size / Typeface.UNITS_PER_EM;
    }

    private void fill(Palette ink) {
        operator("rg", ink.red(), ink.green(), ink.blue());
    }

    private void stroke(Palette ink) {
        operator("RG", ink.red(), ink.green(), ink.blue());
    }

    private void operator(String name, float... operands) {
        for (float operand : operands) {
            number(operand);
            operators.append(' ');
        }
        operators.append(name).append('\n');
    }

    /// Writes three decimals, without exponent or locale.
    private void number(float value) {
        long thousandths = Math.round(value * 1_000.0);
        if (thousandths < 0) {
            operators.append('-');
        }
        long size = Math.abs(thousandths);
        operators.append(size / 1_000);
        if (size % 1_000 != 0) {
            operators.append('.').append(Long.toString(1_000 + size % 1_000), 1, 4);
        }
    }
}
