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

/// Inbox of incoming payments: rails add them, and the owner of the deposits reads them. The organization of a receipt
/// is not known yet. Each has a MAC, made when it is stored and verified when it is read.
public final class IncomingPayments {
    private final IncomingPaymentStore store;

    public IncomingPayments(Vault vault) {
        this.store = new IncomingPaymentStore(vault);
    }

    /// A rail's report of a payment: a receipt, and its state of reversal. The revision rises with every change,
    /// so that a reader of entries can order them.
    public record Entry(IncomingPayment payment, int revision, boolean reversed) {}

    /// Stores receipts that are not known yet, and restores those that were reversed. A key always has the same
    /// amount and destination.
    public void add(Tx tx, List<IncomingPayment> receipts) {
        store.insert(tx, receipts);
    }

    /// Returns a rail's report of a payment, reversed or not.
    ///
    /// @throws dev.sluice.refusal.Refused `DEPOSIT_HELD` if its row was changed outside of the service
    public Optional<IncomingPayment> find(Handle handle, String rail, String key) {
        return store.find(handle, rail, key);
    }

    /// Reverses receipts: the reported money is not there. Reversing a receipt twice is no error.
    public void reverse(Tx tx, String rail, List<String> keys, Instant now) {
        store.reverse(tx, rail, keys, now);
    }

    /// Returns the oldest unread entries that are due now. A reader applies them and then marks them. After a
    /// crash in between they are returned again, so applying one twice must change nothing.
    public Unread<Entry> unread(Tx tx, Instant now, int limit) {
        return store.unread(tx, now, limit);
    }

    /// Returns the time of the earliest unread payment to each destination that has any, by the destination's
    /// text.
    public static Supplier<Map<String, Instant>> unreadOf(Tx tx, List<Destination> destinations) {
        return IncomingPaymentStore.unreadOf(tx, destinations);
    }

    /// Unread receipts of a rail.
    public record Waiting(String rail, long payments, Instant oldestAt) {}

    /// Returns the unread receipts by rail.
    public static List<Waiting> waiting(Tx tx) {
        return IncomingPaymentStore.waiting(tx);
    }

    /// Keys of a rail's unread reports.
    ///
    /// @param received of payments
    /// @param reversed of reversals
    public record UnreadKeys(List<String> received, List<String> reversed) {}

    /// Returns the keys of a rail's unread reports.
    public static UnreadKeys unreadOf(Handle handle, String rail) {
        return IncomingPaymentStore.unreadOf(handle, rail);
    }

    /// Postpones entries: their deposits may not be known yet.
    public void postpone(Tx tx, List<Entry> entries, Instant until) {
        IncomingPaymentStore.postpone(tx, entries, until);
    }

    /// Receipt that waits for a check of its payer.
    ///
    /// @param check the check's subject, one for each receipt
    public record ScreenedEntry(Entry entry, UUID check) {}

    /// Holds receipts until their checks are answered, or at most until a time.
    ///
    /// @param now time of the read: a receipt that was held or woken since then is left unchanged
    public void hold(Tx tx, List<ScreenedEntry> held, Instant now, Instant until) {
        store.hold(tx, held, now, until);
    }

    /// Makes receipts due now that waited for some checks.
    public void wake(Tx tx, List<UUID> checks, Instant now) {
        store.wake(tx, checks, now);
    }

    /// Returns the receipt that waits or waited for a check.
    public Optional<IncomingPayment> ofCheck(Handle handle, UUID check) {
        return store.ofCheck(handle, check);
    }

    /// Marks entries as read, unless they were changed since.
    public void markRead(Tx tx, List<Entry> entries, Instant now) {
        IncomingPaymentStore.markRead(tx, entries, now);
    }

    /// Reports each receipt whose row differs from the record that the service wrote.
    public void prove(Handle snapshot, Consumer<String> fault) {
        store.prove(snapshot, fault);
    }
}
