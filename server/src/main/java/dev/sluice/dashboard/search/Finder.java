package dev.sluice.dashboard.search;

import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.search.SearchPages.Hit;
import dev.sluice.http.Ids;
import java.util.List;

/// Searches everything that a text may refer to: an id, a reference, a transaction, a recipient, a wallet, a page.
/// Each search is a few indexed look-ups.
final class Finder {
    private final Visit visit;
    private final Hits hits;
    private final PaymentFinder payments;
    private final BelongingFinder belongings;
    private final ProgramFinder programs;

    Finder(Visit visit, SearchPages.Rooms rooms) {
        this.visit = visit;
        this.hits = new Hits(visit);
        this.payments = new PaymentFinder(visit, rooms.payments(), hits);
        this.belongings = new BelongingFinder(visit, rooms.belongings(), hits);
        this.programs = new ProgramFinder(visit, rooms.programs(), hits);
    }

    /// @param wanted search text; an empty one returns the pages
    List<Hit> find(String wanted) {
        var id = Ids.parse(wanted);
        if (id.isPresent()) {
            payments.byId(id.get(), wanted);
            programs.byId(wanted);
            belongings.fileOf(id.get());
        } else {
            SearchPages.pages(visit, wanted).forEach(hits::add);
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
