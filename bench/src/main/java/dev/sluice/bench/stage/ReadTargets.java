package dev.sluice.bench.stage;

import dev.sluice.bench.stage.ServiceStore.Kind;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// Read targets of an organization: each kind of read, with targets spread over its payouts and deposits.
public final class ReadTargets {
    private static final String PAYOUTS = "/v1/disbursement/fiat";
    private static final String DEPOSITS = "/v1/deposit/fiat";
    private static final List<String> DEPOSIT_STATUSES = List.of("pending", "completed", "expired", "cancelled");
    private static final String TRANSACTIONS = "/v1/balance/transactions";
    private static final String RECIPIENTS = "/v1/recipient";
    private static final List<String> STATUSES = List.of("pending", "completed", "failed", "cancelled", "reversed");
    private static final List<String> SORTS = List.of("createdAt", "-createdAt", "updatedAt", "-updatedAt");
    private static final List<String> STANDINGS =
            List.of("open", "unused", "pending", "completed", "expired", "cancelled");
    private static final String PAGES = "/dashboard/";
    private static final String ONE_DAY = "startDate=%1$s&endDate=%1$s";
    private static final String STATEMENT = PAGES + "balances/statement?currency=IDR";
    private static final List<String> LISTS = List.of(
            "account",
            "approvals",
            "audit",
            "balances",
            "checkouts",
            "checkouts/new",
            "conversions",
            "conversions/new",
            "deposits",
            "deposits/import",
            "deposits/new",
            "developers",
            "developers/events",
            "developers/keys",
            "developers/requests",
            "developers/webhooks",
            "notices",
            "notifications/settings",
            "payouts/bulk",
            "payouts/new",
            "policy",
            "recipients",
            "recipients/import",
            "recipients/new",
            "settings",
            "settings/methods",
            "team");
    private static final List<String> OPERATOR = List.of(
            "",
            "/ledger",
            "/discrepancies",
            "/exceptions",
            "/organizations",
            "/payouts",
            "/prices",
            "/prices/assets",
            "/prices/methods",
            "/prices/pairs",
            "/rails",
            "/webhooks");
    private static final int ROWS_IN_NARROW_SPAN = 100;

    private final UUID organizationId;
    private final Map<Kind, List<ServiceStore.Row>> created;
    private final List<ServiceStore.Row> rows;
    private final List<ServiceStore.Row> deposits;
    private final ServiceStore.Payee payee;
    private final long total;

    /// @param created some objects of each kind
    private ReadTargets(
            UUID organizationId, Map<Kind, List<ServiceStore.Row>> created, ServiceStore.Payee payee, long total) {
        this.organizationId = organizationId;
        this.created = created;
        this.rows = of(Kind.PAYOUTS);
        this.deposits = of(Kind.DEPOSITS);
        this.payee = payee;
        this.total = total;
    }

    static ReadTargets of(Connection connection, UUID organizationId, int count) throws SQLException {
        var created = new EnumMap<Kind, List<ServiceStore.Row>>(Kind.class);
        for (var kind : Kind.values()) {
            created.put(kind, ServiceStore.some(connection, kind, organizationId, count));
        }
        return new ReadTargets(
                organizationId,
                created,
                ServiceStore.payee(connection, organizationId),
                ServiceStore.totalOf(connection, organizationId));
    }

    private List<ServiceStore.Row> of(Kind kind) {
        return created.getOrDefault(kind, List.of());
    }

    /// Returns the targets of single payouts.
    public List<String> details() {
        return each(row -> PAYOUTS + "/" + row.id());
    }

    /// Returns the targets of single objects.
    private static List<String> singles(List<ServiceStore.Row> rows, String path) {
        return rows.stream().map(row -> path + "/" + row.id()).toList();
    }

    /// Returns every list with every filter, by the names in the report. Of the two periods, one contains about a
    /// hundred payouts, and the other all of them.
    public Map<String, List<String>> kinds() {
        var kinds = new LinkedHashMap<String, List<String>>();
        kinds.put("payout", details());
        kinds.put("payouts", List.of(PAYOUTS));
        SORTS.forEach(sort -> kinds.put("payouts sort=" + sort, List.of(PAYOUTS + "?sort=" + sort)));
        STATUSES.forEach(status -> kinds.put("payouts status=" + status, List.of(PAYOUTS + "?status=" + status)));
        kinds.put("payouts currency", List.of(PAYOUTS + "?currency=IDR"));
        kinds.put("payouts status, currency", List.of(PAYOUTS + "?status=completed&currency=IDR"));
        kinds.put("payouts status, newest first", List.of(PAYOUTS + "?status=completed&sort=-createdAt"));
        kinds.put("payouts disbursementId", each(row -> PAYOUTS + "?disbursementId=" + row.id()));
        kinds.put("payouts groupId", each(row -> PAYOUTS + "?groupId=" + row.groupId()));
        kinds.put("payouts reference", references(rows, PAYOUTS));
        kinds.put("payouts dates, narrow", each(row -> PAYOUTS + "?" + narrow(row)));
        kinds.put("payouts dates, everything", List.of(PAYOUTS + "?" + everything()));
        kinds.put("deposit", singles(deposits, DEPOSITS));
        kinds.put("deposits", List.of(DEPOSITS));
        SORTS.forEach(sort -> kinds.put("deposits sort=" + sort, List.of(DEPOSITS + "?sort=" + sort)));
        DEPOSIT_STATUSES.forEach(
                status -> kinds.put("deposits status=" + status, List.of(DEPOSITS + "?status=" + status)));
        kinds.put("deposits inputCurrency", List.of(DEPOSITS + "?inputCurrency=IDR"));
        kinds.put("deposits reference", references(deposits, DEPOSITS));
        kinds.put("balance", List.of("/v1/balance"));
        kinds.put("transactions", List.of(TRANSACTIONS));
        kinds.put("transactions currency", List.of(TRANSACTIONS + "?currency=IDR"));
        kinds.put("transactions dates, narrow", each(row -> TRANSACTIONS + "?" + narrow(row)));
        kinds.put("transactions dates, everything", List.of(TRANSACTIONS + "?" + everything()));
        kinds.put("recipients", List.of(RECIPIENTS));
        SORTS.forEach(sort -> kinds.put("recipients sort=" + sort, List.of(RECIPIENTS + "?sort=" + sort)));
        kinds.put("recipients currency", List.of(RECIPIENTS + "?currency=IDR"));
        kinds.put("recipients country", List.of(RECIPIENTS + "?country=ID"));
        kinds.put("recipients search by name", List.of(RECIPIENTS + "?search=" + encoded(payee.name())));
        kinds.put("recipients search by e-mail", List.of(RECIPIENTS + "?search=siti%40example.com"));
        return kinds;
    }

    /// Returns the pages of an organization's user, by the names in the report.
    public Map<String, List<String>> pages() {
        var pages = new LinkedHashMap<String, List<String>>();
        pages.put("home", List.of("/dashboard"));
        putPayouts(pages);
        putDeposits(pages);
        putTrade(pages);
        pages.put("search, reference", searches(rows));
        pages.put("search, reference of a deposit", searches(deposits));
        pages.put("search, reference of a link", searches(of(Kind.CHECKOUTS)));
        pages.put("search, name", List.of(PAGES + "search?q=" + encoded(payee.name())));
        pages.put("search, id", each(row -> PAGES + "search?q=" + row.id()));
        pages.put("search, nothing", List.of(PAGES + "search?q=nobody-wrote-this"));
        pages.put("statement", List.of(STATEMENT));
        pages.put("statement, one day", days(rows, STATEMENT + "&" + ONE_DAY));
        pages.put("statement, page 1000", List.of(STATEMENT + "&page=1000"));
        pages.put("recipient", List.of(PAGES + "recipients/" + payee.id()));
        pages.put("recipients, search", List.of(PAGES + "recipients?search=" + encoded(payee.name())));
        LISTS.forEach(page -> pages.put(page, List.of(PAGES + page)));
        return pages;
    }

    private void putPayouts(Map<String, List<String>> pages) {
        var list = PAGES + "payouts";
        pages.put("payout", singles(rows, list));
        pages.put("payouts", List.of(list));
        STATUSES.forEach(status -> pages.put("payouts, " + status, List.of(list + "?status=" + status)));
        pages.put("payouts, currency", List.of(list + "?unit=IDR"));
        pages.put("payouts, oldest first", List.of(list + "?sort=createdAt"));
        pages.put("payouts, changed last", List.of(list + "?sort=-updatedAt"));
        pages.put("payouts, one day", days(rows, list + "?from=%1$s&to=%1$s"));
        pages.put("payouts, page 1000", List.of(list + "?page=1000"));
        pages.put("payouts, reference", references(rows, list));
        pages.put("payouts, recipient", List.of(list + "?recipient=" + payee.id()));
        pages.put("payouts, group", each(row -> list + "?group=" + row.groupId()));
        var tokens = list + "?kind=crypto";
        pages.put("token payout", singles(of(Kind.TOKEN_PAYOUTS), list));
        pages.put("token payouts", List.of(tokens));
        pages.put("token payouts, completed", List.of(tokens + "&status=completed"));
        pages.put("token payouts, failed", List.of(tokens + "&status=failed"));
        pages.put("token payouts, changed last", List.of(tokens + "&sort=-updatedAt"));
        pages.put("token payouts, one day", days(of(Kind.TOKEN_PAYOUTS), tokens + "&from=%1$s&to=%1$s"));
    }

    private void putDeposits(Map<String, List<String>> pages) {
        var list = PAGES + "deposits";
        pages.put("deposit", singles(deposits, list));
        DEPOSIT_STATUSES.forEach(status -> pages.put("deposits, " + status, List.of(list + "?status=" + status)));
        pages.put("deposits, under review", List.of(list + "?status=under_review"));
        pages.put("deposits, currency", List.of(list + "?currency=IDR"));
        pages.put("deposits, oldest first", List.of(list + "?sort=createdAt"));
        pages.put("deposits, changed last", List.of(list + "?sort=-updatedAt"));
        pages.put("deposits, one day", days(deposits, list + "?" + ONE_DAY));
        pages.put("deposits, page 1000", List.of(list + "?page=1000"));
        pages.put("deposits, reference", references(deposits, list));
        pages.put("token deposit", singles(of(Kind.TOKEN_DEPOSITS), list));
        pages.put("token deposits", List.of(list + "?type=crypto"));
        pages.put("token deposits, expired", List.of(list + "?type=crypto&status=expired"));
        pages.put("token deposits, one day", days(of(Kind.TOKEN_DEPOSITS), list + "?type=crypto&" + ONE_DAY));
    }

    private void putTrade(Map<String, List<String>> pages) {
        var conversions = PAGES + "conversions";
        pages.put("conversion", singles(of(Kind.CONVERSIONS), conversions));
        pages.put("conversions, one day", days(of(Kind.CONVERSIONS), conversions + "?" + ONE_DAY));
        pages.put("conversions, output", List.of(conversions + "?outputCurrency=IDR"));
        pages.put("conversions, page 100", List.of(conversions + "?page=100"));
        var links = PAGES + "checkouts";
        pages.put("checkout", singles(of(Kind.CHECKOUTS), links));
        STANDINGS.forEach(status -> pages.put("checkouts, " + status, List.of(links + "?status=" + status)));
        pages.put("checkouts, reference", references(of(Kind.CHECKOUTS), links, "for"));
        pages.put("checkouts, customer", List.of(links + "?for=Siti+Rahayu"));
        pages.put("checkouts, customer, paid", List.of(links + "?for=Siti+Rahayu&status=completed"));
    }

    /// Returns the operator's pages.
    public Map<String, List<String>> operatorPages() {
        var pages = new LinkedHashMap<String, List<String>>();
        OPERATOR.forEach(page -> pages.put("operator" + page, List.of(PAGES + "operator" + page)));
        pages.put("operator/ledger/payment", each(row -> PAGES + "operator/ledger/payment?id=" + row.id()));
        pages.put("operator/search, id", each(row -> PAGES + "operator/search?q=" + row.id()));
        pages.put("operator/search, reference", references(rows, PAGES + "operator/search", "q"));
        var organization = PAGES + "operator/organizations/" + organizationId;
        pages.put("operator/organization", List.of(organization));
        List.of("conversions", "limits", "terms")
                .forEach(part -> pages.put("operator/organization, " + part, List.of(organization + "/" + part)));
        var account = PAGES + "operator/ledger/account?asset=IDR&organization=" + organizationId + "&role=";
        List.of("available", "held")
                .forEach(role -> pages.put("operator/ledger/account, " + role, List.of(account + role)));
        pages.put("operator/ledger/account, explained", List.of(account + "available&explain=1"));
        pages.put("operator/ledger/account, all days", List.of(account + "available&days=3650"));
        pages.put("operator/exceptions, done", List.of(PAGES + "operator/exceptions?show=done"));
        pages.put("operator/exceptions, missing", List.of(PAGES + "operator/exceptions?show=missing"));
        pages.put("operator/discrepancies, closed", List.of(PAGES + "operator/discrepancies?show=closed"));
        pages.put("operator/ledger/accounts", List.of(PAGES + "operator/ledger/accounts/" + organizationId));
        return pages;
    }

    private List<String> each(Function<ServiceStore.Row, String> target) {
        return rows.stream().map(target).toList();
    }

    private static List<String> searches(List<ServiceStore.Row> rows) {
        return references(rows, PAGES + "search", "q");
    }

    private static List<String> references(List<ServiceStore.Row> rows, String path) {
        return references(rows, path, "reference");
    }

    private static List<String> references(List<ServiceStore.Row> rows, String path, String parameter) {
        return rows.stream()
                .map(ServiceStore.Row::reference)
                .flatMap(Optional::stream)
                .map(reference -> path + "?" + parameter + "=" + encoded(reference))
                .toList();
    }

    /// Returns a list filtered by the day of each.
    private static List<String> days(List<ServiceStore.Row> rows, String form) {
        return rows.stream()
                .map(row -> row.createdAt().atZone(ZoneOffset.UTC).toLocalDate())
                .map(form::formatted)
                .toList();
    }

    private String narrow(ServiceStore.Row row) {
        var whole = Duration.between(rows.getFirst().createdAt(), rows.getLast().createdAt());
        var width = whole.multipliedBy(ROWS_IN_NARROW_SPAN).dividedBy(Math.max(ROWS_IN_NARROW_SPAN, total));
        return span(row.createdAt(), row.createdAt().plus(width));
    }

    private String everything() {
        return span(rows.getFirst().createdAt(), rows.getLast().createdAt());
    }

    private static String span(Instant from, Instant to) {
        return "startDate=" + encoded(from.toString()) + "&endDate=" + encoded(to.toString());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
