package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.disbursement.Disbursement.Actor;
import dev.sluice.disbursement.reconciliation.Discrepancies.Closing;
import dev.sluice.disbursement.reconciliation.Discrepancies.Discrepancy;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.page.Texts;
import dev.sluice.rail.PayoutRef;
import dev.sluice.refusal.Refusal;
import java.util.List;
import java.util.Map;

/// Page of a payout whose rail contradicts the status reported to the merchant, and its settlement.
public final class DiscrepancyPages {
    private static final String ONE = DiscrepancyListPages.PATH + "/{organization}/{payout}";

    private final DashboardGuard guard;
    private final OperatorServices services;

    DiscrepancyPages(DashboardGuard guard, OperatorServices services) {
        this.guard = guard;
        this.services = services;
    }

    List<Route> routes() {
        return List.of(
                guard.page(ONE, Permission.OPERATE, context -> detail(context, Rejection.FIRST)),
                guard.actionOn(ONE + "/close", Permission.OPERATE, _ -> Map.of(), services::concerned, this::close));
    }

    private Discrepancy load(PayoutRef ref) {
        return services.payouts().discrepancies().find(ref).orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer detail(PageContext context, Rejection again) {
        var found = load(OperatorPages.payout(context));
        var texts = context.texts(OperatorPages.TEXTS);
        return context.page(
                again.status(),
                "operator/discrepancy.jte",
                Section.OPERATIONS,
                texts.get("discrepancy"),
                frame -> new DiscrepancyPage(
                        frame,
                        texts,
                        OperatorPages.formats(context),
                        found,
                        services.ownerOf(texts, found.payout().organizationId()),
                        again.problems()));
    }

    private Answer close(PageContext context) {
        var ref = OperatorPages.payout(context);
        load(ref);
        return RequiredReason.run(context, shown -> detail(context, shown), (reason, _) -> {
            var user = context.visitor().user();
            boolean closed = services.payouts()
                    .discrepancies()
                    .close(
                            ref,
                            new Closing(services.core().clocks().instant(), new Actor(user.id(), user.name()), reason));
            var texts = context.texts(OperatorPages.TEXTS);
            return closed
                    ? context.redirect(link(ref), texts.get("discrepancyClosed"))
                    : context.redirectWithWarning(link(ref), texts.get("discrepancyWasClosed"));
        });
    }

    public static String link(PayoutRef ref) {
        return ONE.replace("{organization}", ref.organizationId().toString())
                .replace("{payout}", ref.payoutId().toString());
    }

    /// Page of one discrepancy.
    public record DiscrepancyPage(
            Frame frame,
            Texts texts,
            Formats formats,
            Discrepancy discrepancy,
            String organization,
            Problems problems) {
        public String link() {
            return DiscrepancyPages.link(discrepancy.payout().ref());
        }
    }
}
