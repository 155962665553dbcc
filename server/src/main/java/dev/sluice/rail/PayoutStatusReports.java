package dev.sluice.rail;

import dev.sluice.db.Tx;
import dev.sluice.vault.Vault;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/// Inbox of notices: rails add them, and the owner of the payment reads them. Each has a MAC, made when it is stored
/// and verified when it is read.
public final class PayoutStatusReports {
    private final PayoutStatusReportStore store;

    public PayoutStatusReports(Vault vault) {
        this.store = new PayoutStatusReportStore(vault);
    }

    /// Stores notices that are not known yet.
    public void add(Tx tx, List<PayoutStatusReport> reports) {
        store.insert(tx, reports);
    }

    /// Returns the MAC for storing a notice.
    public byte[] mac(PayoutStatusReport report) {
        return store.mac(report);
    }

    /// Returns the oldest unread notices. A reader applies them and then marks them. After a crash in between they
    /// are returned again, so applying one twice must change nothing.
    public Unread<PayoutStatusReport> unread(Tx tx, Instant now, int limit) {
        return store.unread(tx, now, limit);
    }

    /// Marks notices as read.
    public void markRead(Tx tx, List<PayoutStatusReport> reports, Instant now) {
        PayoutStatusReportStore.markRead(tx, reports, now);
    }

    /// Reports each notice whose row differs from the record that the service wrote.
    public void verify(Handle snapshot, Consumer<String> fault) {
        store.verify(snapshot, fault);
    }
}
