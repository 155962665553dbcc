package dev.sluice.dashboard.payout;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.SluiceException;
import dev.sluice.client.model.Balance;
import dev.sluice.client.model.Disbursement;
import dev.sluice.client.model.Page;
import dev.sluice.dashboard.CsvFile;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The list of payouts, and the same as a file.
public final class PayoutListPages {
    private static final int LIMIT = 25;
    private static final int PAGE_MAX = 1_000_000;
    private static final int EXPORT_MAX = 10_000;
    private static final int EXPORT_PAGE = 100;
    private static final Page<Disbursement> NOTHING =
            new Page<>(List.of(), 0, 1, LIMIT, 1, 0, 1, false, false, null, null);
    private static final Map<String, String> FIELDS = Map.of(
            "currency", "unit",
            "token", "unit",
            "disbursementId", "id",
            "groupId", "group",
            "receiverAddress", "receiver",
            "startDate", "from",
            "endDate", "to");
    private static final List<String> COLUMNS = List.of(
            "id",
            "group_id",
            "payee",
            "account",
            "amount",
            "fee",
            "currency",
            "status",
            "status_detail",
            "failure_code",
            "failure_message",
            "reference",
            "note",
            "created_at",
            "completed_at");

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
        var filters = Filters.of(visit.request().query());
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
            problems = Problems.of(refused).renamed(name -> FIELDS.getOrDefault(name, name));
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
                        visit.may(Permission.CREATE_PAYOUTS),
                        EXPORT_MAX));
    }

    /// What there ever was a balance of: nothing else can have been paid.
    private static List<String> units(SluiceClient client, Filters filters) {
        var kind = filters.isCrypto() ? Filters.CRYPTO : "fiat";
        return client.balances().list().stream()
                .filter(balance -> balance.assetType().equals(kind))
                .map(Balance::currency)
                .toList();
    }

    private Answer export(Visit visit) {
        var filters = Filters.of(visit.request().query());
        var client = visit.client().disbursements();
        Stream<? extends Disbursement> payouts;
        try {
            payouts = filters.isCrypto()
                    ? client.listCrypto(filters.crypto().limit(EXPORT_PAGE))
                    : client.listFiat(filters.fiat().limit(EXPORT_PAGE));
        } catch (Filters.Unusable unusable) {
            return visit.goTo(Links.of(PayoutList.PATH, filters.values()));
        }
        var file = CsvFile.of(COLUMNS);
        payouts.limit(EXPORT_MAX).map(PayoutRow::of).forEach(row -> write(file, row));
        return file.answer(filters.isCrypto() ? "payouts-crypto.csv" : "payouts.csv");
    }

    private static void write(CsvFile file, PayoutRow row) {
        var payout = row.payout();
        file.line(
                row.id(),
                payout.groupId(),
                row.payee(),
                row.account(),
                payout.amount(),
                payout.feeAmount(),
                row.unit(),
                payout.status(),
                payout.statusDetail(),
                payout.failureCode(),
                payout.failureMessage(),
                payout.reference(),
                payout.note(),
                payout.createdAt(),
                payout.completedAt());
    }
}
