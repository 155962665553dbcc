package dev.sluice.ledger;

import dev.sluice.db.Database;
import dev.sluice.http.DateRange;
import dev.sluice.http.Page;
import dev.sluice.money.Money;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A merchant's view of the ledger: balances, and every movement with the balance after it.
public final class Statement {
    private final Database database;

    public Statement(Database database) {
        this.database = database;
    }

    /// Balance of one asset, and the part that the merchant owes to the house.
    public record AssetBalance(Money available, Money held, Money owed) {
        public Money total() {
            return available.plus(held);
        }
    }

    /// One movement of the available balance.
    public record Line(
            UUID paymentId,
            int sequence,
            Money amount,
            boolean isCredit,
            TransferKind kind,
            Money availableAfter,
            Instant effectiveAt,
            Instant recordedAt) {}

    /// One transfer of a payment, between any accounts.
    public record Entry(
            int sequence,
            Account debit,
            Account credit,
            Money amount,
            TransferKind kind,
            Instant effectiveAt,
            Instant recordedAt) {}

    /// Returns all transfers of a payment in the order of booking.
    public List<Entry> entries(UUID organizationId, UUID paymentId) {
        return entries(organizationId, List.of(paymentId));
    }

    /// Returns all transfers of several payments, such as a deposit and its incoming payments, one payment after
    /// the other.
    public List<Entry> entries(UUID organizationId, List<UUID> paymentIds) {
        return database.read(handle -> StatementStore.entries(handle, organizationId, paymentIds));
    }

    /// Returns the balances of an organization by currency, fiat first.
    public List<AssetBalance> balances(UUID organizationId) {
        return database.read(handle -> StatementStore.balances(handle, organizationId));
    }

    /// An organization's asset, by its code.
    public record Place(UUID organizationId, String asset) {}

    /// Available balance of an organization's asset.
    public record Available(Place place, Money amount) {}

    /// Returns the available balances for organizations and assets. Accounts that never existed are missing in the
    /// result.
    public List<Available> available(List<Place> places) {
        return places.isEmpty() ? List.of() : database.read(handle -> StatementStore.available(handle, places));
    }

    /// Returns a page of the statement, newest first, of one asset or of all.
    public Page<Line> page(
            UUID organizationId, @Nullable String asset, @Nullable DateRange between, Page.Request page) {
        return database.browse(handle -> Page.of(
                StatementStore.count(handle, organizationId, asset, between),
                page,
                () -> StatementStore.lines(handle, organizationId, asset, between, page.limit(), page.offset())));
    }
}
