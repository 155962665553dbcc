package dev.sluice.dashboard.home;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.model.Balance;
import dev.sluice.client.model.CryptoDisbursementQuery;
import dev.sluice.client.model.DisbursementStatus;
import dev.sluice.client.model.FiatDisbursementQuery;
import dev.sluice.client.model.WebhookEndpointQuery;
import dev.sluice.dashboard.DayBorders;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.home.Days.Flow;
import dev.sluice.deposit.Deposits;
import dev.sluice.disbursement.approval.Approvals;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.webhook.Reports;
import dev.sluice.webhook.Reports.Health;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Items that need attention, each with a link: payouts that need the visitor's approval, and payouts that failed
/// today or are pending for more than an hour. It also lists webhook endpoints that are disabled or have failed for a
/// day, deposits with a payment under review, and balances that cover less than a day of payouts at the recent rate.
public final class Attention {
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration FAILING = Duration.ofDays(1);
    private static final int PACE_DAYS = 7;
    private static final int REVIEWED_MAX = 20;
    private static final int ENDPOINTS_MAX = 100;

    private final Texts texts;
    private final PageContext context;
    private final SluiceClient client;
    private final List<Item> items = new ArrayList<>();

    private Attention(PageContext context, Texts texts) {
        this.texts = texts;
        this.context = context;
        this.client = context.client();
    }

    /// Item that needs attention.
    public record Item(String icon, String text, String path) {}

    /// Modules that the items need besides the API.
    record Modules(Deposits deposits, Approvals approvals, Reports reports) {}

    static List<Item> of(
            PageContext context, Texts texts, Modules modules, List<Balance> balances, Days days, Instant now) {
        var attention = new Attention(context, texts);
        attention.waiting(modules.approvals());
        attention.failed(now);
        attention.pending(now);
        attention.endpoints(modules.reports(), now);
        attention.reviewed(modules.deposits());
        attention.low(balances, days);
        return List.copyOf(attention.items);
    }

    /// Counts payouts to approve. The visitor's own payouts do not count, because their creator may not approve
    /// them.
    private void waiting(Approvals approvals) {
        if (!context.may(Permission.APPROVE_PAYOUTS)) {
            return;
        }
        var visitor = context.visitor();
        long waiting = approvals.countWaitingFor(
                visitor.organizationId(), visitor.user().id());
        if (waiting > 0) {
            add("checks", texts.get("approvalsWaiting", waiting), Section.APPROVALS.path());
        }
    }

    private void failed(Instant now) {
        var today = LocalDate.ofInstant(now, context.zone());
        var from = DayBorders.start(today, context.zone());
        var to = DayBorders.end(today, context.zone());
        for (var status : List.of(DisbursementStatus.FAILED, DisbursementStatus.REVERSED)) {
            long fiat = client.disbursements()
                    .pageFiat(FiatDisbursementQuery.all()
                            .status(status)
                            .between(from, to)
                            .limit(1))
                    .totalDocs();
            long crypto = client.disbursements()
                    .pageCrypto(CryptoDisbursementQuery.all()
                            .status(status)
                            .between(from, to)
                            .limit(1))
                    .totalDocs();
            var span = "&from=" + today + "&to=" + today;
            addPayouts("alert-triangle", status + "Today", fiat, "/dashboard/payouts?status=" + status + span);
            addPayouts(
                    "alert-triangle",
                    status + "TodayCrypto",
                    crypto,
                    "/dashboard/payouts?kind=crypto&status=" + status + span);
        }
    }

    /// Adds an item whose link lists exactly the counted payouts: those to bank accounts and to wallets are
    /// separate lists.
    private void addPayouts(String icon, String text, long count, String path) {
        if (count > 0) {
            add(icon, texts.get(text, count), path);
        }
    }

    /// Counts long-pending payouts. The time is in whole minutes, like the filter of the list.
    private void pending(Instant now) {
        var before = now.minus(LONG).truncatedTo(ChronoUnit.MINUTES);
        var fiat = client.disbursements()
                .pageFiat(FiatDisbursementQuery.all()
                        .status(DisbursementStatus.PENDING)
                        .between(Instant.EPOCH, before)
                        .limit(1));
        var crypto = client.disbursements()
                .pageCrypto(CryptoDisbursementQuery.all()
                        .status(DisbursementStatus.PENDING)
                        .between(Instant.EPOCH, before)
                        .limit(1));
        var filters = "status=pending&until=" + before + "&sort=createdAt";
        addPayouts("clock", "pendingLong", fiat.totalDocs(), "/dashboard/payouts?" + filters);
        addPayouts("clock", "pendingLongCrypto", crypto.totalDocs(), "/dashboard/payouts?kind=crypto&" + filters);
    }

    private void endpoints(Reports reports, Instant now) {
        if (!context.may(Permission.DEVELOP)) {
            return;
        }
        var endpoints = client.webhooks()
                .list(WebhookEndpointQuery.all().limit(ENDPOINTS_MAX))
                .limit(ENDPOINTS_MAX)
                .toList();
        long disabled = endpoints.stream()
                .filter(endpoint -> endpoint.status().equals("disabled"))
                .count();
        if (disabled > 0) {
            add("plug-connected-x", texts.get("disabledEndpoints", disabled), "/dashboard/developers");
        }
        var health = reports.health(context.visitor().organizationId());
        endpoints.stream()
                .filter(endpoint -> endpoint.status().equals("enabled"))
                .filter(endpoint -> isFailing(health.get(UUID.fromString(endpoint.id())), now.minus(FAILING)))
                .forEach(endpoint -> add(
                        "plug-connected-x",
                        texts.get("failingEndpoint", endpoint.url()),
                        "/dashboard/developers/webhooks/" + endpoint.id()));
    }

    /// Reports whether every delivery has failed since before the given moment.
    private static boolean isFailing(@Nullable Health health, Instant moment) {
        return health != null
                && health.failingSince() != null
                && health.failingSince().isBefore(moment);
    }

    private void reviewed(Deposits deposits) {
        var reviewed = deposits.underReview(context.visitor().organizationId(), REVIEWED_MAX);
        if (!reviewed.isEmpty()) {
            add(
                    "eye",
                    reviewed.size() < REVIEWED_MAX
                            ? texts.get("reviewed", reviewed.size())
                            : texts.get("reviewedMany", REVIEWED_MAX),
                    reviewed.size() == 1
                            ? "/dashboard/deposits/" + reviewed.getFirst()
                            : "/dashboard/deposits?status=under_review");
        }
    }

    private void low(List<Balance> balances, Days days) {
        var available = balances.stream().collect(Collectors.toMap(Balance::currency, Balance::available));
        days.currencies(Flow.PAYOUTS).sorted().forEach(currency -> {
            var week = days.last(PACE_DAYS, Flow.PAYOUTS, currency).volume();
            var left = available.getOrDefault(currency, BigDecimal.ZERO);
            if (left.multiply(BigDecimal.valueOf(PACE_DAYS)).compareTo(week) < 0) {
                add(
                        "battery-1",
                        texts.get("lowBalance", context.formats().money(left, currency)),
                        "/dashboard/balances/statement?currency=" + currency);
            }
        });
    }

    private void add(String icon, String text, String path) {
        items.add(new Item(icon, text, path));
    }
}
