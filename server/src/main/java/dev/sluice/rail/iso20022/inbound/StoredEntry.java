package dev.sluice.rail.iso20022.inbound;

import dev.sluice.http.Decimals;
import dev.sluice.iso20022.EntryDetails;
import dev.sluice.iso20022.Remittance;
import dev.sluice.money.Money;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Entry of an account with all that is known about it.
///
/// @param key unique for the account, and never changes: it is also the key of the incoming payment
/// @param whole the bank's entry that it is a part of
/// @param amount without sign
/// @param creditable as the bank's word says; only booked entries are
/// @param sources sources that named it, the first one first
/// @param match what it is about; null if nothing is known
/// @param fault kind of a break that its match has
/// @param creditedAt time at which it became an incoming payment
/// @param reversedBy entry that takes it back
public record StoredEntry(
        UUID id,
        String account,
        String key,
        Whole whole,
        @Nullable String bankReference,
        Money amount,
        boolean credit,
        boolean creditable,
        Status status,
        LocalDate bookedOn,
        @Nullable LocalDate valueOn,
        EntryDetails.References references,
        @Nullable String returnCode,
        int details,
        String code,
        Content content,
        List<Source> sources,
        Instant seenAt,
        @Nullable Match match,
        @Nullable String fault,
        @Nullable Instant creditedAt,
        @Nullable UUID reversedBy) {
    public StoredEntry {
        sources = List.copyOf(sources);
    }

    /// State of the booking.
    public enum Status {
        BOOKED,
        PENDING,
        INFO,
        /// Divided into its details by a later source.
        REPLACED
    }

    /// The bank's entry, of which this one is a part.
    ///
    /// @param reference the bank's reference of the whole
    /// @param amount without sign
    /// @param part number of this part, from 0
    public record Whole(UUID id, @Nullable String reference, Money amount, int part, int parts) {}

    /// Personal data, which is sealed.
    ///
    /// @param ownAccount our side as the bank names it, such as a virtual account
    /// @param text booking text of the bank
    /// @param charges amount and currency; null if the bank names none
    public record Content(
            EntryDetails.Counterparty counterparty,
            Remittance remittance,
            @Nullable String ownAccount,
            String text,
            @Nullable String charges) {}

    /// A source that named the entry.
    ///
    /// @param kind class of the file's kind, such as `camt.054`
    /// @param statement name of the page of a statement; null for notices and reports
    public record Source(String kind, Instant at, @Nullable String statement, UUID file) {
        boolean isStatement() {
            return statement != null;
        }
    }

    /// Subject of the entry.
    ///
    /// @param subject destination of a deposit, the entry that is reversed, or a match by hand, such as
    ///     `payout:<id>`; null for others
    public record Match(Kind kind, @Nullable String subject) {
        public enum Kind {
            PAYOUT,
            RETURN,
            DEPOSIT,
            /// It takes back a credit.
            REVERSAL,
            CHARGE,
            INTEREST,
            /// Between two accounts of ours.
            TRANSFER,
            /// It may be one of several entries that another source named.
            AMBIGUOUS
        }
    }

    public boolean isBooked() {
        return status == Status.BOOKED;
    }

    /// Returns true if it counts as unexplained: booked, and neither a payout, a return, a deposit, a reversal nor a
    /// charge that is posted.
    public boolean isOpen() {
        if (!isBooked() || match == null) {
            return isBooked();
        }
        return switch (match.kind()) {
            case PAYOUT, RETURN, DEPOSIT, REVERSAL, CHARGE, INTEREST -> false;
            case TRANSFER, AMBIGUOUS -> true;
        };
    }

    /// Returns true if people matched it to a payout, a return or a file. A later source does not change that.
    public boolean isMatchedByHand() {
        return match != null
                && (match.kind() == Match.Kind.PAYOUT || match.kind() == Match.Kind.RETURN)
                && match.subject() != null;
    }

    public boolean isStated() {
        return sources.stream().anyMatch(Source::isStatement);
    }

    /// Returns the day of the statement that named it first; null if none has.
    public @Nullable LocalDate statedOn() {
        return sources.stream()
                .map(Source::statement)
                .filter(Objects::nonNull)
                .findFirst()
                .map(StatementPage::dayOf)
                .orElse(null);
    }

    boolean isNamedBy(String kind) {
        return sources.stream().anyMatch(each -> each.kind().equals(kind));
    }

    boolean hasReference() {
        return bankReference != null || whole.reference() != null;
    }

    /// Returns the charges that the bank names in the currency of the account; null if it names none.
    @Nullable
    Money charges() {
        var written =
                content.charges() == null ? new String[0] : content.charges().split(" ", 2);
        var asset = amount.asset();
        if (written.length < 2 || !written[1].equals(asset.code())) {
            return null;
        }
        return Decimals.read(written[0])
                .filter(value -> Money.fits(value, asset))
                .map(value -> Money.exactly(value, asset))
                .orElse(null);
    }

    /// Returns the amount as it changes the account.
    public Money signed() {
        return credit ? amount : new Money(amount.units().negate(), amount.asset());
    }

    StoredEntry replaced() {
        return new Change(this).status(Status.REPLACED).entry();
    }

    StoredEntry matched(@Nullable Match newMatch, @Nullable String newFault) {
        return new Change(this).match(newMatch, newFault).entry();
    }

    StoredEntry credited(Match newMatch, Instant at) {
        return new Change(this).match(newMatch, null).credited(at).entry();
    }

    StoredEntry reversed(UUID by) {
        return new Change(this).reversed(by).entry();
    }

    /// Some fields that change, one after the other.
    static final class Change {
        private final StoredEntry from;
        private Status status;
        private boolean creditable;
        private LocalDate bookedOn;
        private @Nullable LocalDate valueOn;
        private @Nullable String returnCode;
        private EntryDetails.References references;
        private Content content;
        private List<Source> sources;
        private @Nullable Match match;
        private @Nullable String fault;
        private @Nullable Instant creditedAt;
        private @Nullable UUID reversedBy;

        Change(StoredEntry from) {
            this.from = from;
            this.status = from.status;
            this.creditable = from.creditable;
            this.bookedOn = from.bookedOn;
            this.valueOn = from.valueOn;
            this.returnCode = from.returnCode;
            this.references = from.references;
            this.content = from.content;
            this.sources = from.sources;
            this.match = from.match;
            this.fault = from.fault;
            this.creditedAt = from.creditedAt;
            this.reversedBy = from.reversedBy;
        }

        Change status(Status changed) {
            status = changed;
            return this;
        }

        Change booking(boolean newCreditable, LocalDate newBookedOn, @Nullable LocalDate newValueOn) {
            creditable = newCreditable;
            bookedOn = newBookedOn;
            valueOn = newValueOn;
            return this;
        }

        Change content(EntryDetails.References newReferences, Content newContent) {
            references = newReferences;
            content = newContent;
            return this;
        }

        Change returned(@Nullable String changed) {
            returnCode = changed;
            return this;
        }

        Change sources(List<Source> changed) {
            sources = changed;
            return this;
        }

        Change match(@Nullable Match newMatch, @Nullable String newFault) {
            match = newMatch;
            fault = newFault;
            return this;
        }

        Change credited(Instant at) {
            creditedAt = at;
            return this;
        }

        Change reversed(UUID by) {
            reversedBy = by;
            return this;
        }

        StoredEntry entry() {
            return new StoredEntry(
                    from.id,
                    from.account,
                    from.key,
                    from.whole,
                    from.bankReference,
                    from.amount,
                    from.credit,
                    creditable,
                    status,
                    bookedOn,
                    valueOn,
                    references,
                    returnCode,
                    from.details,
                    from.code,
                    content,
                    sources,
                    from.seenAt,
                    match,
                    fault,
                    creditedAt,
                    reversedBy);
        }
    }
}
