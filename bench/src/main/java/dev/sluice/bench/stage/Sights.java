package dev.sluice.bench.stage;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// What an organization can ask for: each kind of read, and targets of that kind spread over its payouts and
/// deposits.
public final class Sights {
    private static final String PAYOUTS = "/v1/disbursement/fiat";
    private static final String DEPOSITS = "/v1/deposit/fiat";
    private static final List<String> DEPOSIT_STATUSES = List.of("pending", "completed", "expired", "cancelled");
    private static final String TRANSACTIONS = "/v1/balance/transactions";
    private static final String RECIPIENTS = "/v1/recipient";
    private static final List<String> STATUSES = List.of("pending", "completed", "failed", "cancelled", "reversed");
    private static final List<String> SORTS = List.of("createdAt", "-createdAt", "updatedAt", "-updatedAt");
    private static final String PAGES = "/dashboard/";
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
            "notices/settings",
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
            "/books",
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
    private final List<SceneStore.Row> rows;
    private final List<SceneStore.Row> deposits;
    private final long total;
    private final String payee;

    private Sights(
            UUID organizationId, List<SceneStore.Row> rows, List<SceneStore.Row> deposits, long total, String payee) {
        this.organizationId = organizationId;
        this.rows = rows;
        this.deposits = deposits;
        this.total = total;
        this.payee = payee;
    }

    static Sights of(Connection connection, UUID organizationId, int count) throws SQLException {
        return new Sights(
                organizationId,
                SceneStore.payouts(connection, organizationId, count),
                SceneStore.deposits(connection, organizationId, count),
                SceneStore.totalOf(connection, organizationId),
                SceneStore.payee(connection, organizationId));
    }

    /// Single payouts.
    public List<String> details() {
        return each(row -> PAYOUTS + "/" + row.id());
    }

    /// Single deposits.
    private List<String> deposits(String path) {
        return deposits.stream().map(row -> path + "/" + row.id()).toList();
    }

    /// Every list with every filter, by what they are called in the report. The two spans of time hold about a
    /// hundred payouts, and all of them.
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
        kinds.put("deposit", deposits(DEPOSITS));
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
        kinds.put("recipients search by name", List.of(RECIPIENTS + "?search=" + encoded(payee)));
        kinds.put("recipients search by e-mail", List.of(RECIPIENTS + "?search=siti%40example.com"));
        return kinds;
    }

    /// The pages of who works for the organization, by what they are called in the report.
    public Map<String, List<String>> pages() {
        var pages = new LinkedHashMap<String, List<String>>();
        pages.put("home", List.of("/dashboard"));
        pages.put("payouts", List.of(PAGES + "payouts"));
        STATUSES.forEach(status -> pages.put("payouts, " + status, List.of(PAGES + "payouts?status=" + status)));
        pages.put("payouts, currency", List.of(PAGES + "payouts?currency=IDR"));
        pages.put("payouts, newest first", List.of(PAGES + "payouts?sort=-createdAt"));
        pages.put("payouts, one day", each(row -> PAGES + "payouts?" + day(row)));
        pages.put("payouts, page 100", List.of(PAGES + "payouts?page=100"));
        pages.put("payouts, tokens", List.of(PAGES + "payouts?kind=crypto"));
        pages.put("payouts, reference", references(rows, PAGES + "payouts"));
        pages.put("payout", each(row -> PAGES + "payouts/" + row.id()));
        pages.put("search, reference", searches(rows));
        pages.put("search, id", each(row -> PAGES + "search?q=" + row.id()));
        pages.put("search, nothing", List.of(PAGES + "search?q=nobody-wrote-this"));
        pages.put("deposit", deposits(PAGES + "deposits"));
        DEPOSIT_STATUSES.forEach(
                status -> pages.put("deposits, " + status, List.of(PAGES + "deposits?status=" + status)));
        pages.put("deposits, under review", List.of(PAGES + "deposits?status=under_review"));
        pages.put("deposits, currency", List.of(PAGES + "deposits?currency=IDR"));
        pages.put("deposits, newest first", List.of(PAGES + "deposits?sort=-createdAt"));
        pages.put(
                "deposits, one day",
                deposits.stream().map(row -> PAGES + "deposits?" + day(row)).toList());
        pages.put("deposits, page 100", List.of(PAGES + "deposits?page=100"));
        pages.put("deposits, tokens", List.of(PAGES + "deposits?type=crypto"));
        pages.put("deposits, reference", references(deposits, PAGES + "deposits"));
        pages.put("search, reference of a deposit", searches(deposits));
        pages.put("search, name", List.of(PAGES + "search?q=" + encoded(payee)));
        pages.put("statement", List.of(PAGES + "balances/statement?currency=IDR"));
        pages.put("recipients, search", List.of(PAGES + "recipients?search=" + encoded(payee)));
        LISTS.forEach(page -> pages.put(page, List.of(PAGES + page)));
        return pages;
    }

    /// The operator's pages.
    public Map<String, List<String>> operatorPages() {
        var pages = new LinkedHashMap<String, List<String>>();
        OPERATOR.forEach(page -> pages.put("operator" + page, List.of(PAGES + "operator" + page)));
        pages.put("operator/books/payment", each(row -> PAGES + "operator/books/payment?id=" + row.id()));
        pages.put("operator/search, id", each(row -> PAGES + "operator/search?q=" + row.id()));
        pages.put("operator/search, reference", references(rows, PAGES + "operator/search", "q"));
        var organization = PAGES + "operator/organizations/" + organizationId;
        pages.put("operator/organization", List.of(organization));
        List.of("conversions", "limits", "terms")
                .forEach(part -> pages.put("operator/organization, " + part, List.of(organization + "/" + part)));
        var account = PAGES + "operator/books/account?asset=IDR&organization=" + organizationId + "&role=";
        List.of("available", "held")
                .forEach(role -> pages.put("operator/books/account, " + role, List.of(account + role)));
        pages.put("operator/books/accounts", List.of(PAGES + "operator/books/accounts/" + organizationId));
        return pages;
    }

    private List<String> each(Function<SceneStore.Row, String> target) {
        return rows.stream().map(target).toList();
    }

    private static List<String> searches(List<SceneStore.Row> rows) {
        return references(rows, PAGES + "search", "q");
    }

    private static List<String> references(List<SceneStore.Row> rows, String path) {
        return references(rows, path, "reference");
    }

    private static List<String> references(List<SceneStore.Row> rows, String path, String parameter) {
        return rows.stream()
                .map(SceneStore.Row::reference)
                .flatMap(Optional::stream)
                .map(reference -> path + "?" + parameter + "=" + encoded(reference))
                .toList();
    }

    private static String day(SceneStore.Row row) {
        var day = row.createdAt().atZone(ZoneOffset.UTC).toLocalDate();
        return "startDate=" + day + "&endDate=" + day;
    }

    private String narrow(SceneStore.Row row) {
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
