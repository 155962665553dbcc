package dev.sluice.operator;

import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.search.SearchPages;
import dev.sluice.dashboard.search.SearchPages.Hit;
import dev.sluice.page.Texts;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.Rail;
import dev.sluice.reference.AssetOffer;
import dev.sluice.reference.Offer;
import dev.sluice.reference.PairOffer;
import java.util.List;
import java.util.stream.Stream;

/// Finds a deployment's rails, payment methods, currencies, tokens and pairs, on or off, by words of their names.
/// There are hundreds at most.
final class OfferFinder {
    private static final String SEPARATOR = " · ";

    private final OperatorServices services;

    OfferFinder(OperatorServices services) {
        this.services = services;
    }

    /// @param limit of each kind
    List<Hit> find(PageContext context, String text, int limit) {
        var texts = context.texts(SearchPages.BUNDLE);
        return Stream.of(rails(texts), methods(context, true), methods(context, false), assets(texts), pairs(texts))
                .flatMap(kind -> kind.filter(hit -> SearchPages.isNamed(hit.title() + SEPARATOR + hit.detail(), text))
                        .limit(limit))
                .toList();
    }

    private Stream<Hit> rails(Texts texts) {
        return Stream.concat(
                        services.rails().payouts().all().stream().map(Rail::name),
                        services.rails().payins().configured().stream().map(PayinRail::name))
                .distinct()
                .map(name -> new Hit(texts.get("rail"), name, "", RailPages.RAILS + "/" + name));
    }

    private Stream<Hit> methods(PageContext context, boolean payouts) {
        var texts = context.texts(SearchPages.BUNDLE);
        var kind = texts.get(payouts ? "payoutMethod" : "depositMethod");
        var database = services.core().database();
        var offers = payouts ? Offer.payouts(database) : Offer.deposits(database);
        return offers.stream()
                .map(each -> new Hit(
                        kind,
                        each.name(),
                        each.currency() + SEPARATOR + each.bankCode(),
                        MethodPages.path(payouts, each)));
    }

    private Stream<Hit> assets(Texts texts) {
        var database = services.core().database();
        return Stream.concat(AssetOffer.currencies(database).stream(), AssetOffer.tokens(database).stream())
                .map(each -> new Hit(
                        texts.get(each.token() == null ? "currency" : "token"),
                        each.name(),
                        each.code(),
                        AssetPages.path(each)));
    }

    private Stream<Hit> pairs(Texts texts) {
        return PairOffer.all(services.core().database()).stream()
                .map(each -> new Hit(texts.get("pair"), each.name(), "", PairPages.path(each)));
    }
}
