/// PDF documents of one payment on A4 pages: transfer proofs and receipts.
///
/// Pure: a [PaymentDocument] with all of its texts goes in, bytes come out. The package uses no database, clock or
/// network, and has no texts of its own. It owns no tables.
///
/// The HarfBuzz inside the JDK shapes text ([Shaper]) and PDFBox draws it ([PdfPage], [EmbeddedFont]), because no
/// available HTML-to-PDF library places Thai marks, Devanagari conjuncts or Arabic joins correctly. The fonts are
/// bundled (`/fonts`), and the machine's own are never used.
@NullMarked
package dev.sluice.pdf;

import org.jspecify.annotations.NullMarked;
