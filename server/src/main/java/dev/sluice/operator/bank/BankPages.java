package dev.sluice.operator.bank;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.http.Route;
import dev.sluice.operator.OperatorServices;
import java.util.ArrayList;
import java.util.List;

/// Routes of the pages of bank accounts.
public final class BankPages {
    private BankPages() {}

    public static List<Route> routes(DashboardGuard guard, OperatorServices services, BankServices banks) {
        var desk = new BankDesk(guard, services, banks);
        var routes = new ArrayList<Route>();
        routes.addAll(new AccountPages(desk).routes());
        routes.addAll(new FilePages(desk).routes());
        routes.addAll(new InboxPages(desk).routes());
        routes.addAll(new EntryPages(desk).routes());
        routes.addAll(new BreakPages(desk).routes());
        routes.addAll(new DecisionPages(desk).routes());
        return routes;
    }
}
