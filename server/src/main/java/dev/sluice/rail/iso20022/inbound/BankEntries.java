package dev.sluice.rail.iso20022.inbound;

import dev.sluice.http.Page;
import dev.sluice.vault.Vault;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// The bank's word about an account: its statements and its entries. Each row is verified when it is read.
public final class BankEntries {
    private final StatementStore statements;
    private final EntryStore entries;

    public BankEntries(Vault vault) {
        this.statements = new StatementStore(vault);
        this.entries = new EntryStore(vault);
    }

    /// Returns the entries whose booking day is in a range, both days included.
    ///
    /// @throws RuntimeException if a row was changed outside of the service
    public List<StoredEntry> ofDays(Handle handle, String account, LocalDate from, LocalDate until) {
        return entries.ofDays(handle, account, from, until);
    }

    public Optional<StoredEntry> find(Handle handle, UUID id) {
        return entries.find(handle, id);
    }

    /// Returns a page of the booked entries that nothing explains, the newest first.
    public Page<StoredEntry> open(Handle handle, String account, Page.Request page) {
        return Page.of(EntryStore.countOpen(handle, account), page, () -> entries.open(handle, account, page));
    }

    /// Returns the pages of an account's statements, by kind and day.
    ///
    /// @throws RuntimeException if a row was changed outside of the service
    public List<StatementPage> statements(Handle handle, String account) {
        return statements.ofAccount(handle, account);
    }

    /// Returns the last page that closes a day, among the statements of one kind.
    public Optional<StatementPage> lastClosed(Handle handle, String account, String kind) {
        return statements(handle, account).stream()
                .filter(each -> each.kind().equals(kind) && !each.continues())
                .reduce((_, next) -> next);
    }
}
