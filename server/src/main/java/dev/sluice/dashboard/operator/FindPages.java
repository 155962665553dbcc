package dev.sluice.dashboard.operator;

import dev.sluice.convert.ConversionLookup;
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
import dev.sluice.merchant.Users;
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

/// Search across all organizations: organizations, their people, resources and payments, and the deployment's offer.
/// Results link to the operators' pages about them.
public final class FindPages {
    private static final String PATH = OperatorPages.HOME + "/search";
    private static final int EACH_MAX = 5;
    private static final int NAME_LENGTH_MIN = 2;
    /// Minimum length of texts that are only matched as a whole.
    private static final int WHOLE_LENGTH_MIN = 8;

    private final Door door;
    private final Deck deck;
    private final OfferFinder offers;
    private final List<Owner> owners;

    FindPages(Door door, Deck deck, List<Owner> owners) {
        this.door = door;
        this.deck = deck;
        this.offers = new OfferFinder(deck);
        this.owners = List.copyOf(owners);
    }

    List<Route> routes() {
        return List.of(door.page(PATH, Permission.OPERATE, this::search));
    }

    private Answer search(Visit visit) {
        var wanted = SearchPages.wanted(visit);
        var hits = new LinkedHashMap<String, Hit>();
        Stream.of(SearchPages.pages(visit, wanted), named(visit, wanted))
                .flatMap(List::stream)
                .forEach(hit -> hits.putIfAbsent(hit.path(), hit));
        if (hits.isEmpty()) {
            belonging(visit, wanted).forEach(hit -> hits.putIfAbsent(hit.path(), hit));
        }
        return SearchPages.answer(visit, Section.OPERATIONS, PATH, wanted, List.copyOf(hits.values()));
    }

    private List<Hit> named(Visit visit, String wanted) {
        if (wanted.length() < NAME_LENGTH_MIN) {
            return List.of();
        }
        var found = new ArrayList<Hit>();
        found.addAll(organizations(visit, wanted));
        found.addAll(people(visit, wanted));
        found.addAll(payments(visit, wanted));
        found.addAll(conversions(visit, wanted));
        found.addAll(offers.find(visit, wanted, EACH_MAX));
        return found;
    }

    /// Finds organizations by their id or a part of their name.
    private List<Hit> organizations(Visit visit, String wanted) {
        var kind = visit.texts(SearchPages.BUNDLE).get("organization");
        var organizations = deck.ground().organizations();
        return Stream.concat(
                        Ids.parse(wanted).flatMap(organizations::find).stream(),
                        organizations.named(wanted, EACH_MAX, 0).stream())
                .map(each -> new Hit(kind, each.name(), each.id().toString(), path(each.id())))
                .toList();
    }

    /// Finds people by their id, or a part of their name or e-mail address.
    private List<Hit> people(Visit visit, String wanted) {
        var kind = visit.texts(SearchPages.BUNDLE).get("person");
        var users = deck.people().users();
        var all = deck.ground().organizations().ids();
        return Stream.concat(
                        Ids.parse(wanted).flatMap(id -> users.find(all, id)).stream(),
                        wanted.length() < Users.PART_LENGTH_MIN
                                ? Stream.empty()
                                : users.named(wanted, EACH_MAX).stream())
                .map(user -> new Hit(
                        kind,
                        user.name(),
                        user.email() + " · " + deck.nameOf(user.organizationId()),
                        path(user.organizationId()) + "#person-" + user.id()))
                .toList();
    }

    /// Finds a conversion by its id or its quote's id; links to its transfers in the books.
    private List<Hit> conversions(Visit visit, String wanted) {
        var lookup = new ConversionLookup(deck.ground().database());
        var all = deck.ground().organizations().ids();
        return Ids.parse(wanted).flatMap(id -> lookup.find(all, id)).stream()
                .map(each -> new Hit(
                        visit.texts(SearchPages.BUNDLE).get("conversion"),
                        money(visit, each.input()),
                        deck.nameOf(each.organizationId()) + " · " + each.output(),
                        Links.of(
                                BookPages.BOOKS + "/payment",
                                Map.of("id", each.id().toString()))))
                .toList();
    }

    /// Finds resources without an operators' page; links to their organizations. The first kind with a result ends
    /// the search.
    private List<Hit> belonging(Visit visit, String wanted) {
        if (wanted.length() < WHOLE_LENGTH_MIN) {
            return List.of();
        }
        var texts = visit.texts(SearchPages.BUNDLE);
        var all = deck.ground().organizations().ids();
        return owners.stream()
                .map(each -> each.search().of(all, wanted, EACH_MAX).stream()
                        .map(id -> new Hit(texts.get(each.kind()), deck.nameOf(id), wanted, path(id)))
                        .toList())
                .filter(some -> !some.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private List<Hit> payments(Visit visit, String wanted) {
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

    /// Finds unmatched payments, including those without an organization.
    private Stream<Hit> exceptions(Visit visit, List<UUID> organizations, String wanted) {
        return deck.exceptions().named(withHouse(organizations), rails(), wanted, EACH_MAX).stream()
                .map(each -> hit(visit, each));
    }

    /// Finds the unmatched payments for deposits, since operators search by the deposit's id or reference.
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

    /// Returns the rails with searchable reference numbers.
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
