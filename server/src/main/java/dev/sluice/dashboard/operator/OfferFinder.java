package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Visit;
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

    private final Deck deck;

    OfferFinder(Deck deck) {
        this.deck = deck;
    }

    /// @param limit of each kind
    List<Hit> find(Visit visit, String wanted, int limit) {
        var texts = visit.texts(SearchPages.BUNDLE);
        return Stream.of(rails(texts), methods(visit, true), methods(visit, false), assets(texts), pairs(texts))
                .flatMap(kind -> kind.filter(hit -> SearchPages.isNamed(hit.title() + SEPARATOR + hit.detail(), wanted))
                        .limit(limit))
                .toList();
    }

    private Stream<Hit> rails(Texts texts) {
        return Stream.concat(
                        deck.rails().payouts().all().stream().map(Rail::name),
                        deck.rails().payins().configured().stream().map(PayinRail::name))
                .distinct()
                .map(name -> new Hit(texts.get("rail"), name, "", RailPages.RAILS + "/" + name));
    }

    private Stream<Hit> methods(Visit visit, boolean payouts) {
        var texts = visit.texts(SearchPages.BUNDLE);
        var kind = texts.get(payouts ? "payoutMethod" : "depositMethod");
        var database = deck.ground().database();
        var offers = payouts ? Offer.payouts(database) : Offer.deposits(database);
        return offers.stream()
                .map(each -> new Hit(
                        kind,
                        each.name(),
                        each.currency() + SEPARATOR + each.bankCode(),
                        MethodPages.path(payouts, each)));
    }

    private Stream<Hit> assets(Texts texts) {
        var database = deck.ground().database();
        return Stream.concat(AssetOffer.currencies(database).stream(), AssetOffer.tokens(database).stream())
                .map(each -> new Hit(
                        texts.get(each.token() == null ? "currency" : "token"),
                        each.name(),
                        each.code(),
                        AssetPages.path(each)));
    }

    private Stream<Hit> pairs(Texts texts) {
        return PairOffer.all(deck.ground().database()).stream()
                .map(each -> new Hit(texts.get("pair"), each.name(), "", PairPages.path(each)));
    }
}
