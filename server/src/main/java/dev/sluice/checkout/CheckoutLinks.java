package dev.sluice.checkout;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.Deposits;
import dev.sluice.deposit.Label;
import dev.sluice.deposit.Status;
import dev.sluice.http.Ids;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An organization's view of its payment pages: the requested payments and their status.
public final class CheckoutLinks {
    /// Greater than any id.
    static final UUID BEFORE_ALL = new UUID(Long.MAX_VALUE, -1);

    /// Number of pages examined per round of a search by status, and maximum rounds before the caller has to
    /// continue from a cursor.
    private static final int LOOKED_AT_ONCE = 500;

    private static final int ROUNDS_MAX = 10;

    private final Database database;
    private final CheckoutStore store;
    private final Clocks clocks;
    private final Deposits deposits;
    private final Supplier<URI> baseUrl;

    CheckoutLinks(Database database, CheckoutStore store, Clocks clocks, Deposits deposits, Supplier<URI> baseUrl) {
        this.database = database;
        this.store = store;
        this.clocks = clocks;
        this.deposits = deposits;
        this.baseUrl = baseUrl;
    }

    /// One page. Its deposit, once it exists, has the same id.
    ///
    /// @param deposit status of the deposit; null until a customer has chosen a payment method
    public record Link(
            UUID id,
            String url,
            Asset input,
            Asset output,
            @Nullable Money inputAmount,
            @Nullable Money outputAmount,
            @Nullable String reference,
            @Nullable String note,
            @Nullable String customerName,
            @Nullable String successUrl,
            @Nullable String cancelUrl,
            Instant createdAt,
            Instant expiresAt,
            boolean isOver,
            @Nullable Status deposit) {
        public CheckoutStatus status() {
            return CheckoutStatus.of(deposit, isOver);
        }
    }

    /// A slice of the pages.
    ///
    /// @param next cursor for older pages; null if there are none
    public record Slice(List<Link> links, @Nullable UUID next) {
        public Slice {
            links = List.copyOf(links);
        }
    }

    /// Returns the newest pages, or the newest that are older than a cursor.
    public Slice newest(UUID organizationId, Optional<UUID> before, int limit) {
        var found = database.read(handle -> store.newest(handle, organizationId, before.orElse(BEFORE_ALL), limit + 1));
        var shown = links(found.subList(0, Math.min(limit, found.size())));
        return new Slice(shown, found.size() > limit ? shown.getLast().id() : null);
    }

    /// Returns the newest pages with a status. After the maximum rounds, the slice may be shorter than the limit
    /// although older pages follow.
    public Slice newest(UUID organizationId, CheckoutStatus status, Optional<UUID> before, int limit) {
        var page = new CheckoutStatusSearch(new StoredIds(organizationId), clocks.instant())
                .find(status, before.orElse(BEFORE_ALL), limit);
        var links = links(database.browse(handle -> store.some(handle, organizationId, page.ids())));
        // The status of a page may have changed in between.
        return new Slice(links.stream().filter(link -> link.status() == status).toList(), page.next());
    }

    /// The ids of an organization's pages and deposits in the database.
    private final class StoredIds implements CheckoutStatusSearch.Sources {
        private final UUID organizationId;

        StoredIds(UUID organizationId) {
            this.organizationId = organizationId;
        }

        @Override
        public List<UUID> pages(UUID before, int limit) {
            return database.browse(handle -> CheckoutStore.ids(handle, organizationId, before, limit));
        }

        @Override
        public List<UUID> deposits(Status status, UUID before, int limit) {
            return deposits.ids(organizationId, status, before, limit);
        }

        @Override
        public Set<UUID> pagesAmong(List<UUID> ids) {
            return database.browse(handle -> CheckoutStore.among(handle, organizationId, ids));
        }

        @Override
        public Map<UUID, Status> statuses(List<UUID> pages) {
            var refs =
                    pages.stream().map(id -> new DepositRef(organizationId, id)).toList();
            return deposits.statuses(refs).entrySet().stream()
                    .collect(Collectors.toMap(each -> each.getKey().depositId(), Map.Entry::getValue));
        }
    }

    public Optional<Link> find(UUID organizationId, UUID id) {
        return database.read(handle -> store.find(handle, organizationId, id))
                .map(found -> links(List.of(found)).getFirst());
    }

    /// Returns labels of the payments by a page, such as that one was late.
    public Set<Label> labels(UUID organizationId, UUID id) {
        return deposits.find(new DepositRef(organizationId, id))
                .map(deposit -> deposit.progress().labels())
                .orElse(Set.of());
    }

    /// Returns pages with a reference or for a customer's name, the newest first.
    ///
    /// @param status filter by status. After the maximum rounds, the slice may be shorter than the limit
    ///     although older pages follow
    /// @param before cursor: only older pages are returned
    public Slice search(
            UUID organizationId, String text, Optional<CheckoutStatus> status, Optional<UUID> before, int limit) {
        var found = new ArrayList<Link>();
        var reached = before.orElse(BEFORE_ALL);
        for (int round = 0; round < ROUNDS_MAX; round++) {
            var slice = search(organizationId, text, reached, status.isPresent() ? LOOKED_AT_ONCE : limit + 1);
            slice.links().stream()
                    .filter(link -> status.isEmpty() || link.status() == status.get())
                    .forEach(found::add);
            if (found.size() > limit) {
                return new Slice(found.subList(0, limit), found.get(limit - 1).id());
            }
            if (slice.next() == null) {
                return new Slice(found, null);
            }
            reached = slice.next();
        }
        return new Slice(found, reached);
    }

    /// Merges both searches down to the position that both have reached.
    private Slice search(UUID organizationId, String text, UUID before, int limit) {
        var both = database.read(handle -> List.of(
                store.named(handle, organizationId, text, before, limit),
                store.ofCustomer(handle, organizationId, text, before, limit)));
        var next = both.stream()
                .filter(each -> each.size() == limit)
                .map(each -> each.getLast().id())
                .max(Comparator.naturalOrder())
                .orElse(null);
        var found = new TreeMap<UUID, Checkout>(Comparator.reverseOrder());
        both.forEach(each -> each.forEach(checkout -> found.put(checkout.id(), checkout)));
        var down = next == null ? found : found.headMap(next, true);
        return new Slice(links(List.copyOf(down.values())), next);
    }

    /// Returns the newest pages with a reference.
    public List<Link> named(UUID organizationId, String reference, int limit) {
        return links(database.read(handle -> store.named(handle, organizationId, reference, BEFORE_ALL, limit)));
    }

    /// Returns organizations that have pages with an id or a reference.
    ///
    /// @param organizations organizations to search
    public List<UUID> owners(List<UUID> organizations, String text, int limit) {
        var id = Ids.parse(text).orElse(null);
        return database.browse(handle -> CheckoutStore.owners(handle, organizations, id, text, limit));
    }

    /// Returns the newest pages for a customer, by the complete name.
    public List<Link> ofCustomer(UUID organizationId, String name, int limit) {
        return links(database.read(handle -> store.ofCustomer(handle, organizationId, name, BEFORE_ALL, limit)));
    }

    private List<Link> links(List<Checkout> checkouts) {
        var statuses =
                deposits.statuses(checkouts.stream().map(Checkout::deposit).toList());
        var now = clocks.instant();
        return checkouts.stream()
                .map(each -> link(each, now, statuses.get(each.deposit())))
                .toList();
    }

    private Link link(Checkout checkout, Instant now, @Nullable Status deposit) {
        var requested = checkout.requested();
        return new Link(
                checkout.id(),
                baseUrl.get() + "/checkout/" + checkout.id(),
                requested.input(),
                requested.output(),
                requested.inputAmount(),
                requested.outputAmount(),
                checkout.reference(),
                checkout.note(),
                checkout.journey().customerName(),
                checkout.journey().successUrl(),
                checkout.journey().cancelUrl(),
                Clocks.timeOf(checkout.id()),
                checkout.expiresAt(),
                checkout.isExpired(now),
                deposit);
    }
}
