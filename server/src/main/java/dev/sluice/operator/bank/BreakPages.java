package dev.sluice.operator.bank;

import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Page;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.operator.OperatorPages;
import dev.sluice.operator.RequiredReason;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.operator.bank.BankHead.Tab;
import dev.sluice.page.Texts;
import dev.sluice.rail.iso20022.inbound.BankBreak;
import dev.sluice.rail.iso20022.inbound.BankBreaks;
import dev.sluice.rail.iso20022.inbound.BankBreaks.OfKind;
import dev.sluice.rail.iso20022.inbound.BankBreaks.Search;
import dev.sluice.rail.iso20022.inbound.BreakKind;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.refusal.Refusal;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/// Breaks of an account by kind and age, and their closing by a person.
public final class BreakPages {
    private static final String LIST = BankDesk.ACCOUNT + "/breaks";
    private static final String ONE = LIST + "/{break}";
    private static final String KIND = "kind";
    private static final String SHOW = "show";
    private static final String CLOSED = "closed";

    private final BankDesk desk;

    BreakPages(BankDesk desk) {
        this.desk = desk;
    }

    List<Route> routes() {
        var guard = desk.guard();
        return List.of(
                guard.page(LIST, Permission.OPERATE, this::list),
                guard.page(ONE, Permission.OPERATE, context -> detail(context, Rejection.FIRST)),
                guard.action(ONE + "/close", Permission.OPERATE, this::before, this::close));
    }

    static String link(String account, UUID id) {
        return Tab.BREAKS.link(account) + "/" + id;
    }

    private Answer list(PageContext context) {
        var texts = context.texts(OperatorPages.TEXTS);
        var profile = desk.profile(context);
        var kind = OperatorPages.parameter(context, KIND)
                .flatMap(text -> Stream.of(BreakKind.values())
                        .filter(each -> each.name().equals(text))
                        .findFirst())
                .orElse(null);
        boolean open =
                OperatorPages.parameter(context, SHOW).filter(CLOSED::equals).isEmpty();
        var search = new Search(open, kind);
        var requested = OperatorPages.page(context);
        var page = desk.read(handle -> desk.breaks().list(handle, profile.id(), search, requested));
        var kinds = desk.read(handle -> BankBreaks.byKind(handle, profile.id()));
        return context.page(
                "operator/bankbreaks.jte",
                Section.BANKS,
                texts.get("bank.breaksOf", profile.id()),
                frame -> new Breaks(
                        frame,
                        texts,
                        OperatorPages.formats(context),
                        desk.head(texts, profile, Tab.BREAKS),
                        search,
                        kinds,
                        page,
                        desk.today(profile)));
    }

    private BankBreak load(PageContext context, BankProfile profile) {
        var id = OperatorPages.id(context, "break");
        return desk.read(handle -> desk.breaks().find(handle, id))
                .filter(each -> each.account().equals(profile.id()))
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer detail(PageContext context, Rejection again) {
        var texts = context.texts(OperatorPages.TEXTS);
        var profile = desk.profile(context);
        var found = load(context, profile);
        return context.page(
                again.status(),
                "operator/bankbreak.jte",
                Section.BANKS,
                texts.get("bank.break." + found.kind()),
                frame -> new BreakPage(
                        frame,
                        texts,
                        OperatorPages.formats(context),
                        desk.head(texts, profile, Tab.BREAKS),
                        found,
                        desk.today(profile),
                        again.problems()));
    }

    /// Returns data about the break, for the audit log.
    private Map<String, String> before(PageContext context) {
        var found = load(context, desk.profile(context));
        return Map.of(
                "before.kind", found.kind().name(),
                "before.subject", found.subject(),
                "before.amount", found.amount().toPlainString());
    }

    private Answer close(PageContext context) {
        var profile = desk.profile(context);
        var found = load(context, profile);
        return RequiredReason.run(context, shown -> detail(context, shown), (reason, _) -> {
            var name = context.visitor().user().name();
            boolean closed =
                    desk.services().core().database().inTx(tx -> desk.breaks().close(tx, found.id(), reason, name));
            var texts = context.texts(OperatorPages.TEXTS);
            var path = link(profile.id(), found.id());
            return closed
                    ? context.redirect(path, texts.get("bank.breakClosed"))
                    : context.redirectWithWarning(path, texts.get("bank.breakWasClosed"));
        });
    }

    /// Returns the page of a break's subject; empty if it has none.
    static String subjectLink(BankBreak found) {
        int colon = found.subject().indexOf(':');
        var kind = colon < 0 ? "" : found.subject().substring(0, colon);
        var id = Ids.parse(found.subject().substring(colon + 1));
        return switch (kind) {
            case "entry" ->
                id.map(each -> EntryPages.link(found.account(), each)).orElse("");
            case "file" ->
                id.map(each -> InboxPages.link(found.account(), each)).orElse("");
            case "payout" ->
                id.map(each -> OperatorPages.HOME + "/books/payment?id=" + each).orElse("");
            default -> "";
        };
    }

    /// List of breaks.
    ///
    /// @param kinds numbers of open breaks by kind
    public record Breaks(
            Frame frame,
            Texts texts,
            Formats formats,
            BankHead head,
            Search search,
            List<OfKind> kinds,
            Page<BankBreak> page,
            LocalDate today) {
        public Breaks {
            kinds = List.copyOf(kinds);
        }

        public String path() {
            return Tab.BREAKS.link(head.account());
        }

        private Map<String, String> parameters() {
            var all = new LinkedHashMap<String, String>();
            all.put(SHOW, search.open() ? "" : CLOSED);
            var kind = search.kind();
            all.put(KIND, kind == null ? "" : kind.name());
            return all;
        }

        public boolean isFiltered() {
            return search.kind() != null;
        }

        public String unfiltered() {
            return Links.with(path(), parameters(), KIND, "");
        }

        public String list(boolean open) {
            return Links.with(path(), parameters(), SHOW, open ? "" : CLOSED);
        }

        public String of(BreakKind kind) {
            return Links.of(path(), Map.of(KIND, kind.name()));
        }

        public String page(int number) {
            return Links.with(path(), parameters(), "page", String.valueOf(number));
        }

        public String link(BankBreak found) {
            return BreakPages.link(head.account(), found.id());
        }

        public List<BreakKind> all() {
            return List.of(BreakKind.values());
        }

        public String age(BankBreak found) {
            return texts.get("bank.ageDays", found.ageDays(today));
        }
    }

    /// Page of a break.
    public record BreakPage(
            Frame frame,
            Texts texts,
            Formats formats,
            BankHead head,
            BankBreak found,
            LocalDate today,
            Problems problems) {
        public String link() {
            return BreakPages.link(head.account(), found.id());
        }

        public String subjectLink() {
            return BreakPages.subjectLink(found);
        }

        public String age() {
            return texts.get("bank.ageDays", found.ageDays(today));
        }
    }
}
