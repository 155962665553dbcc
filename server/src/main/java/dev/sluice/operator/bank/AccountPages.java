package dev.sluice.operator.bank;

import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.Explorer.Share;
import dev.sluice.ledger.Explorer.TrialBalance;
import dev.sluice.merchant.Permission;
import dev.sluice.money.Money;
import dev.sluice.operator.OperatorPages;
import dev.sluice.operator.bank.BankHead.Tab;
import dev.sluice.operator.bank.BankHead.TabLink;
import dev.sluice.page.Texts;
import dev.sluice.rail.RailStop;
import dev.sluice.rail.iso20022.inbound.BankBreak;
import dev.sluice.rail.iso20022.inbound.BreakKind;
import dev.sluice.rail.iso20022.inbound.StatementPage;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.reconcile.Reconciliation;
import java.time.DayOfWeek;
import java.time.format.TextStyle;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// List of the bank accounts, and the overview of one.
public final class AccountPages {
    private static final String STATEMENT = "statement:";

    private final BankDesk desk;

    AccountPages(BankDesk desk) {
        this.desk = desk;
    }

    List<Route> routes() {
        return List.of(
                desk.guard().page(BankDesk.BANKS, Permission.OPERATE, this::list),
                desk.guard().page(BankDesk.ACCOUNT, Permission.OPERATE, this::detail));
    }

    /// Balances of an account.
    ///
    /// @param statement last page that closes a day; null before the first statement
    /// @param clearing balance of the clearing accounts of all organizations and the platform; null before
    ///     the first transfer
    /// @param reconciliation of the last closed day; null before the first statement
    public record Balances(
            @Nullable StatementPage statement,
            @Nullable Money clearing,
            @Nullable Reconciliation reconciliation) {}

    /// An account in the list.
    ///
    /// @param tasks parts of its pages with tasks
    public record Line(
            String id,
            String number,
            String holder,
            String currency,
            Balances balances,
            List<TabLink> tasks,
            boolean stopped) {
        public Line {
            tasks = List.copyOf(tasks);
        }

        public String link() {
            return Tab.OVERVIEW.link(id);
        }
    }

    private Answer list(PageContext context) {
        var texts = context.texts(OperatorPages.TEXTS);
        var books = desk.services().explorer().trialBalances();
        var lines = desk.banks().profiles().stream()
                .map(profile -> new Line(
                        profile.id(),
                        profile.account().number().number(),
                        profile.account().holder(),
                        profile.account().currency(),
                        balances(profile, statements(profile), books),
                        desk.head(texts, profile, Tab.OVERVIEW).withTasks(),
                        stop(profile).isPresent()))
                .toList();
        return context.page(
                "operator/bankaccounts.jte",
                Section.BANKS,
                texts.get("bank.accounts"),
                frame -> new AccountList(frame, texts, OperatorPages.formats(context), lines));
    }

    private List<StatementPage> statements(BankProfile profile) {
        return desk.read(handle -> desk.entries().statements(handle, profile.id()));
    }

    private Optional<RailStop> stop(BankProfile profile) {
        return desk.services().rails().stops().stopped().stream()
                .filter(each -> each.rail().equals(profile.rail()))
                .findFirst();
    }

    private Balances balances(BankProfile profile, List<StatementPage> pages, List<TrialBalance> books) {
        var last = pages.stream()
                .filter(page -> !page.continues())
                .max(Comparator.comparing(StatementPage::day).thenComparing(StatementPage::appliedAt));
        var clearing = Account.clearing(profile.rail());
        var balance = books.stream()
                .filter(each -> each.asset().code().equals(profile.account().currency()))
                .flatMap(each -> each.shares().stream())
                .filter(share -> share.account().equals(clearing))
                .map(Share::balance)
                .reduce(Money::plus);
        var reconciliation = desk.read(handle -> desk.banks().reconciliations().of(handle, profile, null));
        return new Balances(last.orElse(null), balance.orElse(null), reconciliation.orElse(null));
    }

    private Answer detail(PageContext context) {
        var texts = context.texts(OperatorPages.TEXTS);
        var profile = desk.profile(context);
        var pages = statements(profile);
        var gaps = desk.read(handle -> desk.breaks().open(handle, profile.id())).stream()
                .filter(each -> each.kind() == BreakKind.STATEMENT_GAP)
                .map(BankBreak::subject)
                .filter(each -> each.startsWith(STATEMENT))
                .map(each -> UUID.fromString(each.substring(STATEMENT.length())))
                .collect(Collectors.toSet());
        var calendar = StatementCalendar.of(
                profile, pages, gaps, desk.services().core().clocks().instant());
        var balances = balances(profile, pages, desk.services().explorer().trialBalances());
        var stop = stop(profile).orElse(null);
        return context.page(
                "operator/bankaccount.jte",
                Section.BANKS,
                profile.id(),
                frame -> new AccountPage(
                        frame,
                        texts,
                        OperatorPages.formats(context),
                        desk.head(texts, profile, Tab.OVERVIEW),
                        profile,
                        balances,
                        stop,
                        calendar));
    }

    /// List of the accounts.
    public record AccountList(Frame frame, Texts texts, Formats formats, List<Line> lines) {}

    /// Overview of an account.
    ///
    /// @param stop present while its rail is stopped
    public record AccountPage(
            Frame frame,
            Texts texts,
            Formats formats,
            BankHead head,
            BankProfile profile,
            Balances balances,
            @Nullable RailStop stop,
            StatementCalendar calendar) {
        public List<String> weekdays() {
            return Stream.of(DayOfWeek.values())
                    .map(day -> day.getDisplayName(TextStyle.SHORT, formats.locale()))
                    .toList();
        }

        public String railLink() {
            return OperatorPages.HOME + "/rails/" + profile.rail();
        }

        /// Returns the states that the legend explains.
        public List<StatementCalendar.State> legend() {
            return List.of(StatementCalendar.State.values());
        }

        public String fileLink(UUID file) {
            return InboxPages.link(profile.id(), file);
        }
    }
}
