package dev.sluice.dashboard.balance;

import dev.sluice.client.model.BalanceTransaction;
import dev.sluice.client.model.Page;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
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

    private final Door door;
    private final Payments payments;

    public BalancePages(Door door, Payments payments) {
        this.door = door;
        this.payments = payments;
    }

    public List<Route> routes() {
        return List.of(
                door.page(BALANCES, Permission.VIEW, BalancePages::balances),
                door.page(STATEMENT, Permission.VIEW, this::statement),
                door.export(STATEMENT + ".csv", Permission.VIEW, visit -> file(visit, Export::csv)),
                door.export(STATEMENT + ".xlsx", Permission.VIEW, visit -> file(visit, Export::xlsx)));
    }

    private static Answer balances(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var client = visit.client();
        var groups =
                BalanceGroups.of(client.balances().list(), client.references().cryptos(), visit.locale());
        return visit.page(
                "dashboard/balance/balances.jte",
                Section.BALANCES,
                texts.get("title"),
                frame -> new Balances(frame, texts, visit.look(), groups));
    }

    private Answer statement(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var filter = StatementFilter.of(visit.request().query(), visit.zone());
        var problems = filter.span().problems(visit.common());
        var client = visit.client();
        var page = problems.isEmpty()
                ? client.balances().statementPage(filter.query().limit(LINES).page(filter.page()))
                : null;
        var lines =
                page == null ? List.<Line>of() : payments.named(visit.visitor().organizationId(), page.docs());
        var currencies = client.balances().list().stream()
                .map(balance -> balance.currency())
                .toList();
        return visit.page(
                problems.isEmpty() ? 200 : 400,
                "dashboard/balance/statement.jte",
                Section.BALANCES,
                texts.get("statement"),
                frame -> new Statement(frame, texts, visit.look(), filter, problems, currencies, page, lines));
    }

    private Answer file(Visit visit, BiFunction<Export<Line>, String, Answer> format) {
        var filter = StatementFilter.of(visit.request().query(), visit.zone());
        if (!filter.span().problems(visit.common()).isEmpty()) {
            return statement(visit);
        }
        var balances = visit.patientClient().balances();
        var organization = visit.visitor().organizationId();
        return format.apply(StatementFile.of(balances, filter, payments, organization), StatementFile.NAME);
    }

    /// Page of the balances.
    public record Balances(Frame frame, Texts texts, Look look, List<Group> groups) {
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
            Look look,
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
