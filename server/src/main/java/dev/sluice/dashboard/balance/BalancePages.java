package dev.sluice.dashboard.balance;

import dev.sluice.client.model.BalanceTransaction;
import dev.sluice.client.model.Page;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.balance.BalanceGroups.Group;
import dev.sluice.dashboard.balance.Payments.Line;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.sheet.Export;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// Balances and the account statement.
public final class BalancePages {
    private static final String BUNDLE = "dashboard.balance";
    private static final String BALANCES = "/dashboard/balances";
    private static final String STATEMENT = BALANCES + "/statement";
    private static final int LINES = 50;

    private final DashboardGuard guard;
    private final Payments payments;

    public BalancePages(DashboardGuard guard, Payments payments) {
        this.guard = guard;
        this.payments = payments;
    }

    public List<Route> routes() {
        return List.of(
                guard.page(BALANCES, Permission.VIEW, BalancePages::balances),
                guard.page(STATEMENT, Permission.VIEW, this::statement),
                guard.export(STATEMENT + ".csv", Permission.VIEW, context -> file(context, Export::csv)),
                guard.export(STATEMENT + ".xlsx", Permission.VIEW, context -> file(context, Export::xlsx)));
    }

    private static Answer balances(PageContext context) {
        var texts = context.texts(BUNDLE);
        var client = context.client();
        var groups =
                BalanceGroups.of(client.balances().list(), client.references().cryptos(), context.locale());
        return context.page(
                "dashboard/balance/balances.jte",
                Section.BALANCES,
                texts.get("title"),
                frame -> new Balances(frame, texts, context.formats(), groups));
    }

    private Answer statement(PageContext context) {
        var texts = context.texts(BUNDLE);
        var filter = StatementFilter.of(context.request().query(), context.zone());
        var problems = filter.span().problems(context.common());
        var client = context.client();
        var page = problems.isEmpty()
                ? client.balances().statementPage(filter.query().limit(LINES).page(filter.page()))
                : null;
        var lines = page == null
                ? List.<Line>of()
                : payments.named(context.visitor().organizationId(), page.docs());
        var currencies = client.balances().list().stream()
                .map(balance -> balance.currency())
                .toList();
        return context.page(
                problems.isEmpty() ? 200 : 400,
                "dashboard/balance/statement.jte",
                Section.BALANCES,
                texts.get("statement"),
                frame -> new Statement(frame, texts, context.formats(), filter, problems, currencies, page, lines));
    }

    private Answer file(PageContext context, BiFunction<Export<Line>, String, Answer> format) {
        var filter = StatementFilter.of(context.request().query(), context.zone());
        if (!filter.span().problems(context.common()).isEmpty()) {
            return statement(context);
        }
        var balances = context.patientClient().balances();
        var organization = context.visitor().organizationId();
        return format.apply(StatementFile.of(balances, filter, payments, organization), StatementFile.NAME);
    }

    /// Page of the balances.
    public record Balances(Frame frame, Texts texts, Formats formats, List<Group> groups) {
        /// Reports whether the organization owes anything in any currency, which is rare.
        public boolean owes() {
            return groups.stream()
                    .flatMap(group -> group.some().stream())
                    .anyMatch(line -> line.balance().owed() != null);
        }
    }

    /// Page of the statement.
    ///
    /// @param page null if the filter has a problem
    /// @param lines lines of the page with the names of their payments
    public record Statement(
            Frame frame,
            Texts texts,
            Formats formats,
            StatementFilter filter,
            Problems problems,
            List<String> currencies,
            @Nullable Page<BalanceTransaction> page,
            List<Line> lines) {
        public Statement {
            lines = List.copyOf(lines);
        }
    }
}
