package dev.sluice.dashboard.payout;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.SluiceException;
import dev.sluice.client.model.Balance;
import dev.sluice.client.model.Disbursement;
import dev.sluice.client.model.Page;
import dev.sluice.client.model.Sort;
import dev.sluice.clock.Clocks;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.Walk;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.sheet.Export;
import dev.sluice.sheet.Export.Column;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// The list of payouts, and the same as a file.
public final class PayoutListPages {
    private static final int LIMIT = 25;
    private static final int PAGE_MAX = 1_000_000;
    private static final Page<Disbursement> NOTHING =
            new Page<>(List.of(), 0, 1, LIMIT, 1, 0, 1, false, false, null, null);
    private static final Map<String, String> FIELDS = Map.of(
            "currency", "unit",
            "token", "unit",
            "disbursementId", "id",
            "groupId", "group",
            "recipientId", "recipient",
            "receiverAddress", "receiver",
            "startDate", "from",
            "endDate", "to");
    private final Door door;

    public PayoutListPages(Door door) {
        this.door = door;
    }

    public List<Route> routes() {
        return List.of(
                door.page("/dashboard/payouts", Permission.VIEW, this::list),
                door.page("/dashboard/payouts/export", Permission.VIEW, this::export));
    }

    private Answer list(Visit visit) {
        var texts = visit.texts("dashboard.payout");
        var filters = Filters.of(visit.query(), visit.zone());
        int number = visit.request().query().integer("page", 1, 1, PAGE_MAX);
        var client = visit.client();
        Page<? extends Disbursement> found = NOTHING;
        var problems = Problems.none();
        try {
            found = filters.isCrypto()
                    ? client.disbursements()
                            .pageCrypto(filters.crypto().limit(LIMIT).page(number))
                    : client.disbursements()
                            .pageFiat(filters.fiat().limit(LIMIT).page(number));
        } catch (Filters.Unusable unusable) {
            problems = Problems.of(unusable.field(), texts.get("unusable"));
        } catch (SluiceException refused) {
            problems = Problems.of(refused).renamed(FIELDS);
        }
        var page = found;
        var wrong = problems;
        return visit.page(
                problems.isEmpty() ? 200 : 400,
                "dashboard/payout/list.jte",
                Section.PAYOUTS,
                texts.get("title"),
                frame -> new PayoutList(
                        frame,
                        texts,
                        visit.look(),
                        filters,
                        units(client, filters),
                        page,
                        page.docs().stream().map(PayoutRow::of).toList(),
                        wrong,
                        visit.may(Permission.CREATE_PAYOUTS)));
    }

    /// What there ever was a balance of: nothing else can have been paid.
    private static List<String> units(SluiceClient client, Filters filters) {
        var kind = filters.isCrypto() ? Filters.CRYPTO : "fiat";
        return client.balances().list().stream()
                .filter(balance -> balance.assetType().equals(kind))
                .map(Balance::currency)
                .toList();
    }

    /// @param whole whether the numbers of accounts are
    private static List<Column<PayoutRow>> columns(boolean whole) {
        return List.of(
                new Column<>("id", PayoutRow::id),
                new Column<>("group_id", row -> row.payout().groupId()),
                new Column<>("payee", PayoutRow::payee),
                new Column<>("account", row -> row.account(whole)),
                new Column<>("amount", row -> row.payout().amount()),
                new Column<>("fee", row -> row.payout().feeAmount()),
                new Column<>("currency", PayoutRow::unit),
                new Column<>("status", row -> row.payout().status()),
                new Column<>("status_detail", row -> row.payout().statusDetail()),
                new Column<>("failure_code", row -> row.payout().failureCode()),
                new Column<>("failure_message", row -> row.payout().failureMessage()),
                new Column<>("reference", row -> row.payout().reference()),
                new Column<>("note", row -> row.payout().note()),
                new Column<>("created_at", row -> row.payout().createdAt()),
                new Column<>("completed_at", row -> row.payout().completedAt()),
                new Column<>("memo", PayoutRow::memo),
                new Column<>("tx_hash", PayoutRow::txHash),
                new Column<>("made_by", PayoutRow::madeBy));
    }

    private Answer export(Visit visit) {
        var filters = Filters.of(visit.query(), visit.zone());
        Walk<Disbursement> walk;
        try {
            walk = new Walk<>(
                    source(visit.patientClient(), filters),
                    new Walk.Identity<>(Disbursement::disbursementId, PayoutListPages::madeAt),
                    filters.isNewestFirst(),
                    filters.start(),
                    filters.end());
        } catch (Filters.Unusable unusable) {
            return visit.goTo(Links.of(PayoutList.PATH, filters.values()));
        }
        return new Export<>(
                        columns(visit.may(Permission.SEE_ACCOUNTS)),
                        walk.stream().map(PayoutRow::of))
                .csv(filters.isCrypto() ? "payouts-crypto" : "payouts");
    }

    /// A span of time is a span of ids, so it is the id that says when.
    private static Instant madeAt(Disbursement payout) {
        return Clocks.timeOf(Ids.parse(payout.disbursementId()).orElseThrow());
    }

    private static Walk.Source<Disbursement> source(SluiceClient client, Filters filters) {
        var order = filters.isNewestFirst() ? Sort.NEWEST_FIRST : Sort.OLDEST_FIRST;
        if (filters.isCrypto()) {
            var query = filters.crypto().sort(order).limit(Walk.PAGE);
            return (from, to, number) -> List.copyOf(client.disbursements()
                    .pageCrypto(query.between(from, to).page(number))
                    .docs());
        }
        var query = filters.fiat().sort(order).limit(Walk.PAGE);
        return (from, to, number) -> List.copyOf(client.disbursements()
                .pageFiat(query.between(from, to).page(number))
                .docs());
    }
}
