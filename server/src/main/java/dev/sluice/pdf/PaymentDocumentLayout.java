package dev.sluice.pdf;

import static dev.sluice.pdf.Typefaces.Weight.REGULAR;
import static dev.sluice.pdf.Typefaces.Weight.SEMIBOLD;

import dev.sluice.pdf.PaymentDocument.Tone;
import dev.sluice.pdf.Shaper.Line;
import dev.sluice.qr.QrCode;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Layout of a document, drawn from the top down. Lengths are in points.
final class PaymentDocumentLayout {
    private static final float MARGIN = 52;
    private static final float LEFT = MARGIN;
    private static final float RIGHT = PdfDocument.WIDTH - MARGIN;
    private static final float WIDTH = RIGHT - LEFT;
    private static final float BOTTOM = 70;
    private static final float FOOTER = 40;
    private static final float BANNER = 24;
    private static final float PADDING = 18;
    private static final float VALUE = LEFT + 138;
    private static final float PANEL_LABEL = 86;
    private static final float QR_SIDE = 112;
    private static final float BODY = 9.5f;
    private static final float SMALL = 8;
    private static final float LEADING = 13.5f;

    private final PdfDocument pdf;
    private final PaymentDocument document;
    private PdfPage sheet;
    private float y;

    PaymentDocumentLayout(PdfDocument pdf, PaymentDocument document) throws IOException {
        this.pdf = pdf;
        this.document = document;
        this.sheet = pdf.addSheet();
        this.y = background(sheet);
    }

    void draw() throws IOException {
        header();
        hero();
        party();
        details();
        timeline();
        footers();
    }

    /// Draws the banner of a page, if any, and returns the top of the text.
    private float background(PdfPage on) throws IOException {
        var warning = document.warning();
        if (warning == null) {
            return PdfDocument.HEIGHT - MARGIN + 6;
        }
        on.rectangle(0, PdfDocument.HEIGHT - BANNER, PdfDocument.WIDTH, BANNER, Palette.WARNING_GROUND);
        var banner = Shaper.line(warning.line(), SEMIBOLD);
        on.text(
                banner,
                (PdfDocument.WIDTH - banner.width(BODY)) / 2,
                PdfDocument.HEIGHT - 15.5f,
                BODY,
                Palette.WARNING);
        return PdfDocument.HEIGHT - BANNER - MARGIN + 12;
    }

    private void header() throws IOException {
        sheet.textEndingAt(Shaper.line(document.title(), REGULAR), RIGHT, y - 11, 11, Palette.MUTED);
        for (var line : Shaper.wrap(document.issuer(), SEMIBOLD, 15, WIDTH - 110)) {
            ensureHeight(20);
            sheet.text(line, LEFT, y - 13, 15, Palette.TEXT);
            y -= 20;
        }
        y -= 4;
        sheet.hairline(LEFT, y, RIGHT, y);
        y -= 30;
    }

    private void hero() throws IOException {
        var sum = document.sum();
        float pill = pill(sum, RIGHT, y - 5);
        sheet.text(Shaper.line(sum.label(), REGULAR), LEFT, y, BODY, Palette.MUTED);
        y -= 36;
        var amount = Shaper.line(sum.amount(), SEMIBOLD);
        var currency = Shaper.line(sum.unit(), REGULAR);
        float size = Math.min(34, 34 * (WIDTH - pill) / (amount.width(34) + currency.width(18) + 8));
        sheet.text(amount, LEFT, y, size, Palette.TEXT);
        sheet.text(currency, LEFT + amount.width(size) + 8, y, size * 18 / 34, Palette.MUTED);
        y -= 22;
        sheet.text(Shaper.line(sum.when(), REGULAR), LEFT, y, BODY, Palette.MUTED);
        y -= 26;
    }

    /// Drawn last, so that no panel covers it.
    private void watermark(PdfPage on) throws IOException {
        var warning = document.warning();
        if (warning != null) {
            on.watermark(Shaper.line(warning.word(), SEMIBOLD), 110, 180, 112, Palette.WARNING, Math.toRadians(52));
        }
    }

    /// Draws the status in a coloured pill that ends at x, and returns its width.
    private float pill(PaymentDocument.Sum sum, float x, float bottom) throws IOException {
        var status = Shaper.line(sum.status(), SEMIBOLD);
        float width = status.width(BODY) + 30;
        sheet.roundedRectangle(x - width, bottom, width, 20, 10, background(sum.tone()));
        sheet.dot(x - width + 12, bottom + 10, 2.6f, ink(sum.tone()));
        sheet.text(status, x - width + 20, bottom + 6.6f, BODY, ink(sum.tone()));
        return width;
    }

    private static Palette ink(Tone tone) {
        return switch (tone) {
            case GOOD -> Palette.GOOD;
            case WAITING -> Palette.WARNING;
            case BAD -> Palette.BAD;
            case PLAIN -> Palette.MUTED;
        };
    }

    private static Palette background(Tone tone) {
        return switch (tone) {
            case GOOD -> Palette.GOOD_GROUND;
            case WAITING -> Palette.WARNING_GROUND;
            case BAD -> Palette.BAD_GROUND;
            case PLAIN -> Palette.PANEL;
        };
    }

    /// Draws the panel of the counterparty with the QR code beside it. Its height follows its text.
    private void party() throws IOException {
        var party = document.party();
        var scan = document.scan();
        float text = scan == null ? WIDTH - 2 * PADDING : WIDTH - QR_SIDE - 4 * PADDING;
        List<Line> name = party.name() == null ? List.of() : Shaper.wrap(party.name(), SEMIBOLD, 15, text);
        var facts = new FactList(PANEL_LABEL, text).addAll(party.facts());
        float words = 20 + name.size() * 21 + facts.height();
        float height = (scan == null ? words : Math.max(QR_SIDE + 15, words)) + 2 * PADDING;
        ensureHeight(height + 10);
        float top = y;
        sheet.roundedRectangle(LEFT, top - height, WIDTH, height, 8, Palette.PANEL);
        if (scan != null) {
            qrCode(scan, RIGHT - PADDING - QR_SIDE, top - PADDING - QR_SIDE);
        }
        y = top - PADDING - 8;
        sheet.text(Shaper.line(party.label(), REGULAR), LEFT + PADDING, y, BODY, Palette.MUTED);
        y -= 22;
        var panel = sheet;
        for (var line : name) {
            ensureHeight(21);
            sheet.text(line, LEFT + PADDING, y, 15, Palette.TEXT);
            y -= 21;
        }
        y -= 4;
        for (var fact : facts.rows()) {
            fact(fact, LEFT + PADDING, LEFT + PADDING + PANEL_LABEL);
        }
        y = sheet == panel ? top - height - 32 : y - 20;
    }

    private void qrCode(PaymentDocument.Scan scan, float x, float bottom) throws IOException {
        var code = QrCode.of(scan.target().toASCIIString());
        sheet.roundedRectangle(x, bottom, QR_SIDE, QR_SIDE, 4, Palette.PAPER);
        float quiet = QR_SIDE * QrCode.QUIET_ZONE / (code.size() + 2 * QrCode.QUIET_ZONE);
        sheet.qrCode(code, x + quiet, bottom + quiet, QR_SIDE - 2 * quiet);
        var caption = Shaper.line(scan.caption(), REGULAR);
        sheet.text(caption, x + (QR_SIDE - caption.width(SMALL)) / 2, bottom - 13, SMALL, Palette.MUTED);
        pdf.link(scan.target(), scan.title(), x, bottom - 16, QR_SIDE, QR_SIDE + 16);
    }

    private void details() throws IOException {
        heading(document.details().heading());
        var facts = new FactList(VALUE - LEFT, WIDTH).addAll(document.details().facts());
        for (var fact : facts.rows()) {
            fact(fact, LEFT, VALUE);
            y -= 1.5f;
        }
        y -= 18;
    }

    private void heading(String text) throws IOException {
        ensureHeight(60);
        sheet.text(Shaper.line(text, SEMIBOLD), LEFT, y, 11, Palette.TEXT);
        y -= 8;
        sheet.hairline(LEFT, y, RIGHT, y);
        y -= 17;
    }

    private void fact(FactList.Fact fact, float labelAt, float valueAt) throws IOException {
        Line label = fact.label();
        for (var line : fact.value()) {
            ensureHeight(LEADING);
            if (label != null) {
                sheet.text(label, labelAt, y, BODY, Palette.MUTED);
                label = null;
            }
            sheet.text(line, valueAt, y, BODY, Palette.TEXT);
            y -= LEADING;
        }
    }

    private void timeline() throws IOException {
        var steps = document.timeline().steps();
        if (steps.isEmpty()) {
            return;
        }
        heading(document.timeline().heading());
        int last = steps.size() - 1;
        for (int i = 0; i <= last; i++) {
            step(steps.get(i), i == last);
        }
    }

    /// Draws one step: a dot on the line that connects it to the next, name and status, and the time at the right.
    private void step(PaymentDocument.Step step, boolean last) throws IOException {
        float at = LEFT + 18;
        var title = Shaper.wrap(step.name(), SEMIBOLD, BODY, WIDTH - 220);
        var description = text(step.description(), WIDTH - 220);
        float height = (title.size() + description.size()) * LEADING + 9;
        ensureHeight(Math.min(height, 200));
        if (!last && y - height > BOTTOM) {
            sheet.hairline(LEFT + 5, y + 3, LEFT + 5, y - height + 3);
        }
        sheet.dot(LEFT + 5, y + 3.2f, 3.4f, ink(step.tone()));
        sheet.text(Shaper.line(step.status(), REGULAR), RIGHT - 190, y, BODY, ink(step.tone()));
        if (step.at() != null) {
            sheet.textEndingAt(Shaper.line(step.at(), REGULAR), RIGHT, y, BODY, Palette.MUTED);
        }
        lines(title, at, Palette.TEXT);
        lines(description, at, Palette.MUTED);
        y -= 9;
    }

    private static List<Line> text(@Nullable String text, float width) {
        return text == null ? List.of() : Shaper.wrap(text, REGULAR, BODY, width);
    }

    private void lines(List<Line> lines, float x, Palette ink) throws IOException {
        for (var line : lines) {
            ensureHeight(LEADING);
            sheet.text(line, x, y, BODY, ink);
            y -= LEADING;
        }
    }

    /// Starts a new page if less than this height is left.
    private void ensureHeight(float height) throws IOException {
        if (y - height < BOTTOM) {
            sheet = pdf.addSheet();
            y = background(sheet);
        }
    }

    private void footers() throws IOException {
        var sheets = pdf.sheets();
        var id = Shaper.line(document.foot().text(), REGULAR);
        for (int i = 0; i < sheets.size(); i++) {
            var on = sheets.get(i);
            var page = Shaper.line(document.foot().numbering().of(i + 1, sheets.size()), REGULAR);
            on.hairline(LEFT, FOOTER + 16, RIGHT, FOOTER + 16);
            float size = Math.min(SMALL, SMALL * (WIDTH - 80) / id.width(SMALL));
            on.text(id, LEFT, FOOTER, size, Palette.MUTED);
            on.textEndingAt(page, RIGHT, FOOTER, SMALL, Palette.MUTED);
            watermark(on);
        }
    }
}
