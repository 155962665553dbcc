package dev.sluice.dashboard.deposit;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.OptionalReason;
import dev.sluice.dashboard.PayInForm;
import dev.sluice.deposit.create.DepositPreparation;
import dev.sluice.http.Route;
import dev.sluice.ledger.Statement;
import dev.sluice.merchant.Permission;
import dev.sluice.reference.References;
import dev.sluice.webhook.Reports;
import java.util.List;
import java.util.Map;

/// Routes of the deposit pages.
public final class DepositPages {
    static final String PATH = "/dashboard/deposits";
    static final String BUNDLE = "dashboard.deposits";

    private final DashboardGuard guard;
    private final DepositListPages lists = new DepositListPages();
    private final DepositDetailPages details;
    private final PayInForm<DepositForm.DepositInput> creation;

    public DepositPages(
            DashboardGuard guard,
            References references,
            DepositPreparation preparation,
            Statement statement,
            Reports reports) {
        this.guard = guard;
        this.details = new DepositDetailPages(references, statement, reports);
        this.creation = new DepositCreatePages(references, preparation).form();
    }

    public List<Route> routes() {
        return List.of(
                guard.page(PATH, Permission.VIEW, lists::list),
                guard.export(PATH + ".csv", Permission.VIEW, lists::file),
                guard.page(PATH + "/new", Permission.MANAGE_DEPOSITS, creation::show),
                guard.actionOrQuestion(
                        PATH + "/new", Permission.MANAGE_DEPOSITS, PayInForm::asks, _ -> Map.of(), creation::send),
                guard.page(PATH + "/{id}", Permission.VIEW, details::show),
                guard.page(PATH + "/{id}/live", Permission.VIEW, details::live),
                guard.page(PATH + "/{id}/receipt", Permission.VIEW, details::receipt),
                guard.action(
                        PATH + "/{id}/cancel", Permission.MANAGE_DEPOSITS, OptionalReason.optional(details::cancel)),
                guard.action(PATH + "/{id}/refund", Permission.MANAGE_DEPOSITS, details::refund),
                guard.action(PATH + "/{id}/pay", Permission.MANAGE_DEPOSITS, details::pay),
                guard.action(PATH + "/{id}/force", Permission.MANAGE_DEPOSITS, details::force));
    }
}
