package dev.sluice.dashboard.search;

import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.search.SearchPages.Hit;
import dev.sluice.http.Ids;
import java.util.List;

/// Searches everything that a text may refer to: an id, a reference, a transaction, a recipient, a wallet, a page.
/// Each search is a few indexed look-ups.
final class Finder {
    private final PageContext context;
    private final Hits hits;
    private final PaymentFinder payments;
    private final BelongingFinder belongings;
    private final ProgramFinder programs;

    Finder(PageContext context, SearchPages.Modules modules) {
        this.context = context;
        this.hits = new Hits(context);
        this.payments = new PaymentFinder(context, modules.payments(), hits);
        this.belongings = new BelongingFinder(context, modules.belongings(), hits);
        this.programs = new ProgramFinder(context, modules.programs(), hits);
    }

    /// @param wanted search text; an empty one returns the pages
    List<Hit> find(String wanted) {
        var id = Ids.parse(wanted);
        if (id.isPresent()) {
            payments.byId(id.get(), wanted);
            programs.byId(wanted);
            belongings.fileOf(id.get());
        } else {
            SearchPages.pages(context, wanted).forEach(hits::add);
        }
        if (!wanted.isEmpty()) {
            // Many merchants use UUIDs as references, too.
            payments.named(wanted);
            if (id.isEmpty()) {
                payments.byName(wanted);
                belongings.byName(wanted);
            }
            belongings.listed(wanted);
            programs.named(wanted);
        }
        return hits.all();
    }
}
