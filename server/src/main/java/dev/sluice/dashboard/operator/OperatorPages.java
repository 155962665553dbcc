package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.http.Ids;
import dev.sluice.http.Page;
import dev.sluice.http.Route;
import dev.sluice.rail.PayoutRef;
import dev.sluice.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Routes of all operators' pages.
public final class OperatorPages {
    static final String TEXTS = "dashboard.operator";
    static final String HOME = Section.OPERATIONS.path();
    private static final int PAGE_LENGTH = 25;
    private static final int PAGE_MAX = 100_000;

    private OperatorPages() {}

    /// Returns formats for operators: times to the second, for comparison with banks' logs.
    static Look look(Visit visit) {
        return visit.look().withSeconds();
    }

    /// @param owners searches for the organizations of resources without a page here
    public static List<Route> routes(Door door, Deck deck, Invitations invitations, List<Owner> owners) {
        var routes = new ArrayList<Route>();
        routes.addAll(new OperationPages(door, deck).routes());
        routes.addAll(new FindPages(door, deck, owners).routes());
        routes.addAll(new StuckPages(door, deck).routes());
        routes.addAll(new PayoutPages(door, deck).routes());
        routes.addAll(new DiscrepancyListPages(door, deck).routes());
        routes.addAll(new DiscrepancyPages(door, deck).routes());
        routes.addAll(new ScreeningPages(door, deck).routes());
        routes.addAll(new BehindPages(door, deck).routes());
        routes.addAll(new BookPages(door, deck).routes());
        var organizations = new OrganizationPages(door, deck, invitations);
        routes.addAll(organizations.routes());
        routes.addAll(new OwnerChangePages(door, deck, invitations, organizations).routes());
        routes.addAll(new SecondFactorPages(door, deck, invitations, organizations).routes());
        routes.addAll(new TermsPages(door, deck).routes());
        routes.addAll(new ConversionTermsPages(door, deck).routes());
        routes.addAll(new LimitPages(door, deck).routes());
        routes.addAll(new ExceptionListPages(door, deck).routes());
        var exceptions = new ExceptionPages(door, deck);
        routes.addAll(exceptions.routes());
        routes.addAll(new MovePages(door, deck, exceptions).routes());
        routes.addAll(new RailPages(door, deck).routes());
        routes.addAll(new PricePages(door, deck).routes());
        routes.addAll(new MethodPages(door, deck).routes());
        routes.addAll(new AssetPages(door, deck).routes());
        routes.addAll(new PairPages(door, deck).routes());
        return routes;
    }

    /// Returns an id in the address, or refuses with not found.
    static UUID id(Visit visit, String name) {
        return visit.request().id(name, Refusal.NOT_FOUND);
    }

    /// Returns the payout in the address, with its organization.
    static PayoutRef payout(Visit visit) {
        return new PayoutRef(id(visit, "organization"), id(visit, "payout"));
    }

    /// Returns a value of the query.
    static Optional<String> asked(Visit visit, String name) {
        return visit.request().query().text(name);
    }

    static Optional<UUID> askedId(Visit visit, String name) {
        return asked(visit, name).flatMap(Ids::parse);
    }

    /// Returns the requested page of a list.
    static Page.Request page(Visit visit) {
        int number = visit.request().query().integer("page", 1, 1, PAGE_MAX);
        return new Page.Request(PAGE_LENGTH, number, Page.Sort.CREATED_DESCENDING);
    }
}
