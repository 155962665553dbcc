package dev.sluice.rail;

import dev.sluice.db.Tx;
import dev.sluice.vault.Vault;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;

/// The inbox of money that came in: rails put in, the room that owns the deposits reads. Nobody knows yet whose a
/// receipt is, so they belong to no organization. Each has a MAC, made where it is stored and checked where it is
/// read.
public final class Receipts {
    private final ReceiptStore store;

    public Receipts(Vault vault) {
        this.store = new ReceiptStore(vault);
    }

    /// What a rail says of a payment: a receipt, and whether it still stands by it. The revision rises whenever it
    /// changes its word, so that whoever applies entries can tell which is newer.
    public record Entry(Receipt receipt, int revision, boolean reversed) {}

    /// Keeps receipts that are not known yet. One that was reversed stands again. A key is always of the same
    /// amount to the same destination.
    public void add(Tx tx, List<Receipt> receipts) {
        store.insert(tx, receipts);
    }

    /// What a rail told of a payment, whether it still stands by it or not.
    ///
    /// @throws dev.sluice.refusal.Refused `DEPOSIT_HELD` where its row was changed behind the service's back
    public Optional<Receipt> find(Handle handle, String rail, String key) {
        return store.find(handle, rail, key);
    }

    /// Takes receipts back: the money is not there, though it was told of. Taking one back twice is no error.
    public void reverse(Tx tx, String rail, List<String> keys, Instant now) {
        store.reverse(tx, rail, keys, now);
    }

    /// The oldest entries that nobody has read and that are to be looked at by now. A reader applies what they say
    /// and then marks them: a crash in between makes them come again, so applying one twice must change nothing.
    public Unread<Entry> unread(Tx tx, Instant now, int limit) {
        return store.unread(tx, now, limit);
    }

    /// When the first money was paid that waits to be read, by the texts of those destinations where some
    /// does.
    public static Supplier<Map<String, Instant>> unreadOf(Tx tx, List<Destination> destinations) {
        return ReceiptStore.unreadOf(tx, destinations);
    }

    /// What waits to be read, of a rail.
    public record Waiting(String rail, long receipts, Instant oldestAt) {}

    /// What waits, by rail.
    public static List<Waiting> waiting(Tx tx) {
        return ReceiptStore.waiting(tx);
    }

    /// Looks at entries again later: what they are about may not be known yet.
    public void postpone(Tx tx, List<Entry> entries, Instant until) {
        ReceiptStore.postpone(tx, entries, until);
    }

    /// A receipt that waits for a check of its payer.
    ///
    /// @param check the check's subject, one for each receipt
    public record Held(Entry entry, UUID check) {}

    /// Looks at receipts again once their checks are answered, and later in any case.
    ///
    /// @param now when they were read: one that was held or woken since stays as it is
    public void hold(Tx tx, List<Held> held, Instant now, Instant until) {
        store.hold(tx, held, now, until);
    }

    /// Looks now at receipts that waited for some checks.
    public void wake(Tx tx, List<UUID> checks, Instant now) {
        store.wake(tx, checks, now);
    }

    /// The receipt that waits for a check, or did.
    public Optional<Receipt> ofCheck(Handle handle, UUID check) {
        return store.ofCheck(handle, check);
    }

    /// Marks entries as read, unless they were changed since.
    public void markRead(Tx tx, List<Entry> entries, Instant now) {
        ReceiptStore.markRead(tx, entries, now);
    }

    /// Makes the MACs of receipts that a version without any has stored.
    public void adopt(Tx tx) {
        store.adopt(tx);
    }

    /// Names each receipt whose row is not the one that the service wrote.
    public void prove(Handle snapshot, Consumer<String> fault) {
        store.prove(snapshot, fault);
    }
}
