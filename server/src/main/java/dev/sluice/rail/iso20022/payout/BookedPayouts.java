package dev.sluice.rail.iso20022.payout;

import dev.sluice.money.Money;
import dev.sluice.rail.PayoutRef;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Payouts of an account with what the bank has booked of them.
public final class BookedPayouts {
    private BookedPayouts() {}

    /// Payouts that are asked for: those that no entry has booked, those whose entries are in statements after a day
    /// or in none, and some others.
    ///
    /// @param account id of the profile
    /// @param first first day of the first statement; an entry that no statement has named and that was booked before
    ///     it is part of the first opening balance
    /// @param from statements after it count
    /// @param day last day that counts as booked
    /// @param others identifiers of further payouts
    public record Search(String account, LocalDate first, LocalDate from, LocalDate day, Collection<String> others) {
        public Search {
            others = List.copyOf(others);
        }
    }

    /// A payout of a file.
    ///
    /// @param status the bank's latest status; null if there is none
    /// @param deliveredAt time at which its file was delivered; null if that is not known
    /// @param endedAt null while it is open
    /// @param debit the entry that books it; null if there is none
    /// @param debited true if a statement up to the day has the debit
    /// @param returned units that came back by statements up to the day
    /// @param cameBack units that came back by any source
    /// @param seenAt time at which its newest entry was first seen; null if it has none
    public record Payout(
            PayoutRef ref,
            String endToEndId,
            Money amount,
            State state,
            @Nullable String status,
            @Nullable Instant deliveredAt,
            @Nullable Instant endedAt,
            @Nullable Debit debit,
            boolean debited,
            BigInteger returned,
            BigInteger cameBack,
            @Nullable Instant seenAt) {
        /// Returns the amount by which statements up to the day have changed the account.
        public BigInteger booked() {
            return debited ? returned.subtract(amount.units()) : returned;
        }
    }

    /// The entry that books a payout, alone or with others.
    ///
    /// @param statedOn day of the statement that named it first; null if none has
    public record Debit(LocalDate bookedOn, @Nullable LocalDate statedOn) {}

    /// State of a payout at the bank.
    public enum State {
        OPEN,
        SETTLED,
        /// Rejected, or stopped before it was paid.
        ENDED,
        RETURNED
    }

    /// A payout that the bank accepted with a change, and that has not ended.
    ///
    /// @param changedAt time of the bank's status
    public record Changed(PayoutRef ref, String endToEndId, Money amount, Instant changedAt) {}

    /// Returns the payouts of an account whose latest status says that the bank changed them (ACWC).
    public static List<Changed> changed(Handle handle, String account) {
        return BookedPayoutStore.changed(handle, account);
    }

    public static List<Payout> find(Handle handle, Search search) {
        return BookedPayoutStore.find(handle, search);
    }
}
