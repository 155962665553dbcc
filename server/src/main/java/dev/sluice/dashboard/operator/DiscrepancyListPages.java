package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.disbursement.Discrepancies.Discrepancy;
import dev.sluice.disbursement.Discrepancies.Said;
import dev.sluice.disbursement.Discrepancies.Search;
import dev.sluice.disbursement.Discrepancies.Show;
import dev.sluice.http.Answer;
import dev.sluice.http.Page;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// List of conflicting rail reports: the open ones, and the settled ones with their decisions.
public final class DiscrepancyListPages {
    static final String PATH = OperatorPages.HOME + "/discrepancies";
    private static final String SHOW = "show";
    private static final String SAID = "said";

    private final Door door;
    private final Deck deck;

    DiscrepancyListPages(Door door, Deck deck) {
        this.door = door;
        this.deck = deck;
    }

    List<Route> routes() {
        return List.of(door.page(PATH, Permission.OPERATE, this::list));
    }

    private Answer list(Visit visit) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var filter = filter(visit);
        var page = deck.payouts().discrepancies().list(filter.search(), OperatorPages.page(visit));
        var names = deck.owners(
                texts, page.docs().stream().map(each -> each.payout().organizationId()));
        return visit.page(
                "dashboard/operator/discrepancies.jte",
                Section.OPERATIONS,
                texts.get("discrepancies"),
                frame -> new Contradictions(frame, texts, OperatorPages.look(visit), filter, names, page));
    }

    private Filter filter(Visit visit) {
        return new Filter(
                OperatorPages.asked(visit, SHOW)
                                .filter(name(Show.CLOSED)::equals)
                                .isPresent()
                        ? Show.CLOSED
                        : Show.OPEN,
                Whose.of(visit, deck),
                OperatorPages.asked(visit, SAID)
                        .flatMap(text -> Stream.of(Said.values())
                                .filter(each -> name(each).equals(text))
                                .findFirst())
                        .orElse(null));
    }

    private static String name(Enum<?> each) {
        return each.name().toLowerCase(Locale.ROOT);
    }

    /// Filter of the list.
    ///
    /// @param said the only kind of report to list; null for all
    public record Filter(Show show, Whose whose, @Nullable Said said) {
        Search search() {
            return new Search(show, whose.id(), said);
        }

        /// Returns its name in addresses and text keys.
        public String name() {
            return DiscrepancyListPages.name(show);
        }

        public boolean isNarrow() {
            return said != null || whose.isNarrow();
        }

        /// Returns the query parameters of the same list.
        Map<String, String> parameters() {
            var all = new LinkedHashMap<String, String>();
            all.put(SHOW, show == Show.OPEN ? "" : name());
            whose.into(all);
            all.put(SAID, said == null ? "" : DiscrepancyListPages.name(said));
            return all;
        }
    }

    /// Page of the list.
    ///
    /// @param names of the organizations
    public record Contradictions(
            Frame frame, Texts texts, Look look, Filter filter, Map<UUID, String> names, Page<Discrepancy> page) {
        public Contradictions {
            names = Map.copyOf(names);
        }

        public String path() {
            return PATH;
        }

        public boolean isOpen() {
            return filter.show() == Show.OPEN;
        }

        public List<String> shows() {
            return Stream.of(Show.values()).map(DiscrepancyListPages::name).toList();
        }

        public Map<String, String> words() {
            var all = new LinkedHashMap<String, String>();
            Stream.of(Said.values())
                    .forEach(each -> all.put(DiscrepancyListPages.name(each), texts.get("said." + each)));
            return all;
        }

        public boolean is(String said) {
            return filter.said() != null
                    && DiscrepancyListPages.name(filter.said()).equals(said);
        }

        /// Returns the link to another state, with the same filters.
        public String list(String choice) {
            return Links.with(PATH, filter.parameters(), SHOW, choice.equals("open") ? "" : choice);
        }

        /// Returns the link to the same list without filters.
        public String unnarrowed() {
            return Links.of(PATH, Map.of(SHOW, isOpen() ? "" : filter.name()));
        }

        /// Returns the link to another page of the same list.
        public String page(int number) {
            return Links.with(PATH, filter.parameters(), "page", String.valueOf(number));
        }
    }
}
