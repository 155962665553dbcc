package dev.sluice.dashboard.deposit;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.PayInForm;
import dev.sluice.dashboard.Why;
import dev.sluice.deposit.DepositOrders;
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

    private final Door door;
    private final DepositListPages lists = new DepositListPages();
    private final DepositDetailPages details;
    private final PayInForm<DepositForm.Typed> creation;

    public DepositPages(Door door, References references, DepositOrders orders, Statement statement, Reports reports) {
        this.door = door;
        this.details = new DepositDetailPages(references, statement, reports);
        this.creation = new DepositCreatePages(references, orders).form();
    }

    public List<Route> routes() {
        return List.of(
                door.page(PATH, Permission.VIEW, lists::list),
                door.export(PATH + ".csv", Permission.VIEW, lists::file),
                door.page(PATH + "/new", Permission.MANAGE_DEPOSITS, creation::show),
                door.actionOrQuestion(
                        PATH + "/new", Permission.MANAGE_DEPOSITS, PayInForm::asks, _ -> Map.of(), creation::send),
                door.page(PATH + "/{id}", Permission.VIEW, details::show),
                door.page(PATH + "/{id}/live", Permission.VIEW, details::live),
                door.page(PATH + "/{id}/receipt", Permission.VIEW, details::receipt),
                door.action(PATH + "/{id}/cancel", Permission.MANAGE_DEPOSITS, Why.optional(details::cancel)),
                door.action(PATH + "/{id}/refund", Permission.MANAGE_DEPOSITS, details::refund),
                door.action(PATH + "/{id}/pay", Permission.MANAGE_DEPOSITS, details::pay),
                door.action(PATH + "/{id}/force", Permission.MANAGE_DEPOSITS, details::force));
    }
}
