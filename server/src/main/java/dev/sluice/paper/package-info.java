/// Documents of one payment, as PDFs of A4 sheets: a transfer proof, a receipt.
///
/// Pure: a [Slip] goes in, with all of its words; bytes come out. No database, no clock, no network, no language of its
/// own. It owns no tables.
///
/// Text is shaped by the HarfBuzz inside the JDK ([Shaper]) and drawn with PDFBox ([Sheet], [EmbeddedFont]), because no
/// HTML-to-PDF library at hand places Thai marks, Devanagari conjuncts or Arabic joins rightly. The fonts come with the
/// product (`/fonts`), so the machine's own are never asked.
@NullMarked
package dev.sluice.paper;

import org.jspecify.annotations.NullMarked;
