package dev.sluice.dashboard.search;

import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.search.SearchPages.Hit;
import dev.sluice.http.Ids;
import java.util.List;

/// Asks for whatever a text may mean: an id, a reference, a transaction, a payee, a wallet, a page. A few look-ups by
/// index each time.
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

    /// @param wanted an empty text wants the pages
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
            // Many a merchant's references are ids, too.
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
