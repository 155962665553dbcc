package dev.sluice.dashboard.home;

import dev.sluice.client.model.Balance;
import dev.sluice.clock.Clocks;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.deposit.Deposits;
import dev.sluice.disbursement.Disbursements;
import dev.sluice.disbursement.approval.Approvals;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Pages;
import dev.sluice.page.Texts;
import dev.sluice.webhook.Reports;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Home page.
public final class HomePages {
    private static final int DAYS = 30;
    private static final int CARDS = 4;
    private static final int TABS = 6;

    private final DashboardGuard guard;
    private final Clocks clocks;
    private final Disbursements disbursements;
    private final Deposits deposits;
    private final Approvals approvals;
    private final Reports reports;

    public HomePages(
            DashboardGuard guard,
            Clocks clocks,
            Disbursements disbursements,
            Deposits deposits,
            Approvals approvals,
            Reports reports) {
        this.guard = guard;
        this.clocks = clocks;
        this.disbursements = disbursements;
        this.deposits = deposits;
        this.approvals = approvals;
        this.reports = reports;
    }

    public List<Route> routes() {
        return List.of(guard.personalPage(
                DashboardGuard.HOME,
                context -> context.may(Permission.VIEW) ? home(context) : Pages.seeOther(Section.OPERATIONS.path())));
    }

    private Answer home(PageContext context) {
        var texts = context.texts("dashboard.home");
        var client = context.client();
        var now = clocks.instant();
        var days = Days.read(
                disbursements,
                deposits,
                context.visitor().organizationId(),
                LocalDate.ofInstant(now, ZoneOffset.UTC),
                DAYS);
        var busiest = days.busiest();
        var balances = client.balances().list();
        var shown = context.request()
                .query()
                .text("currency")
                .filter(busiest::contains)
                .or(() -> busiest.stream().findFirst());
        var charts = shown.map(currency -> Charts.of(days, currency, texts)).orElse(null);
        var attention =
                Attention.of(context, texts, new Attention.Modules(deposits, approvals, reports), balances, days, now);
        var payouts = Latest.payouts(client);
        var latestDeposits = Latest.deposits(client, context.formats());
        return context.page(
                "dashboard/home/home.jte",
                Section.HOME,
                texts.get("title"),
                frame -> new Home(
                        frame,
                        texts,
                        context.formats(),
                        new Money(important(balances, busiest), balances.size()),
                        busiest.stream().limit(TABS).toList(),
                        charts,
                        attention,
                        payouts,
                        latestDeposits));
    }

    /// Selects balances: those with the most payments first, then those that are not zero.
    private static List<Balance> important(List<Balance> balances, List<String> busiest) {
        return balances.stream()
                .filter(balance ->
                        busiest.contains(balance.currency()) || balance.total().signum() != 0)
                .sorted(Comparator.comparingInt(balance -> place(busiest, balance)))
                .limit(CARDS)
                .toList();
    }

    private static int place(List<String> busiest, Balance balance) {
        int place = busiest.indexOf(balance.currency());
        return place < 0 ? Integer.MAX_VALUE : place;
    }

    /// Selected balances, and the number of all.
    public record Money(List<Balance> balances, int all) {}

    /// Home page.
    ///
    /// @param currencies currencies with charts, busiest first
    public record Home(
            Frame frame,
            Texts texts,
            Formats formats,
            Money money,
            List<String> currencies,
            @Nullable Charts charts,
            List<Attention.Item> attention,
            List<Latest> payouts,
            List<Latest> deposits) {}
}
