package dev.sluice.operator;

import dev.sluice.convert.ConversionLookup;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.search.SearchPages;
import dev.sluice.dashboard.search.SearchPages.Hit;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.query.DepositLookup.DepositMatch;
import dev.sluice.deposit.query.DepositLookup.Search;
import dev.sluice.deposit.review.PaymentReviews.Case;
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

    private final DashboardGuard guard;
    private final OperatorServices services;
    private final OfferFinder offers;
    private final List<ResourceOwner> owners;

    FindPages(DashboardGuard guard, OperatorServices services, List<ResourceOwner> owners) {
        this.guard = guard;
        this.services = services;
        this.offers = new OfferFinder(services);
        this.owners = List.copyOf(owners);
    }

    List<Route> routes() {
        return List.of(guard.page(PATH, Permission.OPERATE, this::search));
    }

    private Answer search(PageContext context) {
        var text = SearchPages.wanted(context);
        var hits = new LinkedHashMap<String, Hit>();
        Stream.of(SearchPages.pages(context, text), byName(context, text))
                .flatMap(List::stream)
                .forEach(hit -> hits.putIfAbsent(hit.path(), hit));
        if (hits.isEmpty()) {
            byOwner(context, text).forEach(hit -> hits.putIfAbsent(hit.path(), hit));
        }
        return SearchPages.answer(context, Section.OPERATIONS, PATH, text, List.copyOf(hits.values()));
    }

    private List<Hit> byName(PageContext context, String text) {
        if (text.length() < NAME_LENGTH_MIN) {
            return List.of();
        }
        var found = new ArrayList<Hit>();
        found.addAll(organizations(context, text));
        found.addAll(people(context, text));
        found.addAll(payments(context, text));
        found.addAll(conversions(context, text));
        found.addAll(offers.find(context, text, EACH_MAX));
        return found;
    }

    /// Finds organizations by their id or a part of their name.
    private List<Hit> organizations(PageContext context, String text) {
        var kind = context.texts(SearchPages.BUNDLE).get("organization");
        var organizations = services.core().organizations();
        return Stream.concat(
                        Ids.parse(text).flatMap(organizations::find).stream(),
                        organizations.named(text, EACH_MAX, 0).stream())
                .map(each -> new Hit(kind, each.name(), each.id().toString(), path(each.id())))
                .toList();
    }

    /// Finds people by their id, or a part of their name or e-mail address.
    private List<Hit> people(PageContext context, String text) {
        var kind = context.texts(SearchPages.BUNDLE).get("person");
        var users = services.people().users();
        var all = services.core().organizations().ids();
        return Stream.concat(
                        Ids.parse(text).flatMap(id -> users.find(all, id)).stream(),
                        text.length() < Users.PART_LENGTH_MIN ? Stream.empty() : users.named(text, EACH_MAX).stream())
                .map(user -> new Hit(
                        kind,
                        user.name(),
                        user.email() + " · " + services.nameOf(user.organizationId()),
                        path(user.organizationId()) + "#person-" + user.id()))
                .toList();
    }

    /// Finds a conversion by its id or its quote's id; links to its transfers in the books.
    private List<Hit> conversions(PageContext context, String text) {
        var lookup = new ConversionLookup(services.core().database());
        var all = services.core().organizations().ids();
        return Ids.parse(text).flatMap(id -> lookup.find(all, id)).stream()
                .map(each -> new Hit(
                        context.texts(SearchPages.BUNDLE).get("conversion"),
                        money(context, each.input()),
                        services.nameOf(each.organizationId()) + " · " + each.output(),
                        Links.of(
                                LedgerPages.LEDGER + "/payment",
                                Map.of("id", each.id().toString()))))
                .toList();
    }

    /// Finds resources without an operators' page; links to their organizations. The first kind with a result ends
    /// the search.
    private List<Hit> byOwner(PageContext context, String text) {
        if (text.length() < WHOLE_LENGTH_MIN) {
            return List.of();
        }
        var texts = context.texts(SearchPages.BUNDLE);
        var all = services.core().organizations().ids();
        return owners.stream()
                .map(each -> each.search().of(all, text, EACH_MAX).stream()
                        .map(id -> new Hit(texts.get(each.kind()), services.nameOf(id), text, path(id)))
                        .toList())
                .filter(some -> !some.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private List<Hit> payments(PageContext context, String text) {
        var texts = context.texts(SearchPages.BUNDLE);
        var all = services.core().organizations().ids();
        var payouts = services.payoutLookup().find(withHouse(all), text, EACH_MAX).stream()
                .map(each -> new Hit(
                        texts.get("payout"),
                        money(context, each.amount()),
                        detail(context, each.ref().organizationId(), each.status(), each.reference()),
                        PayoutPages.link(each.ref())));
        var found = services.depositLookup().find(new Search(all, rails(), true), text, EACH_MAX);
        var deposits = found.stream()
                .map(each -> new Hit(
                        texts.get("deposit"),
                        money(context, each.amount()),
                        detail(context, each.ref().organizationId(), each.status(), each.reference()),
                        Links.of(
                                LedgerPages.LEDGER + "/payment",
                                Map.of("id", each.ref().depositId().toString()))));
        var refs = found.stream().map(DepositMatch::ref).toList();
        return Stream.of(payouts, exceptions(context, all, text), deposits, exceptionsOf(context, refs))
                .flatMap(Function.identity())
                .toList();
    }

    /// Finds unmatched payments, including those without an organization.
    private Stream<Hit> exceptions(PageContext context, List<UUID> organizations, String text) {
        return services.paymentReviews().named(withHouse(organizations), rails(), text, EACH_MAX).stream()
                .map(each -> hit(context, each));
    }

    /// Finds the unmatched payments for deposits, since operators search by the deposit's id or reference.
    private Stream<Hit> exceptionsOf(PageContext context, List<DepositRef> deposits) {
        return deposits.stream()
                .flatMap(ref -> services.paymentReviews().deposit(ref).stream())
                .flatMap(deposit -> services.paymentReviews().of(deposit, EACH_MAX).stream())
                .limit(EACH_MAX)
                .map(each -> hit(context, each));
    }

    private Hit hit(PageContext context, Case exception) {
        var texts = context.texts(OperatorPages.TEXTS);
        return new Hit(
                context.texts(SearchPages.BUNDLE).get("exception"),
                context.formats().money(exception.amount(), exception.asset()),
                services.ownerOf(texts, exception.organizationId()) + " · " + texts.get("case." + exception.reason()),
                ExceptionPages.path(exception));
    }

    private static List<UUID> withHouse(List<UUID> organizations) {
        var all = new ArrayList<>(organizations);
        all.add(Ledger.PLATFORM);
        return all;
    }

    /// Returns the rails with searchable reference numbers.
    private List<String> rails() {
        return services.rails().payins().configured().stream()
                .map(PayinRail::name)
                .toList();
    }

    private static String money(PageContext context, Money amount) {
        return context.formats().money(amount.decimal(), amount.asset().code());
    }

    private String detail(PageContext context, UUID organizationId, String status, @Nullable String reference) {
        var owner = services.ownerOf(context.texts(OperatorPages.TEXTS), organizationId);
        var description = owner + " · " + context.common().get("status." + status);
        return reference == null ? description : description + " · " + reference;
    }

    private static String path(UUID organizationId) {
        return OrganizationPages.ORGANIZATIONS + "/" + organizationId;
    }
}
