package dev.sluice.pdf;

import java.io.IOException;
import java.io.UncheckedIOException;

/// Renders a document of one payment as an A4 PDF.
///
/// Equal [PaymentDocument]s give equal bytes, so two downloads can be compared by their hash. Thread-safe.
public final class PaymentDocumentPdf {
    private PaymentDocumentPdf() {}

    /// Returns the PDF's bytes. The first call in a process also loads the fonts it needs.
    public static byte[] render(PaymentDocument document) {
        try (var pdf = new PdfDocument()) {
            new PaymentDocumentLayout(pdf, document).draw();
            return pdf.finish(document.about());
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
    }
}
