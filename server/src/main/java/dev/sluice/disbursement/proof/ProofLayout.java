package dev.sluice.disbursement.proof;

import static dev.sluice.disbursement.proof.Typefaces.Weight.REGULAR;
import static dev.sluice.disbursement.proof.Typefaces.Weight.SEMIBOLD;

import dev.sluice.disbursement.proof.Shaper.Line;
import dev.sluice.qr.QrCode;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where everything stands on the sheets of one transfer proof, from the top down. Lengths are in points.
final class ProofLayout {
    private static final float MARGIN = 52;
    private static final float LEFT = MARGIN;
    private static final float RIGHT = Book.WIDTH - MARGIN;
    private static final float WIDTH = RIGHT - LEFT;
    private static final float BOTTOM = 70;
    private static final float FOOTER = 40;
    private static final float BANNER = 24;
    private static final float PADDING = 18;
    private static final float VALUE = LEFT + 138;
    private static final float QR_SIDE = 112;
    private static final float BODY = 9.5f;
    private static final float SMALL = 8;
    private static final float LEADING = 13.5f;

    private final Book book;
    private final Proof proof;
    private Sheet sheet;
    private float y;

    ProofLayout(Book book, Proof proof) throws IOException {
        this.book = book;
        this.proof = proof;
        this.sheet = book.addSheet();
        this.y = ground(sheet);
    }

    void draw() throws IOException {
        header();
        hero();
        payee();
        details();
        activity();
        footers();
    }

    /// The banner of each sheet, where there is one; answers where the text begins.
    private float ground(Sheet on) throws IOException {
        if (proof.environment() == Proof.Environment.LIVE) {
            return Book.HEIGHT - MARGIN + 6;
        }
        on.rectangle(0, Book.HEIGHT - BANNER, Book.WIDTH, BANNER, Ink.WARNING_GROUND);
        var banner = Shaper.line(Wording.SANDBOX, SEMIBOLD);
        on.text(banner, (Book.WIDTH - banner.width(BODY)) / 2, Book.HEIGHT - 15.5f, BODY, Ink.WARNING);
        return Book.HEIGHT - BANNER - MARGIN + 12;
    }

    private void header() throws IOException {
        sheet.textEndingAt(Shaper.line(Wording.TITLE, REGULAR), RIGHT, y - 11, 11, Ink.MUTED);
        for (var line : Shaper.wrap(proof.organizationName(), SEMIBOLD, 15, WIDTH - 110)) {
            room(20);
            sheet.text(line, LEFT, y - 13, 15, Ink.TEXT);
            y -= 20;
        }
        y -= 4;
        sheet.hairline(LEFT, y, RIGHT, y);
        y -= 30;
    }

    private void hero() throws IOException {
        float pill = pill(RIGHT, y - 5);
        sheet.text(Shaper.line("Amount paid", REGULAR), LEFT, y, BODY, Ink.MUTED);
        y -= 36;
        var amount = Shaper.line(proof.amounts().amount(), SEMIBOLD);
        var currency = Shaper.line(proof.amounts().currency(), REGULAR);
        float size = Math.min(34, 34 * (WIDTH - pill) / (amount.width(34) + currency.width(18) + 8));
        sheet.text(amount, LEFT, y, size, Ink.TEXT);
        sheet.text(currency, LEFT + amount.width(size) + 8, y, size * 18 / 34, Ink.MUTED);
        y -= 22;
        var completed = proof.completedAt();
        var when = completed == null
                ? "Created " + Wording.time(proof.createdAt())
                : "Completed " + Wording.time(completed);
        sheet.text(Shaper.line(when, REGULAR), LEFT, y, BODY, Ink.MUTED);
        y -= 26;
    }

    /// Lies over everything, so that no panel hides it.
    private void watermark(Sheet on) throws IOException {
        if (proof.environment() == Proof.Environment.SANDBOX) {
            on.watermark(Shaper.line("SANDBOX", SEMIBOLD), 110, 180, 112, Ink.WARNING, Math.toRadians(52));
        }
    }

    /// The status in a coloured pill that ends at x; answers its width.
    private float pill(float x, float bottom) throws IOException {
        var status = Shaper.line(proof.status().label(), SEMIBOLD);
        float width = status.width(BODY) + 30;
        sheet.roundedRectangle(x - width, bottom, width, 20, 10, statusGround());
        sheet.dot(x - width + 12, bottom + 10, 2.6f, statusInk());
        sheet.text(status, x - width + 20, bottom + 6.6f, BODY, statusInk());
        return width;
    }

    private Ink statusInk() {
        return switch (proof.status()) {
            case COMPLETED -> Ink.GOOD;
            case PENDING -> Ink.WARNING;
            case REVERSED, FAILED, CANCELLED -> Ink.BAD;
        };
    }

    private Ink statusGround() {
        return switch (proof.status()) {
            case COMPLETED -> Ink.GOOD_GROUND;
            case PENDING -> Ink.WARNING_GROUND;
            case REVERSED, FAILED, CANCELLED -> Ink.BAD_GROUND;
        };
    }

    /// The panel of the payee and, beside it, the QR code. Its height follows its text.
    private void payee() throws IOException {
        var payee = proof.payee();
        float text = WIDTH - QR_SIDE - 4 * PADDING;
        var name = Shaper.wrap(payee.name(), SEMIBOLD, 15, text);
        var facts = new FactList(86, text)
                .add("Bank", payee.bankName())
                .add("Bank code", payee.bankCode())
                .add("BIC", payee.bic())
                .add("Account", payee.accountNumber())
                .add("Country", payee.country() == null ? null : Wording.country(payee.country()));
        float height = Math.max(QR_SIDE + 15, 20 + name.size() * 21 + facts.height()) + 2 * PADDING;
        room(height + 10);
        float top = y;
        sheet.roundedRectangle(LEFT, top - height, WIDTH, height, 8, Ink.PANEL);
        qrCode(RIGHT - PADDING - QR_SIDE, top - PADDING - QR_SIDE);
        y = top - PADDING - 8;
        sheet.text(Shaper.line("Paid to", REGULAR), LEFT + PADDING, y, BODY, Ink.MUTED);
        y -= 22;
        var panel = sheet;
        for (var line : name) {
            room(21);
            sheet.text(line, LEFT + PADDING, y, 15, Ink.TEXT);
            y -= 21;
        }
        y -= 4;
        for (var fact : facts.rows()) {
            fact(fact, LEFT + PADDING, LEFT + PADDING + 86);
        }
        y = sheet == panel ? top - height - 32 : y - 20;
    }

    private void qrCode(float x, float bottom) throws IOException {
        var code = QrCode.of(proof.verifyUrl().toASCIIString());
        sheet.roundedRectangle(x, bottom, QR_SIDE, QR_SIDE, 4, Ink.PAPER);
        float quiet = QR_SIDE * QrCode.QUIET_ZONE / (code.size() + 2 * QrCode.QUIET_ZONE);
        sheet.qrCode(code, x + quiet, bottom + quiet, QR_SIDE - 2 * quiet);
        var caption = Shaper.line("Scan to verify", REGULAR);
        sheet.text(caption, x + (QR_SIDE - caption.width(SMALL)) / 2, bottom - 13, SMALL, Ink.MUTED);
        book.link(proof.verifyUrl(), x, bottom - 16, QR_SIDE, QR_SIDE + 16);
    }

    private void details() throws IOException {
        heading("Details");
        var transfer = proof.transfer();
        var amounts = proof.amounts();
        var completed = proof.completedAt();
        var facts = new FactList(VALUE - LEFT, WIDTH)
                .add("Amount", amounts.amount() + " " + amounts.currency())
                .add("Fee", amounts.fee() + " " + amounts.currency())
                .add("Total", amounts.total() + " " + amounts.currency())
                .add("Created", Wording.time(proof.createdAt()))
                .add("Completed", completed == null ? null : Wording.time(completed))
                .add("Disbursement ID", transfer.disbursementId())
                .add("Group ID", transfer.groupId())
                .add("Reference", transfer.reference())
                .add("Bank reference", transfer.railReference())
                .add("Note", transfer.note())
                .add("Initiated by", transfer.initiatedBy())
                .addAddress("Verify at", proof.verifyUrl());
        for (var fact : facts.rows()) {
            fact(fact, LEFT, VALUE);
            y -= 1.5f;
        }
        y -= 18;
    }

    private void heading(String text) throws IOException {
        room(60);
        sheet.text(Shaper.line(text, SEMIBOLD), LEFT, y, 11, Ink.TEXT);
        y -= 8;
        sheet.hairline(LEFT, y, RIGHT, y);
        y -= 17;
    }

    private void fact(FactList.Fact fact, float labelAt, float valueAt) throws IOException {
        Line label = fact.label();
        for (var line : fact.value()) {
            room(LEADING);
            if (label != null) {
                sheet.text(label, labelAt, y, BODY, Ink.MUTED);
                label = null;
            }
            sheet.text(line, valueAt, y, BODY, Ink.TEXT);
            y -= LEADING;
        }
    }

    private void activity() throws IOException {
        if (proof.activities().isEmpty()) {
            return;
        }
        heading("Activity");
        int last = proof.activities().size() - 1;
        for (int i = 0; i <= last; i++) {
            step(proof.activities().get(i), i == last);
        }
    }

    /// One step: a dot on the line that joins it to the next, its name and status, its time at the right.
    private void step(Proof.Activity step, boolean last) throws IOException {
        float at = LEFT + 18;
        var title = Shaper.wrap(Wording.sentence(step.activity()), SEMIBOLD, BODY, WIDTH - 220);
        var description = text(step.description(), WIDTH - 220);
        float height = (title.size() + description.size()) * LEADING + 9;
        room(Math.min(height, 200));
        if (!last && y - height > BOTTOM) {
            sheet.hairline(LEFT + 5, y + 3, LEFT + 5, y - height + 3);
        }
        sheet.dot(LEFT + 5, y + 3.2f, 3.4f, stepInk(step.status()));
        var status = Shaper.line(Wording.sentence(step.status()), REGULAR);
        sheet.text(status, RIGHT - 190, y, BODY, stepInk(step.status()));
        if (step.at() != null) {
            sheet.textEndingAt(Shaper.line(Wording.time(step.at()), REGULAR), RIGHT, y, BODY, Ink.MUTED);
        }
        lines(title, at, Ink.TEXT);
        lines(description, at, Ink.MUTED);
        y -= 9;
    }

    private static Ink stepInk(String status) {
        return switch (status) {
            case "completed" -> Ink.GOOD;
            case "failed", "reversed" -> Ink.BAD;
            case "pending" -> Ink.WARNING;
            default -> Ink.MUTED;
        };
    }

    private static List<Line> text(@Nullable String text, float width) {
        return text == null ? List.of() : Shaper.wrap(text, REGULAR, BODY, width);
    }

    private void lines(List<Line> lines, float x, Ink ink) throws IOException {
        for (var line : lines) {
            room(LEADING);
            sheet.text(line, x, y, BODY, ink);
            y -= LEADING;
        }
    }

    /// Turns the page where less than this is left of it.
    private void room(float height) throws IOException {
        if (y - height < BOTTOM) {
            sheet = book.addSheet();
            y = ground(sheet);
        }
    }

    private void footers() throws IOException {
        var sheets = book.sheets();
        var id = Shaper.line("Disbursement " + proof.transfer().disbursementId(), REGULAR);
        for (int i = 0; i < sheets.size(); i++) {
            var on = sheets.get(i);
            var page = Shaper.line("Page " + (i + 1) + " of " + sheets.size(), REGULAR);
            on.hairline(LEFT, FOOTER + 16, RIGHT, FOOTER + 16);
            float size = Math.min(SMALL, SMALL * (WIDTH - 80) / id.width(SMALL));
            on.text(id, LEFT, FOOTER, size, Ink.MUTED);
            on.textEndingAt(page, RIGHT, FOOTER, SMALL, Ink.MUTED);
            watermark(on);
        }
    }
}
