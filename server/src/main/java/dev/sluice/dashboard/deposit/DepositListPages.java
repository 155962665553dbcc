package dev.sluice.dashboard.deposit;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.Page;
import dev.sluice.client.model.Sort;
import dev.sluice.dashboard.KeysetPager;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.PayInMethods;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.merchant.Permission;
import dev.sluice.sheet.Export;
import dev.sluice.sheet.Export.Column;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// List of deposits, and its export.
final class DepositListPages {
    private static final int ROWS = 25;

    /// Returns the columns of the export. They have the names of the API, so that programs recognize them.
    private static List<Column<Deposit>> columns(PayerAccounts accounts) {
        return List.of(
                new Column<>("depositId", Deposit::depositId),
                new Column<>("depositType", Deposit::depositType),
                new Column<>("createdAt", Deposit::createdAt),
                new Column<>("reference", Deposit::reference),
                new Column<>("status", Deposit::status),
                new Column<>("labels", deposit -> String.join(" ", deposit.labels())),
                new Column<>("paymentMethod", Deposit::paymentMethod),
                new Column<>("inputCurrency", Deposit::inputCurrency),
                new Column<>("inputAmount", Deposit::inputAmount),
                new Column<>("receivedAmount", Deposit::receivedAmount),
                new Column<>("feeAmount", deposit -> deposit.fee().amount()),
                new Column<>("feeCurrency", deposit -> deposit.fee().currency()),
                new Column<>("exchangeRate", Deposit::exchangeRate),
                new Column<>("outputCurrency", Deposit::outputCurrency),
                new Column<>("outputAmount", Deposit::outputAmount),
                new Column<>(
                        "payerName",
                        deposit -> deposit.payerInfo() == null
                                ? null
                                : deposit.payerInfo().name()),
                new Column<>("payerAccountNumber", deposit -> accounts.of(deposit, deposit.payerInfo())),
                new Column<>("transactionHash", Deposit::transactionHash),
                new Column<>("expiredAt", Deposit::expiredAt),
                new Column<>("paidAt", Deposit::paidAt),
                new Column<>("depositBulkId", Deposit::depositBulkId),
                new Column<>("note", Deposit::note));
    }

    Answer list(PageContext context) {
        var search = DepositSearch.of(context.request().query(), context.zone());
        var problems = problems(context, search);
        var client = context.client();
        var page = problems.isEmpty() ? page(client, search) : null;
        // Treat the search text as an id unless it is the reference of a deposit: many merchants use UUIDs as
        // references.
        var byId = page == null || page.totalDocs() > 0
                ? Optional.<Deposit>empty()
                : Ids.parse(search.reference()).flatMap(id -> DepositDetailPages.find(client, id));
        if (byId.isPresent()) {
            return context.redirect(DepositPages.PATH + "/" + byId.get().depositId());
        }
        var texts = context.texts(DepositPages.BUNDLE);
        var methods = PayInMethods.of(client, context.formats(), page == null ? List.of() : page.docs());
        return context.page(
                problems.isEmpty() ? 200 : 400,
                "dashboard/deposits/list.jte",
                Section.DEPOSITS,
                texts.get("title"),
                frame -> new DepositList(
                        frame,
                        texts,
                        context.formats(),
                        search,
                        problems,
                        units(client, search),
                        page,
                        methods,
                        context.may(Permission.MANAGE_DEPOSITS)));
    }

    private static Problems problems(PageContext context, DepositSearch search) {
        return search.span().problems(context.common());
    }

    private static Page<Deposit> page(SluiceClient client, DepositSearch search) {
        return search.isCrypto()
                ? client.deposits()
                        .pageCrypto(
                                search.crypto().sort(search.sort()).limit(ROWS).page(search.page()))
                : client.deposits()
                        .pageFiat(search.fiat().sort(search.sort()).limit(ROWS).page(search.page()));
    }

    /// Returns the available units, and that of the filter, which may no longer be available.
    private static List<String> units(SluiceClient client, DepositSearch search) {
        var references = client.references();
        var offered = search.isCrypto()
                ? references.cryptos().stream().map(token -> token.id())
                : references.currencies().stream().map(currency -> currency.currency());
        return Stream.concat(offered, Stream.of(search.currency()))
                .filter(each -> !each.isEmpty())
                .distinct()
                .toList();
    }

    /// Exports the filtered list in creation order. Each deposit appears once, even if others are created or drop
    /// out of the filter during the export.
    Answer file(PageContext context) {
        var search = DepositSearch.of(context.request().query(), context.zone());
        if (!problems(context, search).isEmpty()) {
            return list(context);
        }
        var found = walk(context.patientClient(), search).stream();
        return new Export<>(columns(PayerAccounts.of(context)), found)
                .as(context.request().query().text("format"), "deposits-" + search.type());
    }

    static KeysetPager<Deposit> walk(SluiceClient client, DepositSearch search) {
        var times = search.span().timesOrEver();
        return new KeysetPager<>(
                source(client, search),
                new KeysetPager.Identity<>(Deposit::depositId, Deposit::createdAt),
                search.isNewestFirst(),
                times.from(),
                times.to());
    }

    private static KeysetPager.Source<Deposit> source(SluiceClient client, DepositSearch search) {
        var order = search.isNewestFirst() ? Sort.NEWEST_FIRST : Sort.OLDEST_FIRST;
        if (search.isCrypto()) {
            var query = search.crypto().sort(order).limit(KeysetPager.PAGE);
            return (from, to, number) -> client.deposits()
                    .pageCrypto(query.between(from, to).page(number))
                    .docs();
        }
        var query = search.fiat().sort(order).limit(KeysetPager.PAGE);
        return (from, to, number) ->
                client.deposits().pageFiat(query.between(from, to).page(number)).docs();
    }
}
