package dev.sluice.disbursement.proof;

import dev.sluice.disbursement.proof.TransferProof.Activity;
import dev.sluice.disbursement.proof.TransferProof.Amounts;
import dev.sluice.disbursement.proof.TransferProof.Environment;
import dev.sluice.disbursement.proof.TransferProof.Payee;
import dev.sluice.disbursement.proof.TransferProof.Status;
import dev.sluice.disbursement.proof.TransferProof.Transfer;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// Sample transfer proofs.
final class SampleProofs {
    static final Instant CREATED = Instant.parse("2026-03-04T05:06:07Z");
    static final Instant COMPLETED = Instant.parse("2026-03-04T05:08:31Z");
    static final String TOKEN = new ProofLink(new byte[32])
            .token(
                    UUID.fromString("0197a3c0-0000-7000-8000-000000000001"),
                    UUID.fromString("0197a3c0-1111-7000-8000-000000000002"));

    private SampleProofs() {}

    static TransferProof paidTo(String name) {
        return paidTo(name, "Bank of Examples");
    }

    static TransferProof paidTo(String name, String bank) {
        return of(Environment.LIVE, name, bank, Status.COMPLETED, steps());
    }

    static TransferProof of(
            Environment environment, String name, String bank, Status status, List<Activity> activities) {
        return new TransferProof(
                "Northwind Payouts Ltd",
                environment,
                new Transfer(
                        "0197a3c0-1111-7000-8000-000000000002",
                        "0197a3c0-2222-7000-8000-000000000003",
                        "INV-2026-00042",
                        "Salary for February, with the travel costs of the fair",
                        "FT26063XK81Z",
                        "anna@northwind.example"),
                new Payee(name, bank, "970436", "BFTVVNVX", "0071000123456", "VN"),
                new Amounts("12,500,000.00", "11,000.00", "12,511,000.00", "VND"),
                status,
                CREATED,
                COMPLETED,
                activities,
                URI.create("https://pay.example.com/proof/" + TOKEN));
    }

    static List<Activity> steps() {
        return List.of(
                new Activity("System validation", "completed", "The request was checked and the funds held", CREATED),
                new Activity("Bank confirmation", "completed", "Accepted by the bank", CREATED.plusSeconds(41)),
                new Activity("Transfer", "completed", "Credited to the payee's account", COMPLETED));
    }
}
