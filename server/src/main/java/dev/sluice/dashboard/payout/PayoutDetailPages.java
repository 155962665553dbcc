package dev.sluice.dashboard.payout;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.SluiceException;
import dev.sluice.client.model.CryptoDisbursement;
import dev.sluice.client.model.CryptoDisbursementQuery;
import dev.sluice.client.model.Disbursement;
import dev.sluice.client.model.DisbursementStatus;
import dev.sluice.client.model.FiatDisbursement;
import dev.sluice.client.model.FiatDisbursementQuery;
import dev.sluice.client.model.Page;
import dev.sluice.clock.Clocks;
import dev.sluice.dashboard.Button;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.HeldPayouts;
import dev.sluice.dashboard.OptionalReason;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.policy.RuleWords;
import dev.sluice.disbursement.Disbursements;
import dev.sluice.disbursement.approval.Approvals;
import dev.sluice.fileimport.payout.PayoutFiles;
import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.ledger.Statement;
import dev.sluice.merchant.Permission;
import dev.sluice.pdf.PaymentDocumentPdf;
import dev.sluice.refusal.Refusal;
import dev.sluice.webhook.Reports;
import java.util.List;
import java.util.UUID;

/// Pages and actions of one payout.
public final class PayoutDetailPages {
    private static final int OTHERS_MAX = 6;
    private static final int FORBIDDEN = 403;
    private static final int CONFLICT = 409;

    private final DashboardGuard guard;
    private final Clocks clocks;
    private final Disbursements disbursements;
    private final Statement statement;
    private final Reports reports;
    private final Approvals approvals;
    private final PayoutFiles payoutFiles;

    public PayoutDetailPages(
            DashboardGuard guard,
            Clocks clocks,
            Disbursements disbursements,
            Statement statement,
            Reports reports,
            Approvals approvals,
            PayoutFiles payoutFiles) {
        this.guard = guard;
        this.clocks = clocks;
        this.disbursements = disbursements;
        this.statement = statement;
        this.reports = reports;
        this.approvals = approvals;
        this.payoutFiles = payoutFiles;
    }

    public List<Route> routes() {
        return List.of(
                guard.page("/dashboard/payouts/{id}", Permission.VIEW, this::detail),
                guard.page("/dashboard/payouts/{id}/proof", Permission.VIEW, PayoutDetailPages::proof),
                guard.action(
                        "/dashboard/payouts/{id}/cancel",
                        Permission.CREATE_PAYOUTS,
                        OptionalReason.optional(context -> Button.press(context, () -> cancel(context), this::detail))),
                guard.action(
                        "/dashboard/payouts/{id}/force",
                        Permission.CREATE_PAYOUTS,
                        context -> Button.press(context, () -> force(context), this::detail)));
    }

    private Answer detail(PageContext context) {
        var client = context.client();
        var payout = find(client, id(context));
        var texts = context.texts("dashboard.payout");
        var row = PayoutRow.of(payout);
        if (context.isFragment() && context.request().method() == Method.GET) {
            return context.fragment("dashboard/payout/live.jte", live(context, row));
        }
        var organization = context.caller().organizationId();
        var id = UUID.fromString(payout.disbursementId());
        var others = others(client, payout);
        boolean isRecipientThere = isRecipientThere(client, payout);
        var bankReference = disbursements.get(organization, id).progress().railReference();
        var events = context.may(Permission.DEVELOP) ? reports.ofPayment(organization, id) : null;
        var booked = statement.entries(organization, id);
        var approval = approvals.of(organization, id).orElse(null);
        var group = UUID.fromString(payout.groupId());
        var file = payoutFiles
                .imports()
                .files()
                .ofGroups(organization, List.of(group))
                .get(group);
        var self = context.caller().actorId();
        boolean mayDecide = !row.isHeld()
                && context.may(Permission.APPROVE_PAYOUTS)
                && !row.maker().equals(self.toString())
                && (approval == null || !self.equals(approval.preparer()));
        return context.page(
                "dashboard/payout/detail.jte",
                Section.PAYOUTS,
                row.isHeld() ? texts.get("heldTitle") : texts.get("detailTitle", row.shortPayee()),
                frame -> new PayoutDetail(
                        frame,
                        live(context, row),
                        isRecipientThere,
                        bankReference,
                        booked,
                        others.docs().stream()
                                .filter(each -> !each.disbursementId().equals(payout.disbursementId()))
                                .map(PayoutRow::of)
                                .toList(),
                        Math.max(0, others.totalDocs() - OTHERS_MAX),
                        events,
                        approval,
                        mayDecide,
                        file,
                        RuleWords.of(context)));
    }

    private PayoutDetail.Live live(PageContext context, PayoutRow row) {
        return new PayoutDetail.Live(
                context.texts("dashboard.payout"),
                context.common(),
                context.formats(),
                row,
                context.may(Permission.CREATE_PAYOUTS),
                context.may(Permission.SEE_ACCOUNTS),
                disbursements.isReturn(context.caller().organizationId(), UUID.fromString(row.id())),
                context.sandbox(),
                context.visitor().formToken(),
                clocks.newId().toString());
    }

    /// Finds a payout of either kind, because the id does not contain the kind.
    private static Disbursement find(SluiceClient client, String id) {
        try {
            return client.disbursements().getFiat(id);
        } catch (SluiceException notFiat) {
            if (notFiat.status() != 404) {
                throw notFiat;
            }
            return client.disbursements().getCrypto(id);
        }
    }

    /// Reports whether the recipient still exists: a payout keeps its recipient's data after their deletion.
    private static boolean isRecipientThere(SluiceClient client, Disbursement payout) {
        if (!(payout instanceof FiatDisbursement fiat) || HeldPayouts.isHeld(payout)) {
            return false;
        }
        try {
            client.recipients().get(fiat.recipient().recipientId());
            return true;
        } catch (SluiceException gone) {
            if (gone.status() != 404) {
                throw gone;
            }
            return false;
        }
    }

    private static Page<? extends Disbursement> others(SluiceClient client, Disbursement payout) {
        return payout instanceof FiatDisbursement
                ? client.disbursements()
                        .pageFiat(FiatDisbursementQuery.all()
                                .groupId(payout.groupId())
                                .limit(OTHERS_MAX))
                : client.disbursements()
                        .pageCrypto(CryptoDisbursementQuery.all()
                                .groupId(payout.groupId())
                                .limit(OTHERS_MAX));
    }

    /// Returns the transfer proof of a payout to a bank account, or the receipt of a payout to a wallet.
    private static Answer proof(PageContext context) {
        var id = id(context);
        var client = context.client();
        return switch (find(client, id)) {
            case FiatDisbursement _
            when !context.may(Permission.SEE_ACCOUNTS) ->
                context.problem(
                        FORBIDDEN, "refused", context.texts("dashboard.payout").get("proofNotYours"));
            case FiatDisbursement _ -> pdf("proof-" + id, client.disbursements().reportFiat(id));
            case CryptoDisbursement payout -> receipt(context, payout);
        };
    }

    private static Answer receipt(PageContext context, CryptoDisbursement payout) {
        var texts = context.texts("dashboard.payout");
        if (!payout.status().equals(DisbursementStatus.COMPLETED)) {
            return context.problem(CONFLICT, "refused", texts.get("receipt.notYet"));
        }
        var receipt = new PayoutReceipt(
                payout,
                context.visitor().organization().name(),
                context.sandbox(),
                texts,
                context.common(),
                context.formats().inUtc());
        return pdf("receipt-" + payout.disbursementId(), PaymentDocumentPdf.render(receipt.document()));
    }

    private static Answer pdf(String name, byte[] bytes) {
        return new Answer(200, "application/pdf", bytes)
                .with("Content-Disposition", "attachment; filename=\"" + name + ".pdf\"")
                .with("Cache-Control", "no-store");
    }

    private static Answer cancel(PageContext context) {
        var id = id(context);
        context.client(context.formKey()).disbursements().cancel(id);
        return context.redirect(
                PayoutList.PATH + "/" + id, context.texts("dashboard.payout").get("cancelled"));
    }

    private static Answer force(PageContext context) {
        var id = id(context);
        var status = context.form().text("status").orElse(DisbursementStatus.COMPLETED);
        context.client(context.formKey()).sandbox().forceDisbursement(id, status);
        return context.redirect(
                PayoutList.PATH + "/" + id, context.texts("dashboard.payout").get("forced"));
    }

    /// Returns the id in the path. A malformed id is treated like an unknown one.
    private static String id(PageContext context) {
        return context.request().id("id", Refusal.DISBURSEMENT_NOT_FOUND).toString();
    }
}
