package dev.sluice.checkout;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.deposit.Deposits;
import dev.sluice.deposit.Status;
import dev.sluice.http.Ids;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The payment pages of an organization, as it sees them itself: what they ask for, and what came of them.
public final class CheckoutLinks {
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

    /// One page. Its deposit, once there is one, has the same id.
    ///
    /// @param deposit how the deposit stands; nothing until a customer has chosen how to pay
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
            @Nullable Status deposit) {}

    /// Some of them, and whether there are older ones.
    public record Slice(List<Link> links, boolean hasMore) {
        public Slice {
            links = List.copyOf(links);
        }
    }

    /// The newest, or those that are older than one of them.
    public Slice newest(UUID organizationId, Optional<UUID> before, int limit) {
        var found = database.read(handle -> store.newest(handle, organizationId, before, limit + 1));
        return new Slice(links(found.subList(0, Math.min(limit, found.size()))), found.size() > limit);
    }

    public Optional<Link> find(UUID organizationId, UUID id) {
        return database.read(handle -> store.find(handle, organizationId, id))
                .map(found -> links(List.of(found)).getFirst());
    }

    /// The newest with a reference.
    public List<Link> named(UUID organizationId, String reference, int limit) {
        return links(database.read(handle -> store.named(handle, organizationId, reference, limit)));
    }

    /// Who has pages with an id or a reference.
    ///
    /// @param organizations to look in
    public List<UUID> owners(List<UUID> organizations, String text, int limit) {
        var id = Ids.parse(text).orElse(null);
        return database.browse(handle -> CheckoutStore.owners(handle, organizations, id, text, limit));
    }

    /// The newest that were made for a customer, by the whole name.
    public List<Link> ofCustomer(UUID organizationId, String name, int limit) {
        return links(database.read(handle -> store.ofCustomer(handle, organizationId, name, limit)));
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
        var wish = checkout.wish();
        return new Link(
                checkout.id(),
                baseUrl.get() + "/checkout/" + checkout.id(),
                wish.input(),
                wish.output(),
                wish.inputAmount(),
                wish.outputAmount(),
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
