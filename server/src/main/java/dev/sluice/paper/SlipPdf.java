package dev.sluice.paper;

import java.io.IOException;
import java.io.UncheckedIOException;

/// Renders a document of one payment as an A4 PDF.
///
/// Equal [Slip]s give equal bytes, so two downloads can be compared by their hash. Thread-safe.
public final class SlipPdf {
    private SlipPdf() {}

    /// Returns the PDF's bytes. The first call in a process also loads the fonts it needs.
    public static byte[] render(Slip slip) {
        try (var book = new Book()) {
            new SlipLayout(book, slip).draw();
            return book.finish(slip.about());
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
    }
}
