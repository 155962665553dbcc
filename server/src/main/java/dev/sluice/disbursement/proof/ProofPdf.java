package dev.sluice.disbursement.proof;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

/// The transfer proof as an A4 PDF, for handing to a payee.
///
/// The same [Proof] gives the same bytes, so two downloads can be compared by their hash. Safe for any number of
/// threads.
public final class ProofPdf {
    /// The PDF's bytes. The first call in a process also loads the fonts it needs.
    public byte[] render(Proof proof) {
        try (var book = new Book()) {
            new ProofLayout(book, proof).draw();
            return book.finish(new Book.About(
                    Wording.TITLE + " " + proof.transfer().disbursementId(),
                    proof.organizationName(),
                    "Disbursement " + proof.transfer().disbursementId(),
                    Objects.requireNonNullElse(proof.completedAt(), proof.createdAt())));
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
    }
}
