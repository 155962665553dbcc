package dev.sluice.dashboard.search;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.search.Finder.Hit;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import java.util.List;

/// One field that finds pages and payments: as a page, and as the lines of the palette that scripts open.
public final class SearchPages {
    private static final String BUNDLE = "dashboard.search";
    private static final int LENGTH_MAX = 255;

    private final Door door;

    public SearchPages(Door door) {
        this.door = door;
    }

    public List<Route> routes() {
        return List.of(door.page("/dashboard/search", Permission.VIEW, SearchPages::search));
    }

    private static Answer search(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var wanted = visit.request().query().text("q").map(String::strip).orElse("");
        if (wanted.codePointCount(0, wanted.length()) > LENGTH_MAX) {
            wanted = wanted.substring(0, wanted.offsetByCodePoints(0, LENGTH_MAX));
        }
        var hits = new Finder(visit, texts, visit.texts("dashboard.frame")).find(wanted);
        if (visit.isFragment()) {
            return visit.fragment("dashboard/search/options.jte", new Options(hits));
        }
        if (hits.size() == 1 && Ids.parse(wanted).isPresent()) {
            return visit.goTo(hits.getFirst().path());
        }
        var typed = wanted;
        return visit.page(
                "dashboard/search/search.jte",
                Section.HOME,
                texts.get("title"),
                frame -> new Found(frame, texts, typed, hits));
    }

    /// The lines of the palette.
    public record Options(List<Hit> hits) {}

    /// The page.
    public record Found(Frame frame, Texts texts, String wanted, List<Hit> hits) {}
}
