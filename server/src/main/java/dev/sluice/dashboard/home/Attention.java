package dev.sluice.dashboard.home;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.model.Balance;
import dev.sluice.client.model.CryptoDisbursementQuery;
import dev.sluice.client.model.DisbursementStatus;
import dev.sluice.client.model.FiatDisbursementQuery;
import dev.sluice.client.model.WebhookEndpointQuery;
import dev.sluice.dashboard.DayBorders;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.home.Days.Flow;
import dev.sluice.deposit.Deposits;
import dev.sluice.disbursement.Approvals;
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

/// What wants attention, by plain rules, each with where to look: payouts that wait for this person's approval, that
/// failed today, or that are pending for more than an hour; webhook endpoints that were turned off, or at which nothing
/// has arrived for a day; deposits of which a payment is under review; balances that would not last a day as payouts
/// go.
public final class Attention {
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration FAILING = Duration.ofDays(1);
    private static final int PACE_DAYS = 7;
    private static final int REVIEWED_MAX = 20;
    private static final int ENDPOINTS_MAX = 100;

    private final Texts texts;
    private final Visit visit;
    private final SluiceClient client;
    private final List<Item> items = new ArrayList<>();

    private Attention(Visit visit, Texts texts) {
        this.texts = texts;
        this.visit = visit;
        this.client = visit.client();
    }

    /// One of them.
    public record Item(String icon, String text, String path) {}

    /// What is asked beside the API.
    record Rooms(Deposits deposits, Approvals approvals, Reports reports) {}

    static List<Item> of(Visit visit, Texts texts, Rooms rooms, List<Balance> balances, Days days, Instant now) {
        var attention = new Attention(visit, texts);
        attention.waiting(rooms.approvals());
        attention.failed(now);
        attention.pending(now);
        attention.endpoints(rooms.reports(), now);
        attention.reviewed(rooms.deposits());
        attention.low(balances, days);
        return List.copyOf(attention.items);
    }

    /// Whoever made a payout does not decide on it, so their own are none of theirs.
    private void waiting(Approvals approvals) {
        if (!visit.may(Permission.APPROVE_PAYOUTS)) {
            return;
        }
        var who = visit.visitor();
        long waiting =
                approvals.countWaitingFor(who.organizationId(), who.user().id());
        if (waiting > 0) {
            add("checks", texts.get("approvalsWaiting", waiting), Section.APPROVALS.path());
        }
    }

    private void failed(Instant now) {
        var today = LocalDate.ofInstant(now, visit.zone());
        var from = DayBorders.start(today, visit.zone());
        var to = DayBorders.end(today, visit.zone());
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

    /// Each leads to a list of as many: those to bank accounts and those to wallets stand in two.
    private void addPayouts(String icon, String text, long count, String path) {
        if (count > 0) {
            add(icon, texts.get(text, count), path);
        }
    }

    /// To the minute, as a list says it.
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
        if (!visit.may(Permission.DEVELOP)) {
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
        var health = reports.health(visit.visitor().organizationId());
        endpoints.stream()
                .filter(endpoint -> endpoint.status().equals("enabled"))
                .filter(endpoint -> isFailing(health.get(UUID.fromString(endpoint.id())), now.minus(FAILING)))
                .forEach(endpoint -> add(
                        "plug-connected-x",
                        texts.get("failingEndpoint", endpoint.url()),
                        "/dashboard/developers/webhooks/" + endpoint.id()));
    }

    /// Whether nothing has arrived since before a moment, though something was sent.
    private static boolean isFailing(@Nullable Health health, Instant moment) {
        return health != null
                && health.failingSince() != null
                && health.failingSince().isBefore(moment);
    }

    private void reviewed(Deposits deposits) {
        var reviewed = deposits.underReview(visit.visitor().organizationId(), REVIEWED_MAX);
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
                        texts.get("lowBalance", visit.look().money(left, currency)),
                        "/dashboard/balances/statement?currency=" + currency);
            }
        });
    }

    private void add(String icon, String text, String path) {
        items.add(new Item(icon, text, path));
    }
}
