package dev.sluice.rail.iso20022.inbound;

import dev.sluice.db.Tx;
import dev.sluice.iso20022.Message.StatusReport;
import dev.sluice.money.Money;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The payouts of an account, as far as the bank's files are about them. Each call belongs to the
/// transaction that applies a file: all of it or nothing.
public interface PayoutBook {
    /// Applies the bank's word about files and payments of ours.
    ///
    /// @param file the inbound file
    /// @return ids of ours that the database does not know; such a file stops the rail
    List<String> apply(Tx tx, BankProfile profile, UUID file, StatusReport report, Instant now);

    /// Finds what entries are about, and applies booked ones: debits that pay payouts, and returns of
    /// payouts.
    ///
    /// @return one match for each entry, in the same order
    List<Match> apply(Tx tx, BankProfile profile, List<BankEntry> entries, Instant now);

    /// Returns the part of a payout that did not come back with its returns; empty if none of it came back.
    Optional<Money> missing(Tx tx, BankProfile profile, String endToEndId);

    /// Subject of an entry.
    ///
    /// @param fault kind of a break that the entry is, such as `AMOUNT_DIFFERS`, `LUMP_DIFFERS`,
    ///     `RETURN_SHORT`; null if the entry is what it should be
    record Match(Kind kind, @Nullable String fault) {
        public static final Match NONE = new Match(Kind.NONE, null);

        public enum Kind {
            /// A payout of ours, or a file or block of them in one sum.
            PAYOUT,
            /// A payout that came back.
            RETURN,
            /// Nothing of ours: a deposit, or an open entry.
            NONE
        }
    }
}
