package dev.sluice.app;

import dev.sluice.convert.ConversionLookup;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.search.SearchPages;
import dev.sluice.deposit.query.DepositLookup;
import dev.sluice.ledger.CoreServices;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Users;
import dev.sluice.operator.ResourceOwner;
import dev.sluice.rail.PayinRail;
import java.util.ArrayList;
import java.util.List;

/// The services that the dashboard's search uses, and those of the operators' search.
final class SearchedModules {
    private SearchedModules() {}

    /// Returns the services of the dashboard's search.
    static SearchPages.Modules of(CoreServices core, Dashboard.Modules modules, Users users) {
        var developers = modules.developers();
        var payins = modules.services().rails().payins().configured();
        return new SearchPages.Modules(
                new SearchPages.Payments(
                        new DepositLookup(core.database()),
                        new ConversionLookup(core.database()),
                        modules.checkout().links(),
                        modules.recipients(),
                        modules.approvals(),
                        payins.stream().map(PayinRail::name).toList()),
                new SearchPages.Belongings(core.references(), users, modules.policies(), files(modules)),
                new SearchPages.Programs(developers.requests(), developers.clients(), developers.keys()));
    }

    /// Returns look-ups of the organization that owns a record, for records without an operator page.
    static List<ResourceOwner> owners(Dashboard.Modules modules) {
        var reports = modules.webhook().reports();
        var developers = modules.developers();
        var all = new ArrayList<>(List.of(
                ResourceOwner.byId("recipient", modules.recipients()::owner),
                new ResourceOwner("checkout", modules.checkout().links()::owners),
                ResourceOwner.byId("endpoint", reports::owner),
                ResourceOwner.byId("event", reports::ownerOfEvent),
                new ResourceOwner("request", developers.requests()::owners),
                new ResourceOwner(
                        "apiClient",
                        (organizations, text, _) -> developers.clients().owner(organizations, text).stream()
                                .toList()),
                new ResourceOwner("apiKey", developers.keys()::owners)));
        all.add(ResourceOwner.byId("file", modules.payoutFiles().imports().files()::owner));
        return all;
    }

    private static List<SearchPages.Files> files(Dashboard.Modules modules) {
        return List.of(
                new SearchPages.Files(
                        Section.PAYOUTS,
                        "/dashboard/payouts/bulk",
                        Permission.VIEW,
                        modules.payoutFiles().imports().files()),
                new SearchPages.Files(
                        Section.DEPOSITS,
                        "/dashboard/deposits/import",
                        Permission.VIEW,
                        modules.depositFiles().imports().files()),
                new SearchPages.Files(
                        Section.RECIPIENTS,
                        "/dashboard/recipients/import",
                        Permission.MANAGE_RECIPIENTS,
                        modules.recipientFiles().imports().files()));
    }
}
