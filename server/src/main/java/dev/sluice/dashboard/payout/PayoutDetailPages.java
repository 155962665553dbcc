package dev.sluice.dashboard.payout;

import dev.sluice.bulk.Bulks;
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
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.HeldPayouts;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.Why;
import dev.sluice.dashboard.policy.RuleWords;
import dev.sluice.disbursement.Approvals;
import dev.sluice.disbursement.Disbursements;
import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.ledger.Statement;
import dev.sluice.merchant.Permission;
import dev.sluice.paper.SlipPdf;
import dev.sluice.refusal.Refusal;
import dev.sluice.webhook.Reports;
import java.util.List;
import java.util.UUID;

/// Pages and actions of one payout.
public final class PayoutDetailPages {
    private static final int OTHERS_MAX = 6;
    private static final int FORBIDDEN = 403;
    private static final int CONFLICT = 409;

    private final Door door;
    private final Clocks clocks;
    private final Disbursements disbursements;
    private final Statement statement;
    private final Reports reports;
    private final Approvals approvals;
    private final Bulks bulks;

    public PayoutDetailPages(
            Door door,
            Clocks clocks,
            Disbursements disbursements,
            Statement statement,
            Reports reports,
            Approvals approvals,
            Bulks bulks) {
        this.door = door;
        this.clocks = clocks;
        this.disbursements = disbursements;
        this.statement = statement;
        this.reports = reports;
        this.approvals = approvals;
        this.bulks = bulks;
    }

    public List<Route> routes() {
        return List.of(
                door.page("/dashboard/payouts/{id}", Permission.VIEW, this::detail),
                door.page("/dashboard/payouts/{id}/proof", Permission.VIEW, PayoutDetailPages::proof),
                door.action(
                        "/dashboard/payouts/{id}/cancel",
                        Permission.CREATE_PAYOUTS,
                        Why.optional(visit -> Button.press(visit, () -> cancel(visit), this::detail))),
                door.action(
                        "/dashboard/payouts/{id}/force",
                        Permission.CREATE_PAYOUTS,
                        visit -> Button.press(visit, () -> force(visit), this::detail)));
    }

    private Answer detail(Visit visit) {
        var client = visit.client();
        var payout = find(client, id(visit));
        var texts = visit.texts("dashboard.payout");
        var row = PayoutRow.of(payout);
        if (visit.isFragment() && visit.request().method() == Method.GET) {
            return visit.fragment("dashboard/payout/live.jte", live(visit, row));
        }
        var organization = visit.caller().organizationId();
        var id = UUID.fromString(payout.disbursementId());
        var others = others(client, payout);
        boolean isRecipientThere = isRecipientThere(client, payout);
        var bankReference = disbursements.get(organization, id).progress().railReference();
        var told = visit.may(Permission.DEVELOP) ? reports.ofPayment(organization, id) : null;
        var booked = statement.entries(organization, id);
        var approval = approvals.of(organization, id).orElse(null);
        var group = UUID.fromString(payout.groupId());
        var file = bulks.ofGroups(organization, List.of(group)).get(group);
        var self = visit.caller().actorId();
        boolean mayDecide = !row.isHeld()
                && visit.may(Permission.APPROVE_PAYOUTS)
                && !row.maker().equals(self.toString())
                && (approval == null || !self.equals(approval.preparer()));
        return visit.page(
                "dashboard/payout/detail.jte",
                Section.PAYOUTS,
                row.isHeld() ? texts.get("heldTitle") : texts.get("detailTitle", row.shortPayee()),
                frame -> new PayoutDetail(
                        frame,
                        live(visit, row),
                        isRecipientThere,
                        bankReference,
                        booked,
                        others.docs().stream()
                                .filter(each -> !each.disbursementId().equals(payout.disbursementId()))
                                .map(PayoutRow::of)
                                .toList(),
                        Math.max(0, others.totalDocs() - OTHERS_MAX),
                        told,
                        approval,
                        mayDecide,
                        file,
                        RuleWords.of(visit)));
    }

    private PayoutDetail.Live live(Visit visit, PayoutRow row) {
        return new PayoutDetail.Live(
                visit.texts("dashboard.payout"),
                visit.common(),
                visit.look(),
                row,
                visit.may(Permission.CREATE_PAYOUTS),
                visit.may(Permission.SEE_ACCOUNTS),
                disbursements.isReturn(visit.caller().organizationId(), UUID.fromString(row.id())),
                visit.sandbox(),
                visit.visitor().formToken(),
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
    private static Answer proof(Visit visit) {
        var id = id(visit);
        var client = visit.client();
        return switch (find(client, id)) {
            case FiatDisbursement _
            when !visit.may(Permission.SEE_ACCOUNTS) ->
                visit.problem(
                        FORBIDDEN, "refused", visit.texts("dashboard.payout").get("proofNotYours"));
            case FiatDisbursement _ -> pdf("proof-" + id, client.disbursements().reportFiat(id));
            case CryptoDisbursement payout -> receipt(visit, payout);
        };
    }

    private static Answer receipt(Visit visit, CryptoDisbursement payout) {
        var texts = visit.texts("dashboard.payout");
        if (!payout.status().equals(DisbursementStatus.COMPLETED)) {
            return visit.problem(CONFLICT, "refused", texts.get("receipt.notYet"));
        }
        var receipt = new PayoutReceipt(
                payout,
                visit.visitor().organization().name(),
                visit.sandbox(),
                texts,
                visit.common(),
                visit.look().inUtc());
        return pdf("receipt-" + payout.disbursementId(), SlipPdf.render(receipt.slip()));
    }

    private static Answer pdf(String name, byte[] bytes) {
        return new Answer(200, "application/pdf", bytes)
                .with("Content-Disposition", "attachment; filename=\"" + name + ".pdf\"")
                .with("Cache-Control", "no-store");
    }

    private static Answer cancel(Visit visit) {
        var id = id(visit);
        visit.client(visit.formKey()).disbursements().cancel(id);
        return visit.goTo(
                PayoutList.PATH + "/" + id, visit.texts("dashboard.payout").get("cancelled"));
    }

    private static Answer force(Visit visit) {
        var id = id(visit);
        var status = visit.form().text("status").orElse(DisbursementStatus.COMPLETED);
        visit.client(visit.formKey()).sandbox().forceDisbursement(id, status);
        return visit.goTo(
                PayoutList.PATH + "/" + id, visit.texts("dashboard.payout").get("forced"));
    }

    /// Returns the id in the path. A malformed id is treated like an unknown one.
    private static String id(Visit visit) {
        return visit.request().id("id", Refusal.DISBURSEMENT_NOT_FOUND).toString();
    }
}
