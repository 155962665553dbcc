package dev.sluice.disbursement;

import dev.sluice.disbursement.proof.ProofLink;
import dev.sluice.disbursement.proof.ProofPage;
import dev.sluice.disbursement.proof.ProofPdf;
import dev.sluice.disbursement.proof.TransferProof;
import dev.sluice.http.Answer;
import dev.sluice.http.Request;
import dev.sluice.money.Money;
import dev.sluice.money.PrintedDecimals;
import dev.sluice.page.Pages;
import dev.sluice.refusal.Refusal;
import java.net.URI;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/// The transfer proof of a completed payout: the PDF for its merchant, and the public page that the PDF's QR code
/// leads to.
final class ProofDocuments {
    /// Format with as many decimals as any asset has.
    private static final String GROUPED = "#,##0.##################";

    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    private final Disbursements disbursements;
    private final Function<UUID, String> organizationNames;
    private final ProofLink link;
    private final Supplier<URI> baseUrl;
    private final boolean sandbox;
    private final Pages pages = new Pages();

    ProofDocuments(
            Disbursements disbursements,
            Function<UUID, String> organizationNames,
            ProofLink link,
            Supplier<URI> baseUrl,
            boolean sandbox) {
        this.disbursements = disbursements;
        this.organizationNames = organizationNames;
        this.link = link;
        this.baseUrl = baseUrl;
        this.sandbox = sandbox;
    }

    /// The PDF of a completed payout, in the language that the request asks for.
    ///
    /// @throws dev.sluice.refusal.Refused `DISBURSEMENT_NOT_COMPLETED`
    Answer pdf(Disbursement payout, Request request) {
        if (payout.status() != Status.COMPLETED) {
            throw Refusal.DISBURSEMENT_NOT_COMPLETED.refused();
        }
        return new Answer(OK, "application/pdf", ProofPdf.render(proof(payout), wanted(request)))
                .with("Content-Disposition", "attachment; filename=\"disbursement-" + payout.id() + ".pdf\"")
                .with("Cache-Control", "private, no-store");
    }

    /// The public page. A link that is not ours, or of a payout that never completed, leads nowhere.
    Answer page(Request request) {
        var wanted = wanted(request);
        return link.open(request.parameter("token"))
                .flatMap(ref -> disbursements.find(ref.organizationId(), ref.disbursementId()))
                .filter(payout -> payout.status() == Status.COMPLETED || payout.status() == Status.REVERSED)
                .map(payout -> html(OK, ProofPage.TEMPLATE, new ProofPage(proof(payout), wanted)))
                .orElseGet(() -> html(NOT_FOUND, ProofPage.UNKNOWN, ProofPage.texts(wanted)));
    }

    private static String wanted(Request request) {
        return request.header("Accept-Language").orElse("");
    }

    private Answer html(int status, String template, Object model) {
        return pages.page(status, template, model)
                .with("Content-Security-Policy", ProofPage.CONTENT_SECURITY_POLICY)
                .with("Referrer-Policy", "no-referrer")
                .with("X-Content-Type-Options", "nosniff");
    }

    /// Formats an amount for people: digits in groups of three, exact, with the decimals of the currency (`0.50`).
    private static String printed(Money money) {
        var format = new DecimalFormat(GROUPED, DecimalFormatSymbols.getInstance(Locale.ROOT));
        var decimal = money.decimal();
        format.setMinimumFractionDigits(
                PrintedDecimals.least(decimal, money.asset().code()));
        return format.format(decimal);
    }

    private TransferProof proof(Disbursement payout) {
        var bank = payout.payee().parts().bank();
        return new TransferProof(
                organizationNames.apply(payout.organizationId()),
                sandbox ? TransferProof.Environment.SANDBOX : TransferProof.Environment.LIVE,
                new TransferProof.Transfer(
                        payout.id().toString(),
                        payout.groupId().toString(),
                        payout.reference(),
                        payout.note(),
                        payout.progress().railReference(),
                        payout.actor().name()),
                new TransferProof.Payee(
                        bank.accountName(),
                        bank.bankName(),
                        bank.bankCode(),
                        bank.bankIdentifierCode(),
                        bank.accountNumber(),
                        bank.country()),
                new TransferProof.Amounts(
                        printed(payout.amount()),
                        printed(payout.fee()),
                        printed(payout.total()),
                        payout.amount().asset().code()),
                TransferProof.Status.valueOf(payout.status().name()),
                payout.createdAt(),
                payout.progress().completedAt(),
                payout.progress().history().inOrder().stream()
                        .limit(TransferProof.ACTIVITIES_MAX)
                        .map(History.Line::activity)
                        .map(activity -> new TransferProof.Activity(
                                activity.name(), activity.status(), activity.description(), activity.updatedAt()))
                        .toList(),
                baseUrl.get().resolve("/proof/" + link.token(payout.organizationId(), payout.id())));
    }
}
