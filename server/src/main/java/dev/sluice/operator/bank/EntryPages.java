package dev.sluice.operator.bank;

import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Page;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.operator.OperatorPages;
import dev.sluice.operator.RequiredReason;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.operator.bank.BankHead.Tab;
import dev.sluice.page.Texts;
import dev.sluice.rail.iso20022.decision.BankDecision;
import dev.sluice.rail.iso20022.decision.DecisionKind;
import dev.sluice.rail.iso20022.decision.DecisionRequest;
import dev.sluice.rail.iso20022.inbound.StoredEntry;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.refusal.Refusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Open entries of an account: the list, and an entry with its match by hand.
public final class EntryPages {
    private static final String LIST = BankDesk.ACCOUNT + "/entries";
    private static final String ONE = LIST + "/{entry}";
    private static final String KIND = "kind";
    private static final String NAME = "name";
    private static final int NAME_LENGTH_MAX = 100;

    private final BankDesk desk;

    EntryPages(BankDesk desk) {
        this.desk = desk;
    }

    List<Route> routes() {
        var guard = desk.guard();
        return List.of(
                guard.page(LIST, Permission.OPERATE, this::list),
                guard.page(ONE, Permission.OPERATE, context -> detail(context, Rejection.FIRST)),
                guard.action(ONE + "/match", Permission.OPERATE, this::before, this::match));
    }

    static String link(String account, UUID entry) {
        return Tab.ENTRIES.link(account) + "/" + entry;
    }

    private Answer list(PageContext context) {
        var texts = context.texts(OperatorPages.TEXTS);
        var profile = desk.profile(context);
        var requested = OperatorPages.page(context);
        var page = desk.read(handle -> desk.entries().open(handle, profile.id(), requested));
        return context.page(
                "operator/bankentries.jte",
                Section.BANKS,
                texts.get("bank.entriesOf", profile.id()),
                frame -> new Entries(
                        frame, texts, OperatorPages.formats(context), desk.head(texts, profile, Tab.ENTRIES), page));
    }

    private StoredEntry load(PageContext context, BankProfile profile) {
        var id = OperatorPages.id(context, "entry");
        return desk.read(handle -> desk.entries().find(handle, id))
                .filter(entry -> entry.account().equals(profile.id()))
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer detail(PageContext context, Rejection again) {
        var texts = context.texts(OperatorPages.TEXTS);
        var profile = desk.profile(context);
        var entry = load(context, profile);
        var waiting = desk.waitingAbout(profile, entry.id()).orElse(null);
        return context.page(
                again.status(),
                "operator/bankentry.jte",
                Section.BANKS,
                texts.get(
                        "bank.entryOf",
                        context.formats()
                                .money(
                                        entry.signed().decimal(),
                                        entry.amount().asset().code())),
                frame -> new EntryPage(
                        frame,
                        texts,
                        OperatorPages.formats(context),
                        desk.head(texts, profile, Tab.ENTRIES),
                        entry,
                        profile.deposits() != null,
                        waiting,
                        again.problems()));
    }

    /// Returns data about the entry, for the audit log.
    private Map<String, String> before(PageContext context) {
        var entry = load(context, desk.profile(context));
        return Map.of(
                "before.amount", entry.signed().toString(),
                "before.bookedOn", entry.bookedOn().toString(),
                "before.key", entry.key());
    }

    private Answer match(PageContext context) {
        var profile = desk.profile(context);
        var entry = load(context, profile);
        var kind = context.form().text(KIND).orElse("");
        var name = context.form().text(NAME).map(String::strip).orElse("");
        return RequiredReason.run(
                context,
                shown -> detail(
                        context,
                        new Rejection(
                                shown.status(),
                                shown.problems().withInput(KIND, kind).withInput(NAME, name))),
                (reason, again) -> {
                    if (name.isEmpty() || name.length() > NAME_LENGTH_MAX) {
                        var text = context.texts(OperatorPages.TEXTS).get("bank.matchNameInvalid", NAME_LENGTH_MAX);
                        return again.apply(new Rejection(400, Problems.of(NAME, text)));
                    }
                    return desk.request(
                            context,
                            () -> new DecisionRequest(
                                    DecisionKind.MATCH_ENTRY,
                                    profile.id(),
                                    entry.id().toString(),
                                    kind + ":" + name,
                                    reason),
                            again);
                });
    }

    /// Returns the other side of an entry; a dash if the bank names none.
    public static String counterparty(StoredEntry entry) {
        return shown(entry.content().counterparty().label());
    }

    /// Returns the text of the payer or, without one, of the bank.
    public static String text(StoredEntry entry) {
        var text = entry.content().remittance().text();
        return shown(text == null ? entry.content().text() : text);
    }

    /// Returns the bank's reference.
    public static String reference(StoredEntry entry) {
        return shown(entry.bankReference() == null ? entry.whole().reference() : entry.bankReference());
    }

    private static String shown(@Nullable String text) {
        return text == null || text.isBlank() ? "–" : text;
    }

    /// List of open entries.
    public record Entries(Frame frame, Texts texts, Formats formats, BankHead head, Page<StoredEntry> page) {
        public String path() {
            return Tab.ENTRIES.link(head.account());
        }

        public String link(StoredEntry entry) {
            return EntryPages.link(head.account(), entry.id());
        }

        public String page(int number) {
            return Links.with(path(), Map.of(), "page", String.valueOf(number));
        }
    }

    /// Page of an entry.
    ///
    /// @param takesDeposits true if the account has a deposit method
    /// @param waiting request to match it; null if there is none
    public record EntryPage(
            Frame frame,
            Texts texts,
            Formats formats,
            BankHead head,
            StoredEntry entry,
            boolean takesDeposits,
            @Nullable BankDecision waiting,
            Problems problems) {
        public String link() {
            return EntryPages.link(head.account(), entry.id());
        }

        public boolean isMatchable() {
            return entry.isOpen() && waiting == null;
        }

        /// Returns the kinds of subjects that fit the direction of the entry, with their labels.
        public Map<String, String> kinds() {
            var all = new LinkedHashMap<String, String>();
            if (entry.credit() && takesDeposits) {
                all.put("deposit", texts.get("bank.match.deposit"));
            }
            all.put("payout", texts.get(entry.credit() ? "bank.match.return" : "bank.match.payout"));
            if (!entry.credit()) {
                all.put("file", texts.get("bank.match.file"));
            }
            return all;
        }

        public String decisionLink() {
            return waiting == null ? "" : DecisionPages.link(waiting);
        }

        public String fileLink(StoredEntry.Source source) {
            return InboxPages.link(head.account(), source.file());
        }
    }
}
