package dev.sluice;

import dev.sluice.convert.ConversionLookup;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.operator.Owner;
import dev.sluice.dashboard.search.SearchPages;
import dev.sluice.deposit.DepositLookup;
import dev.sluice.ledger.Ground;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Users;
import dev.sluice.rail.PayinRail;
import java.util.ArrayList;
import java.util.List;

/// The services that the dashboard's search uses, and those of the operators' search.
final class SearchedRooms {
    private SearchedRooms() {}

    /// Returns the services of the dashboard's search.
    static SearchPages.Rooms of(Ground ground, Dashboard.Rooms rooms, Users users) {
        var developers = rooms.developers();
        var payins = rooms.deck().rails().payins().configured();
        return new SearchPages.Rooms(
                new SearchPages.Payments(
                        new DepositLookup(ground.database()),
                        new ConversionLookup(ground.database()),
                        rooms.checkout().links(),
                        rooms.recipients(),
                        rooms.approvals(),
                        payins.stream().map(PayinRail::name).toList()),
                new SearchPages.Belongings(ground.references(), users, rooms.policies(), files(rooms)),
                new SearchPages.Programs(developers.requests(), developers.clients(), developers.keys()));
    }

    /// Returns look-ups of the organization that owns a record, for records without an operator page.
    static List<Owner> owners(Dashboard.Rooms rooms) {
        var reports = rooms.webhook().reports();
        var developers = rooms.developers();
        var all = new ArrayList<>(List.of(
                Owner.byId("recipient", rooms.recipients()::owner),
                new Owner("checkout", rooms.checkout().links()::owners),
                Owner.byId("endpoint", reports::owner),
                Owner.byId("event", reports::ownerOfEvent),
                new Owner("request", developers.requests()::owners),
                new Owner(
                        "apiClient",
                        (organizations, text, _) -> developers.clients().owner(organizations, text).stream()
                                .toList()),
                new Owner("apiKey", developers.keys()::owners)));
        files(rooms).forEach(each -> all.add(Owner.byId("file", each.kept()::owner)));
        return all;
    }

    private static List<SearchPages.Files> files(Dashboard.Rooms rooms) {
        return List.of(
                new SearchPages.Files(
                        Section.PAYOUTS,
                        "/dashboard/payouts/bulk",
                        Permission.VIEW,
                        rooms.bulks().files()),
                new SearchPages.Files(
                        Section.DEPOSITS,
                        "/dashboard/deposits/import",
                        Permission.VIEW,
                        rooms.depositFiles().kept().files()),
                new SearchPages.Files(
                        Section.RECIPIENTS,
                        "/dashboard/recipients/import",
                        Permission.MANAGE_RECIPIENTS,
                        rooms.intakes().kept().files()));
    }
}
