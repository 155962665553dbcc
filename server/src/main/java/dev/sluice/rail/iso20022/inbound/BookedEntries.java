package dev.sluice.rail.iso20022.inbound;

import dev.sluice.money.Money;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Sums of an account's booked entries by their meaning for the ledger, signed as they change the account. An entry
/// counts on the day of the statement that named it first. One that no statement has named counts before the first
/// statement if it was booked before it, as the first opening balance contains it, and else not yet.
public final class BookedEntries {
    private BookedEntries() {}

    /// Days of a sum.
    ///
    /// @param account id of the profile
    /// @param first first day of the first statement
    /// @param day the closed day
    /// @param until its end
    public record Span(String account, LocalDate first, LocalDate day, Instant until) {}

    /// Entries that the rail has passed on, and that the ledger does not have yet.
    ///
    /// @param received keys of credits
    /// @param reversed keys of credits that are reversed
    /// @param charges ids of charges
    public record Unposted(List<String> received, List<String> reversed, List<UUID> charges) {
        public static final Unposted NOTHING = new Unposted(List.of(), List.of(), List.of());

        public Unposted {
            received = List.copyOf(received);
            reversed = List.copyOf(reversed);
            charges = List.copyOf(charges);
        }

        boolean isEmpty() {
            return received.isEmpty() && reversed.isEmpty() && charges.isEmpty();
        }
    }

    /// Sums of deposits, reversals, and charges of the bank.
    ///
    /// @param inTransit posted until the end of the day, and not booked by then
    /// @param later posted later, and not booked until the end of the day
    /// @param unposted booked until the end of the day, and not posted yet
    public record Incoming(BigInteger inTransit, BigInteger later, BigInteger unposted) {}

    /// An entry that the ledger does not have yet.
    ///
    /// @param amount signed
    public record Waiting(UUID id, String key, Money amount, LocalDate bookedOn) {}

    /// Returns the sum of the entries that were booked before the first statement, and that payouts, deposits or
    /// charges explain.
    public static BigInteger beforeFirst(Handle handle, Span span) {
        return BookedEntryStore.beforeFirst(handle, span);
    }

    /// Returns the sum of the entries that nothing explains, or with another amount than their payout.
    public static BigInteger unexplained(Handle handle, Span span) {
        return BookedEntryStore.unexplained(handle, span);
    }

    public static Incoming incoming(Handle handle, Span span, Unposted unposted) {
        return BookedEntryStore.incoming(handle, span, unposted);
    }

    /// Returns the booked entries that are not posted and were known before a time.
    public static List<Waiting> waiting(Handle handle, String account, Unposted unposted, Instant knownBefore) {
        return unposted.isEmpty() ? List.of() : BookedEntryStore.waiting(handle, account, unposted, knownBefore);
    }
}
