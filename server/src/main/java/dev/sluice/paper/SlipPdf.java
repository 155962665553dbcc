package dev.sluice.paper;

import java.io.IOException;
import java.io.UncheckedIOException;

/// A document of one payment as an A4 PDF.
///
/// The same [Slip] gives the same bytes, so two downloads can be compared by their hash. Safe for any number of
/// threads.
public final class SlipPdf {
    private SlipPdf() {}

    /// The PDF's bytes. The first call in a process also loads the fonts it needs.
    public static byte[] render(Slip slip) {
        try (var book = new Book()) {
            new SlipLayout(book, slip).draw();
            return book.finish(slip.about());
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
    }
}
