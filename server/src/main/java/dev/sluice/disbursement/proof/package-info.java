/// The documents a completed payout leaves behind: the PDF transfer proof a payee is handed, the public page its QR
/// code leads to, and the signed link between the two.
///
/// Pure: a [Proof] goes in, bytes or markup come out; no database, no clock, no network. It owns no tables.
/// Neighbours: [dev.sluice.disbursement] fills in the [Proof] and serves the results; nothing else looks in here.
///
/// Text is shaped by the HarfBuzz inside the JDK ([Shaper]) and drawn with PDFBox ([Sheet], [EmbeddedFont]), because no
/// HTML-to-PDF library at hand places Thai marks, Devanagari conjuncts or Arabic joins rightly. The fonts come with the
/// product (`/fonts`), so the machine's own are never asked.
@NullMarked
package dev.sluice.disbursement.proof;

import org.jspecify.annotations.NullMarked;
