package dev.sluice.dashboard.tour;

import dev.sluice.dashboard.tour.Stop.Area;
import dev.sluice.dashboard.tour.Stop.Visitor;
import java.util.ArrayList;
import java.util.List;

/// Stops of the tour through the operator pages.
final class OperatorRoute {
    private final List<Stop> stops = new ArrayList<>();

    private OperatorRoute() {}

    static List<Stop> through(Shop shop) {
        var route = new OperatorRoute();
        var merchant = shop.merchant().organizationId().toString();
        route.see("operations", "");
        route.see("stuck", "/payouts");
        route.see("discrepancies", "/discrepancies");
        route.see("discrepancies-closed", "/discrepancies?show=closed");
        route.see("behind", "/webhooks");
        route.see("operator-payout", "/payouts/" + merchant + "/" + shop.at("INV-2605"));
        route.see("discrepancy", "/discrepancies/" + merchant + "/" + shop.at("INV-2603"));
        route.see("operator-search", "/search?q=INV-2602");
        route.see("organizations", "/organizations");
        route.see("organizations-none", "/organizations?organizationName=nothing-like-it");
        route.see("organization", "/organizations/" + merchant);
        route.see("organization-new", "/organizations/" + shop.newcomerId());
        route.see("terms", "/organizations/" + merchant + "/terms");
        route.see("conversion-terms", "/organizations/" + merchant + "/conversions");
        route.see("limits", "/organizations/" + merchant + "/limits");
        route.see("exceptions", "/exceptions");
        route.see("exceptions-done", "/exceptions?show=done");
        route.stops.add(stop("exception", shop.at("review")));
        route.stops.add(
                stop("exception-move-nowhere", shop.at("review") + "/move").answered(400));
        route.stops.add(stop("exception-settled", shop.at("settled")));
        route.see("books", "/ledger");
        route.see("accounts", "/ledger/accounts/" + merchant);
        route.see("ledger-account", "/ledger/account?explain=1&asset=IDR&role=available&organization=" + merchant);
        route.see("ledger-payment", "/ledger/payment?id=" + shop.at("INV-2602"));
        route.see("screenings", "/screening");
        route.see("screening", shop.at("screening").replace("/dashboard/operator", ""));
        route.see("rails", "/rails");
        route.see("rail", "/rails/sandbox");
        route.see("prices", "/prices");
        route.see("methods", "/prices/methods");
        route.see("method", "/prices/methods/deposit/IDR/QRIS");
        route.see("assets", "/prices/assets");
        route.see("asset", "/prices/assets/usdc-polygon");
        route.see("asset-currency", "/prices/assets/IDR");
        route.see("token-fee", "/prices/assets/usdc-polygon/fees/payout");
        route.see("pairs", "/prices/pairs");
        route.see("pair", "/prices/pairs/USDC/IDR");
        return route.stops;
    }

    private void see(String name, String path) {
        stops.add(stop(name, "/dashboard/operator" + path));
    }

    private static Stop stop(String name, String path) {
        return Stop.at(Area.OPERATORS, name, Visitor.OPERATOR, path);
    }
}
