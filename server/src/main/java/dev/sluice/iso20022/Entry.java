package dev.sluice.iso20022;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One entry of an account.
///
/// @param amount signed; credits are positive
/// @param returned set if the entry or one of its details is a return or a reversal
/// @param details transactions of the entry; several if the bank books a batch in one sum
/// @param text booking text of the bank; empty if there is none
/// @param code the bank's transaction code: `ACMT/MDOP/CHRG` (domain, family, subfamily), else the bank's own,
///     such as `NCHG+808` of MT940; empty if there is none
public record Entry(
        Amount amount,
        Booking booking,
        References references,
        @Nullable PaymentReturn returned,
        List<EntryDetails> details,
        String text,
        String code) {
    public Entry {
        details = List.copyOf(details);
    }

    /// State of the booking.
    ///
    /// @param status `BOOK`, `PDNG`, `INFO`, `FUTR` or another code of the bank; null if it sent none
    /// @param reversal the entry takes an earlier one back
    public record Booking(
            @Nullable String status,
            @Nullable LocalDate bookedOn,
            @Nullable LocalDate valueOn,
            boolean reversal) {
        public static final String BOOKED = "BOOK";
        public static final String PENDING = "PDNG";
    }

    /// References of the entry itself.
    ///
    /// @param entry `NtryRef`, or the customer's reference in field 61
    /// @param bank the bank's reference, unique at the bank: `AcctSvcrRef`, or what follows `//` in field 61
    /// @param batch the batch that the entry books in one sum; null if the bank names none
    public record References(
            @Nullable String entry,
            @Nullable String bank,
            @Nullable Batch batch) {
        public References(@Nullable String entry, @Nullable String bank) {
            this(entry, bank, null);
        }
    }

    /// A batch of ours (`Btch`).
    ///
    /// @param transactions number of its transactions; 0 if the bank does not say it
    public record Batch(@Nullable String msgId, @Nullable String paymentInformationId, int transactions) {}

    public boolean isBooked() {
        return Booking.BOOKED.equals(booking.status());
    }

    /// Returns true if the entry may be credited to somebody as new money: a booked credit that neither reverses an
    /// entry nor returns a payment, and no detail of it does. Pending entries, entries for information, entries
    /// with a status that is missing or unknown, returns and reversals are never creditable.
    public boolean isCreditable() {
        return isBooked() && amount.signum() > 0 && !booking.reversal() && returned == null;
    }

    /// Returns true if each detail has an amount and the amounts add up to that of the entry. Only then does an
    /// entry fall into parts; else it is one booking.
    public boolean detailsAddUp() {
        return !details.isEmpty()
                && details.stream()
                        .allMatch(each -> each.amount() != null
                                && each.amount().currency().equals(amount.currency()))
                && details.stream()
                                .map(each ->
                                        Objects.requireNonNull(each.amount()).value())
                                .reduce(BigDecimal.ZERO, BigDecimal::add)
                                .compareTo(amount.value())
                        == 0;
    }

    /// Returns the bank's reference: that of the entry, else that of its only detail.
    public @Nullable String bankReference() {
        return references.bank() != null || details.size() != 1
                ? references.bank()
                : details.getFirst().references().bank();
    }

    /// Returns a value that all details have in common; null if they differ or lack it.
    public @Nullable String common(Function<EntryDetails, @Nullable String> value) {
        if (details.isEmpty()) {
            return null;
        }
        var first = value.apply(details.getFirst());
        return details.stream().allMatch(each -> Objects.equals(value.apply(each), first)) ? first : null;
    }
}
