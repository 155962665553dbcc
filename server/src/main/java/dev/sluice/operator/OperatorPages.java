package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Ids;
import dev.sluice.http.Page;
import dev.sluice.http.Route;
import dev.sluice.operator.bank.BankPages;
import dev.sluice.rail.PayoutRef;
import dev.sluice.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Routes of all operators' pages.
public final class OperatorPages {
    public static final String TEXTS = "operator";
    public static final String HOME = Section.OPERATIONS.path();
    private static final int PAGE_LENGTH = 25;
    private static final int PAGE_MAX = 100_000;

    private OperatorPages() {}

    /// Returns formats for operators: times to the second, for comparison with banks' logs.
    public static Formats formats(PageContext context) {
        return context.formats().withSeconds();
    }

    /// @param owners searches for the organizations of resources without a page here
    public static List<Route> routes(
            DashboardGuard guard, OperatorServices services, Invitations invitations, List<ResourceOwner> owners) {
        var routes = new ArrayList<Route>();
        routes.addAll(new OperationPages(guard, services).routes());
        routes.addAll(new FindPages(guard, services, owners).routes());
        routes.addAll(new StuckPages(guard, services).routes());
        routes.addAll(new PayoutPages(guard, services).routes());
        routes.addAll(new DiscrepancyListPages(guard, services).routes());
        routes.addAll(new DiscrepancyPages(guard, services).routes());
        routes.addAll(new ScreeningPages(guard, services).routes());
        routes.addAll(new BehindPages(guard, services).routes());
        routes.addAll(new LedgerPages(guard, services).routes());
        var organizations = new OrganizationPages(guard, services, invitations);
        routes.addAll(organizations.routes());
        routes.addAll(new OwnerChangePages(guard, services, invitations, organizations).routes());
        routes.addAll(new SecondFactorPages(guard, services, invitations, organizations).routes());
        routes.addAll(new TermsPages(guard, services).routes());
        routes.addAll(new ConversionTermsPages(guard, services).routes());
        routes.addAll(new LimitPages(guard, services).routes());
        routes.addAll(new ExceptionListPages(guard, services).routes());
        var exceptions = new ExceptionPages(guard, services);
        routes.addAll(exceptions.routes());
        routes.addAll(new MovePages(guard, services, exceptions).routes());
        routes.addAll(new RailPages(guard, services).routes());
        routes.addAll(new PricePages(guard, services).routes());
        routes.addAll(new MethodPages(guard, services).routes());
        routes.addAll(new AssetPages(guard, services).routes());
        routes.addAll(new PairPages(guard, services).routes());
        services.banks().ifPresent(banks -> routes.addAll(BankPages.routes(guard, services, banks)));
        return routes;
    }

    /// Returns an id in the address, or refuses with not found.
    public static UUID id(PageContext context, String name) {
        return context.request().id(name, Refusal.NOT_FOUND);
    }

    /// Returns the payout in the address, with its organization.
    static PayoutRef payout(PageContext context) {
        return new PayoutRef(id(context, "organization"), id(context, "payout"));
    }

    /// Returns a value of the query.
    public static Optional<String> parameter(PageContext context, String name) {
        return context.request().query().text(name);
    }

    static Optional<UUID> idParameter(PageContext context, String name) {
        return parameter(context, name).flatMap(Ids::parse);
    }

    /// Returns the requested page of a list.
    public static Page.Request page(PageContext context) {
        int number = context.request().query().integer("page", 1, 1, PAGE_MAX);
        return new Page.Request(PAGE_LENGTH, number, Page.Sort.CREATED_DESCENDING);
    }
}
