package dev.sluice.dashboard.search;

import dev.sluice.auth.ApiClients;
import dev.sluice.auth.ApiKeys;
import dev.sluice.checkout.CheckoutLinks;
import dev.sluice.convert.ConversionLookup;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.deposit.query.DepositLookup;
import dev.sluice.disbursement.approval.Approvals;
import dev.sluice.fileimport.ImportFiles;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Users;
import dev.sluice.page.Texts;
import dev.sluice.policy.Policies;
import dev.sluice.recipient.Recipients;
import dev.sluice.reference.References;
import dev.sluice.requestlog.RequestLog;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Search for pages and payments in one field: as a page, and as the options of the command palette.
public final class SearchPages {
    private static final String PATH = "/dashboard/search";
    public static final String BUNDLE = "dashboard.search";
    private static final int LENGTH_MAX = 255;

    private final DashboardGuard guard;
    private final Modules modules;

    public SearchPages(DashboardGuard guard, Modules modules) {
        this.guard = guard;
        this.modules = modules;
    }

    /// Modules that the search uses besides the API.
    public record Modules(Payments payments, Belongings belongings, Programs programs) {}

    /// @param rails rails whose identifiers of incoming payments are searched
    public record Payments(
            DepositLookup deposits,
            ConversionLookup conversions,
            CheckoutLinks links,
            Recipients recipients,
            Approvals approvals,
            List<String> rails) {
        public Payments {
            rails = List.copyOf(rails);
        }
    }

    public record Belongings(References references, Users users, Policies policies, List<Files> files) {
        public Belongings {
            files = List.copyOf(files);
        }
    }

    public record Programs(RequestLog requests, ApiClients clients, ApiKeys keys) {}

    /// Uploaded files of one kind.
    ///
    /// @param path prefix of each file's page
    /// @param permission permission to see them
    public record Files(Section section, String path, Permission permission, ImportFiles files) {}

    /// Search result.
    ///
    /// @param kind name of the kind
    public record Hit(String kind, String title, String detail, String path) {}

    public List<Route> routes() {
        return List.of(guard.page(PATH, Permission.VIEW, this::search));
    }

    private Answer search(PageContext context) {
        var wanted = wanted(context);
        var hits = new Finder(context, modules).find(wanted);
        return answer(context, Section.HOME, PATH, wanted, hits);
    }

    /// Returns the search text.
    public static String wanted(PageContext context) {
        var wanted = context.request().query().text("q").map(String::strip).orElse("");
        return wanted.codePointCount(0, wanted.length()) > LENGTH_MAX
                ? wanted.substring(0, wanted.offsetByCodePoints(0, LENGTH_MAX))
                : wanted;
    }

    /// Returns the visible pages with a matching name; for an empty text, those of the menu.
    public static List<Hit> pages(PageContext context, String wanted) {
        var kind = context.texts(BUNDLE).get("page");
        var names = context.common();
        var menu = Stream.of(Section.values())
                .filter(context::shows)
                .map(section -> new Hit(kind, names.get("section." + section), "", section.path()));
        if (wanted.isEmpty()) {
            return menu.toList();
        }
        var others = Stream.of(Subpage.values()).flatMap(each -> each.match(context).stream());
        return Stream.concat(menu, others)
                .filter(hit -> isNamed(hit.title() + " " + hit.detail(), wanted))
                .toList();
    }

    /// Reports whether a text contains every word of the search text, ignoring case.
    public static boolean isNamed(String text, String wanted) {
        var lower = text.toLowerCase(Locale.ROOT);
        return Stream.of(wanted.toLowerCase(Locale.ROOT).split("\\s+")).allMatch(lower::contains);
    }

    /// Shows the results: as palette options, as a page, or directly as the only resource with the given id.
    ///
    /// @param path path of the search page
    public static Answer answer(PageContext context, Section section, String path, String wanted, List<Hit> hits) {
        if (context.isFragment()) {
            return context.fragment("dashboard/search/options.jte", new Options(hits));
        }
        if (hits.size() == 1 && Ids.parse(wanted).isPresent()) {
            return context.redirect(hits.getFirst().path());
        }
        var texts = context.texts(BUNDLE);
        return context.page(
                "dashboard/search/search.jte",
                section,
                texts.get("title"),
                frame -> new ResultsPage(frame, texts, path, wanted, hits));
    }

    /// Options of the palette.
    public record Options(List<Hit> hits) {}

    /// Page with the results.
    public record ResultsPage(Frame frame, Texts texts, String path, String wanted, List<Hit> hits) {}
}
