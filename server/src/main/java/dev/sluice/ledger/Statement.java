package dev.sluice.ledger;

import dev.sluice.db.Database;
import dev.sluice.http.DateRange;
import dev.sluice.http.Page;
import dev.sluice.money.Money;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What a merchant reads of its books: what it has, and every movement of it with the balance that it left.
public final class Statement {
    private final Database database;

    public Statement(Database database) {
        this.database = database;
    }

    /// What there is of one asset, and what of it the merchant owes, since the house advanced it.
    public record Standing(Money available, Money held, Money owed) {
        public Money total() {
            return available.plus(held);
        }
    }

    /// One movement of what is available.
    public record Line(
            UUID paymentId,
            int sequence,
            Money amount,
            boolean isCredit,
            TransferKind kind,
            Money availableAfter,
            Instant effectiveAt,
            Instant recordedAt) {}

    /// One movement of a payment's money, between whichever accounts.
    public record Entry(
            int sequence,
            Account debit,
            Account credit,
            Money amount,
            TransferKind kind,
            Instant effectiveAt,
            Instant recordedAt) {}

    /// Everything that was booked for a payment, in the order of its booking.
    public List<Entry> entries(UUID organizationId, UUID paymentId) {
        return entries(organizationId, List.of(paymentId));
    }

    /// The same of some payments, such as a deposit and what came for it, one after the other.
    public List<Entry> entries(UUID organizationId, List<UUID> paymentIds) {
        return database.read(handle -> StatementStore.entries(handle, organizationId, paymentIds));
    }

    /// The balances of an organization, fiat first, by currency.
    public List<Standing> standings(UUID organizationId) {
        return database.read(handle -> StatementStore.standings(handle, organizationId));
    }

    /// An asset of an organization, by its code.
    public record Place(UUID organizationId, String asset) {}

    /// What can be spent of it.
    public record Available(Place place, Money amount) {}

    /// What some organizations can spend of some assets; of those that they never had, nothing.
    public List<Available> available(List<Place> places) {
        return places.isEmpty() ? List.of() : database.read(handle -> StatementStore.available(handle, places));
    }

    /// One page of the statement, newest first; of one asset, or of all.
    public Page<Line> page(
            UUID organizationId, @Nullable String asset, @Nullable DateRange between, Page.Request page) {
        return database.browse(handle -> Page.of(
                StatementStore.count(handle, organizationId, asset, between),
                page,
                () -> StatementStore.lines(handle, organizationId, asset, between, page.limit(), page.offset())));
    }
}
