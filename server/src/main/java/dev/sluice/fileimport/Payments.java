package dev.sluice.fileimport;

import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.money.Money;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Payments of the rows of payout files: totals, groups, and rows that are equal.
public record Payments(Database database) {
    /// Total of the payable or paid rows of one asset.
    ///
    /// @param waiting number of rows that need approval
    public record Sum(int rows, int waiting, Money amount, Money fee) {}

    /// Digests of the payable rows of a file.
    ///
    /// @param texts digests by row number
    /// @param hidden numbers of rows that the spreadsheet does not show
    public record RowDigests(Map<Integer, String> texts, SortedSet<Integer> hidden) {}

    /// Sets the approval flag of payable rows by their numbers.
    public void setWaiting(Tx tx, ImportFile file, Collection<Integer> numbers) {
        PaidRowStore.setWaiting(tx, file, numbers);
    }

    /// Returns rows of files in progress or confirmed recently that equal payable rows of a file, the latest first.
    ///
    /// @param looked maximum number of equal rows that come with their payouts
    public List<DuplicateRow> repeated(Handle handle, ImportFile file, Instant since, int looked) {
        return PaidRowStore.repeated(handle, file, since, looked);
    }

    /// Returns the digests of the payable rows, by row number.
    public RowDigests digests(Handle handle, ImportFile file) {
        return PaidRowStore.digests(handle, file);
    }

    /// @param without numbers of rows that will not be paid
    public List<Sum> sums(ImportFile file, Collection<Integer> without) {
        return database.read(handle -> PaidRowStore.sums(handle, file, without));
    }

    /// Returns the groups of payouts that were created from a file.
    public List<UUID> groups(ImportFile file) {
        return database.read(handle -> PaidRowStore.groups(handle, file));
    }
}
