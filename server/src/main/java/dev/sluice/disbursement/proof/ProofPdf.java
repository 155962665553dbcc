package dev.sluice.disbursement.proof;

import dev.sluice.paper.Slip;
import dev.sluice.paper.Slip.Fact;
import dev.sluice.paper.Slip.Tone;
import dev.sluice.paper.SlipPdf;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The transfer proof as an A4 PDF, for handing to a payee.
///
/// The same [Proof] gives the same bytes, so two downloads can be compared by their hash. Safe for any number of
/// threads.
public final class ProofPdf {
    /// The PDF's bytes. The first call in a process also loads the fonts it needs.
    public byte[] render(Proof proof) {
        return SlipPdf.render(slip(proof));
    }

    private static Slip slip(Proof proof) {
        var subject = "Disbursement " + proof.transfer().disbursementId();
        return new Slip(
                new Slip.About(
                        Wording.TITLE + " " + proof.transfer().disbursementId(),
                        proof.organizationName(),
                        subject,
                        "en",
                        Objects.requireNonNullElse(proof.completedAt(), proof.createdAt())),
                proof.environment() == Proof.Environment.SANDBOX ? new Slip.Warning(Wording.SANDBOX, "SANDBOX") : null,
                Wording.TITLE,
                proof.organizationName(),
                sum(proof),
                payee(proof.payee()),
                new Slip.Scan(proof.verifyUrl(), "Scan to verify", "Verify this transfer"),
                new Slip.Facts("Details", details(proof)),
                new Slip.Story(
                        "Activity",
                        proof.activities().stream().map(ProofPdf::step).toList()),
                new Slip.Foot(subject, (sheet, sheets) -> "Page " + sheet + " of " + sheets));
    }

    private static Slip.Sum sum(Proof proof) {
        var completed = proof.completedAt();
        return new Slip.Sum(
                "Amount paid",
                proof.amounts().amount(),
                proof.amounts().currency(),
                completed == null
                        ? "Created " + Wording.time(proof.createdAt())
                        : "Completed " + Wording.time(completed),
                proof.status().label(),
                tone(proof.status()));
    }

    private static Tone tone(Proof.Status status) {
        return switch (status) {
            case COMPLETED -> Tone.GOOD;
            case PENDING -> Tone.WAITING;
            case REVERSED, FAILED, CANCELLED -> Tone.BAD;
        };
    }

    private static Slip.Party payee(Proof.Payee payee) {
        return new Slip.Party(
                "Paid to",
                payee.name(),
                List.of(
                        Fact.of("Bank", payee.bankName()),
                        Fact.of("Bank code", payee.bankCode()),
                        Fact.of("BIC", payee.bic()),
                        Fact.of("Account", payee.accountNumber()),
                        Fact.of("Country", payee.country() == null ? null : Wording.country(payee.country()))));
    }

    private static List<Fact> details(Proof proof) {
        var transfer = proof.transfer();
        var amounts = proof.amounts();
        var completed = proof.completedAt();
        var facts = new ArrayList<Fact>();
        facts.add(Fact.of("Amount", amounts.amount() + " " + amounts.currency()));
        facts.add(Fact.of("Fee", amounts.fee() + " " + amounts.currency()));
        facts.add(Fact.of("Total", amounts.total() + " " + amounts.currency()));
        facts.add(Fact.of("Created", Wording.time(proof.createdAt())));
        facts.add(Fact.of("Completed", completed == null ? null : Wording.time(completed)));
        facts.add(Fact.of("Disbursement ID", transfer.disbursementId()));
        facts.add(Fact.of("Group ID", transfer.groupId()));
        facts.add(Fact.of("Reference", transfer.reference()));
        facts.add(Fact.of("Bank reference", transfer.railReference()));
        facts.add(Fact.of("Note", transfer.note()));
        facts.add(Fact.of("Initiated by", transfer.initiatedBy()));
        facts.add(Fact.of("Verify at", proof.verifyUrl()));
        return facts;
    }

    private static Slip.Step step(Proof.Activity activity) {
        return new Slip.Step(
                Wording.sentence(activity.activity()),
                Wording.sentence(activity.status()),
                switch (activity.status()) {
                    case "completed" -> Tone.GOOD;
                    case "failed", "reversed" -> Tone.BAD;
                    case "pending" -> Tone.WAITING;
                    default -> Tone.PLAIN;
                },
                activity.description(),
                activity.at() == null ? null : Wording.time(activity.at()));
    }
}
