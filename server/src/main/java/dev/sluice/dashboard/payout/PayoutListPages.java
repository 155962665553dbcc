package dev.sluice.dashboard.payout;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.SluiceException;
import dev.sluice.client.model.Balance;
import dev.sluice.client.model.Disbursement;
import dev.sluice.client.model.FiatDisbursement;
import dev.sluice.client.model.Page;
import dev.sluice.client.model.Sort;
import dev.sluice.clock.Clocks;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.KeysetPager;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.disbursement.Disbursements;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.sheet.Export;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

/// List of payouts, and its export.
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
    private final DashboardGuard guard;
    private final Disbursements disbursements;

    public PayoutListPages(DashboardGuard guard, Disbursements disbursements) {
        this.guard = guard;
        this.disbursements = disbursements;
    }

    public List<Route> routes() {
        return List.of(
                guard.page("/dashboard/payouts", Permission.VIEW, this::list),
                guard.export("/dashboard/payouts/export", Permission.VIEW, this::export));
    }

    private Answer list(PageContext context) {
        var texts = context.texts("dashboard.payout");
        var filters = Filters.of(context.query(), context.zone());
        int number = context.request().query().integer("page", 1, 1, PAGE_MAX);
        var client = context.client();
        Page<? extends Disbursement> matches = NOTHING;
        var problems = Problems.none();
        try {
            matches = filters.isCrypto()
                    ? client.disbursements()
                            .pageCrypto(filters.crypto().limit(LIMIT).page(number))
                    : client.disbursements()
                            .pageFiat(filters.fiat().limit(LIMIT).page(number));
        } catch (Filters.Unusable unusable) {
            problems = Problems.of(unusable.field(), texts.get("unusable"));
        } catch (SluiceException refused) {
            problems = Problems.of(refused).renamed(FIELDS);
        }
        var page = matches;
        var wrong = problems;
        return context.page(
                problems.isEmpty() ? 200 : 400,
                "dashboard/payout/list.jte",
                Section.PAYOUTS,
                texts.get("title"),
                frame -> new PayoutList(
                        frame,
                        texts,
                        context.formats(),
                        filters,
                        units(client, filters),
                        page,
                        page.docs().stream().map(PayoutRow::of).toList(),
                        wrong,
                        context.may(Permission.CREATE_PAYOUTS)));
    }

    /// Returns the units with a balance, past or present; a payout in any other unit is impossible.
    private static List<String> units(SluiceClient client, Filters filters) {
        var kind = filters.isCrypto() ? Filters.CRYPTO : Filters.FIAT;
        return client.balances().list().stream()
                .filter(balance -> balance.assetType().equals(kind))
                .map(Balance::currency)
                .toList();
    }

    private Answer export(PageContext context) {
        var filters = Filters.of(context.query(), context.zone());
        KeysetPager<ExportedPayout> pager;
        try {
            pager = new KeysetPager<>(
                    source(context, filters),
                    new KeysetPager.Identity<>(ExportedPayout::id, PayoutListPages::createdAt),
                    filters.isNewestFirst(),
                    filters.start(),
                    filters.end());
        } catch (Filters.Unusable unusable) {
            return context.redirect(Links.of(PayoutList.PATH, filters.values()));
        }
        return new Export<>(ExportedPayout.columns(context.may(Permission.SEE_ACCOUNTS)), pager.stream())
                .as(context.request().query().text("format"), filters.isCrypto() ? "payouts-crypto" : "payouts");
    }

    /// Returns the creation time from the id, because the service filters time spans by id.
    private static Instant createdAt(ExportedPayout payout) {
        return Clocks.timeOf(Ids.parse(payout.id()).orElseThrow());
    }

    private KeysetPager.Source<ExportedPayout> source(PageContext context, Filters filters) {
        var client = context.patientClient();
        var order = filters.isNewestFirst() ? Sort.NEWEST_FIRST : Sort.OLDEST_FIRST;
        if (filters.isCrypto()) {
            var query = filters.crypto().sort(order).limit(KeysetPager.PAGE);
            return (from, to, number) ->
                    client.disbursements().pageCrypto(query.between(from, to).page(number)).docs().stream()
                            .map(payout -> new ExportedPayout(PayoutRow.of(payout), null))
                            .toList();
        }
        var organization = context.caller().organizationId();
        var query = filters.fiat().sort(order).limit(KeysetPager.PAGE);
        return (from, to, number) -> withBankReferences(
                organization,
                client.disbursements()
                        .pageFiat(query.between(from, to).page(number))
                        .docs());
    }

    private List<ExportedPayout> withBankReferences(UUID organization, List<FiatDisbursement> payouts) {
        var ids = payouts.stream()
                .map(payout -> UUID.fromString(payout.disbursementId()))
                .toList();
        var references = disbursements.bankReferences(organization, ids);
        return IntStream.range(0, ids.size())
                .mapToObj(at -> new ExportedPayout(PayoutRow.of(payouts.get(at)), references.get(ids.get(at))))
                .toList();
    }
}
