package dev.sluice.disbursement.proof;

import dev.sluice.pdf.PaymentDocument;
import dev.sluice.pdf.PaymentDocument.Fact;
import dev.sluice.pdf.PaymentDocument.Tone;
import dev.sluice.pdf.PaymentDocumentPdf;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Renders a transfer proof as an A4 PDF for the payee.
///
/// Equal [TransferProof]s in the same language give equal bytes, so two downloads can be compared by their hash.
/// Thread-safe.
public final class ProofPdf {
    private ProofPdf() {}

    /// Returns the PDF's bytes. The first call in a process also loads the fonts it needs.
    ///
    /// @param wanted value of `Accept-Language`; English if no language is supported
    public static byte[] render(TransferProof proof, String wanted) {
        return PaymentDocumentPdf.render(new Printed(proof, Wording.of(wanted)).document());
    }

    /// A proof in one language.
    private record Printed(TransferProof proof, Wording words) {
        PaymentDocument document() {
            var id = proof.transfer().disbursementId();
            var title = words.get("title");
            var subject = words.get("subject", id);
            return new PaymentDocument(
                    new PaymentDocument.About(
                            title + " " + id,
                            proof.organizationName(),
                            subject,
                            words.language(),
                            Objects.requireNonNullElse(proof.completedAt(), proof.createdAt())),
                    proof.environment() == TransferProof.Environment.SANDBOX
                            ? new PaymentDocument.Warning(words.get("sandbox"), "SANDBOX")
                            : null,
                    title,
                    proof.organizationName(),
                    sum(),
                    payee(proof.payee()),
                    new PaymentDocument.Scan(proof.verifyUrl(), words.get("scan"), words.get("scanTitle")),
                    new PaymentDocument.Facts(words.get("details"), details()),
                    new PaymentDocument.Timeline(
                            words.get("activity"),
                            proof.activities().stream().map(this::step).toList()),
                    new PaymentDocument.Foot(subject, (sheet, sheets) -> words.get("page", sheet, sheets)));
        }

        private PaymentDocument.Sum sum() {
            var completed = proof.completedAt();
            return new PaymentDocument.Sum(
                    words.get("amountPaid"),
                    words.amount(proof.amounts().amount()),
                    proof.amounts().currency(),
                    completed == null
                            ? words.get("createdAt", words.time(proof.createdAt()))
                            : words.get("completedAt", words.time(completed)),
                    words.status(proof.status()),
                    tone(proof.status()));
        }

        private PaymentDocument.Party payee(TransferProof.Payee payee) {
            var country = payee.country();
            return new PaymentDocument.Party(
                    words.get("paidTo"),
                    payee.name(),
                    List.of(
                            fact("bank", payee.bankName()),
                            fact("bankCode", payee.bankCode()),
                            fact("bic", payee.bic()),
                            fact("account", payee.accountNumber()),
                            fact("country", country == null ? null : words.country(country))));
        }

        private List<Fact> details() {
            var transfer = proof.transfer();
            var amounts = proof.amounts();
            var completed = proof.completedAt();
            var facts = new ArrayList<Fact>();
            facts.add(fact("amount", words.amount(amounts.amount()) + " " + amounts.currency()));
            facts.add(fact("fee", words.amount(amounts.fee()) + " " + amounts.currency()));
            facts.add(fact("total", words.amount(amounts.total()) + " " + amounts.currency()));
            facts.add(fact("created", words.time(proof.createdAt())));
            facts.add(fact("completed", completed == null ? null : words.time(completed)));
            facts.add(fact("disbursementId", transfer.disbursementId()));
            facts.add(fact("groupId", transfer.groupId()));
            facts.add(fact("reference", transfer.reference()));
            facts.add(fact("bankReference", transfer.railReference()));
            facts.add(fact("note", transfer.note()));
            facts.add(fact("initiatedBy", transfer.initiatedBy()));
            facts.add(Fact.of(words.get("verifyAt"), proof.verifyUrl()));
            return facts;
        }

        private Fact fact(String key, @Nullable String value) {
            return Fact.of(words.get(key), value);
        }

        private PaymentDocument.Step step(TransferProof.Activity activity) {
            var description = activity.description();
            var at = activity.at();
            return new PaymentDocument.Step(
                    Wording.sentence(words.text(activity.activity())),
                    words.status(activity.status()),
                    switch (activity.status()) {
                        case "completed" -> Tone.GOOD;
                        case "failed", "reversed" -> Tone.BAD;
                        case "pending" -> Tone.WAITING;
                        default -> Tone.PLAIN;
                    },
                    description == null ? null : words.text(description),
                    at == null ? null : words.time(at));
        }
    }

    private static Tone tone(TransferProof.Status status) {
        return switch (status) {
            case COMPLETED -> Tone.GOOD;
            case PENDING -> Tone.WAITING;
            case REVERSED, FAILED, CANCELLED -> Tone.BAD;
        };
    }
}
