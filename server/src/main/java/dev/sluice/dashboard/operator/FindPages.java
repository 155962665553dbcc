package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.search.SearchPages;
import dev.sluice.dashboard.search.SearchPages.Hit;
import dev.sluice.deposit.DepositLookup.Found;
import dev.sluice.deposit.DepositLookup.Search;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.Exceptions.Case;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Route;
import dev.sluice.ledger.Ledger;
import dev.sluice.merchant.Permission;
import dev.sluice.money.Money;
import dev.sluice.rail.PayinRail;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One field that finds organizations, their people and their payments, and leads to the operators' pages about them.
public final class FindPages {
    private static final String PATH = OperatorPages.HOME + "/search";
    private static final int EACH_MAX = 5;
    private static final int NAME_LENGTH_MIN = 2;

    private final Door door;
    private final Deck deck;

    FindPages(Door door, Deck deck) {
        this.door = door;
        this.deck = deck;
    }

    List<Route> routes() {
        return List.of(door.page(PATH, Permission.OPERATE, this::search));
    }

    private Answer search(Visit visit) {
        var wanted = SearchPages.wanted(visit);
        var hits = new LinkedHashMap<String, Hit>();
        Stream.of(SearchPages.pages(visit, wanted), people(visit, wanted), payments(visit, wanted))
                .flatMap(List::stream)
                .forEach(hit -> hits.putIfAbsent(hit.path(), hit));
        return SearchPages.answer(visit, Section.OPERATIONS, PATH, wanted, List.copyOf(hits.values()));
    }

    /// Organizations by their id or a part of their name, and people by their e-mail address.
    private List<Hit> people(Visit visit, String wanted) {
        if (wanted.length() < NAME_LENGTH_MIN) {
            return List.of();
        }
        var texts = visit.texts(SearchPages.BUNDLE);
        var organizations = deck.ground().organizations();
        var found = new ArrayList<Hit>();
        Stream.concat(
                        Ids.parse(wanted).flatMap(organizations::find).stream(),
                        organizations.named(wanted, EACH_MAX, 0).stream())
                .map(each -> new Hit(
                        texts.get("organization"), each.name(), each.id().toString(), path(each.id())))
                .forEach(found::add);
        if (wanted.indexOf('@') > 0) {
            deck.people()
                    .users()
                    .find(wanted)
                    .ifPresent(user -> found.add(new Hit(
                            texts.get("person"),
                            user.email(),
                            deck.nameOf(user.organizationId()),
                            path(user.organizationId()) + "#people")));
        }
        return found;
    }

    private List<Hit> payments(Visit visit, String wanted) {
        if (wanted.length() < NAME_LENGTH_MIN) {
            return List.of();
        }
        var texts = visit.texts(SearchPages.BUNDLE);
        var all = deck.ground().organizations().ids();
        var payouts = deck.payoutLookup().find(withHouse(all), wanted, EACH_MAX).stream()
                .map(each -> new Hit(
                        texts.get("payout"),
                        money(visit, each.amount()),
                        detail(visit, each.ref().organizationId(), each.status(), each.reference()),
                        PayoutPages.link(each.ref())));
        var found = deck.depositLookup().find(new Search(all, rails(), true), wanted, EACH_MAX);
        var deposits = found.stream()
                .map(each -> new Hit(
                        texts.get("deposit"),
                        money(visit, each.amount()),
                        detail(visit, each.ref().organizationId(), each.status(), each.reference()),
                        Links.of(
                                BookPages.BOOKS + "/payment",
                                Map.of("id", each.ref().depositId().toString()))));
        var refs = found.stream().map(Found::ref).toList();
        return Stream.of(payouts, exceptions(visit, all, wanted), deposits, exceptionsOf(visit, refs))
                .flatMap(Function.identity())
                .toList();
    }

    /// Money that fits nothing, also where it is nobody's.
    private Stream<Hit> exceptions(Visit visit, List<UUID> organizations, String wanted) {
        return deck.exceptions().named(withHouse(organizations), rails(), wanted, EACH_MAX).stream()
                .map(each -> hit(visit, each));
    }

    /// What came for deposits and does not fit them: whoever has the deposit's id or reference asks for it.
    private Stream<Hit> exceptionsOf(Visit visit, List<DepositRef> deposits) {
        return deposits.stream()
                .flatMap(ref -> deck.exceptions().deposit(ref).stream())
                .flatMap(deposit -> deck.exceptions().of(deposit, EACH_MAX).stream())
                .limit(EACH_MAX)
                .map(each -> hit(visit, each));
    }

    private Hit hit(Visit visit, Case exception) {
        var texts = visit.texts(OperatorPages.TEXTS);
        return new Hit(
                visit.texts(SearchPages.BUNDLE).get("exception"),
                visit.look().money(exception.amount(), exception.asset()),
                deck.ownerOf(texts, exception.organizationId()) + " · " + texts.get("case." + exception.reason()),
                ExceptionPages.path(exception));
    }

    private static List<UUID> withHouse(List<UUID> organizations) {
        var all = new ArrayList<>(organizations);
        all.add(Ledger.HOUSE);
        return all;
    }

    /// The rails whose numbers are known.
    private List<String> rails() {
        return deck.rails().payins().configured().stream().map(PayinRail::name).toList();
    }

    private static String money(Visit visit, Money amount) {
        return visit.look().money(amount.decimal(), amount.asset().code());
    }

    private String detail(Visit visit, UUID organizationId, String status, @Nullable String reference) {
        var owner = deck.ownerOf(visit.texts(OperatorPages.TEXTS), organizationId);
        var said = owner + " · " + visit.common().get("status." + status);
        return reference == null ? said : said + " · " + reference;
    }

    private static String path(UUID organizationId) {
        return OrganizationPages.ORGANIZATIONS + "/" + organizationId;
    }
}
