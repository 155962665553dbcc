package dev.sluice.rail;

import dev.sluice.db.Tx;
import dev.sluice.vault.Vault;
import java.time.Instant;
import java.util.List;

/// The inbox of money that came in: rails put in, the room that owns the deposits reads. Nobody knows yet whose a
/// receipt is, so they belong to no organization.
public final class Receipts {
    private final ReceiptStore store;

    public Receipts(Vault vault) {
        this.store = new ReceiptStore(vault);
    }

    /// Keeps receipts that are not known yet.
    public void add(Tx tx, List<Receipt> receipts) {
        store.insert(tx, receipts);
    }

    /// The oldest receipts that nobody has read and that are to be looked at by now. A reader applies what they say and
    /// then marks them: a crash in between makes them come again, so applying one twice must change nothing.
    public List<Receipt> unread(Tx tx, Instant now, int limit) {
        return store.unread(tx, now, limit);
    }

    /// Looks at receipts again later: what they are about may not be known yet.
    public void postpone(Tx tx, List<Receipt> receipts, Instant until) {
        store.postpone(tx, receipts, until);
    }

    /// Marks receipts as read.
    public void markRead(Tx tx, List<Receipt> receipts, Instant now) {
        store.markRead(tx, receipts, now);
    }
}
