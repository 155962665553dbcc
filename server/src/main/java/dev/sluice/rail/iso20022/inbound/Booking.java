package dev.sluice.rail.iso20022.inbound;

import dev.sluice.iso20022.Amount;
import dev.sluice.iso20022.Entry;
import dev.sluice.iso20022.EntryDetails;
import dev.sluice.iso20022.PaymentReturn;
import dev.sluice.iso20022.Remittance;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Content;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Status;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The bank's entry of a file, divided into its details if their amounts add up.
///
/// @param reference the bank's reference of the whole
/// @param amount without sign
/// @param day booking day, else the value day, else that of the file
record Booking(
        @Nullable String reference,
        Money amount,
        boolean credit,
        Status status,
        LocalDate day,
        @Nullable LocalDate valueOn,
        String code,
        List<Part> parts) {
    private static final Entry.Batch NO_BATCH = new Entry.Batch(null, null, 0);

    /// Longer transaction codes are cut.
    private static final int CODE_MAX = 70;

    Booking {
        parts = List.copyOf(parts);
    }

    /// One detail, or the whole entry.
    ///
    /// @param reference the bank's reference of the detail; of a whole entry, that of the entry
    /// @param amount without sign
    /// @param credit direction, which may differ from that of the whole
    /// @param details number of payments in it
    record Part(
            @Nullable String reference,
            Money amount,
            boolean credit,
            boolean creditable,
            @Nullable String returnCode,
            EntryDetails.References references,
            Content content,
            int details) {}

    /// @param fallback day of an entry that has none
    static Booking of(Entry entry, Asset asset, LocalDate fallback) {
        var day = Stream.of(entry.booking().bookedOn(), entry.booking().valueOn(), fallback)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
        var code = entry.code();
        return new Booking(
                entry.bankReference(),
                money(entry.amount(), asset),
                entry.amount().signum() >= 0,
                status(entry),
                day,
                entry.booking().valueOn(),
                code.length() > CODE_MAX ? code.substring(0, CODE_MAX) : code,
                parts(entry, asset));
    }

    private static Status status(Entry entry) {
        if (entry.isBooked()) {
            return Status.BOOKED;
        }
        return Entry.Booking.PENDING.equals(entry.booking().status()) ? Status.PENDING : Status.INFO;
    }

    private static List<Part> parts(Entry entry, Asset asset) {
        return entry.detailsAddUp() && entry.details().size() > 1
                ? entry.details().stream().map(each -> part(entry, each, asset)).toList()
                : List.of(whole(entry, asset));
    }

    private static Part part(Entry entry, EntryDetails detail, Asset asset) {
        var amount = Objects.requireNonNull(detail.amount());
        var returned = detail.returned();
        return new Part(
                detail.references().bank(),
                money(amount, asset),
                amount.signum() >= 0,
                entry.isCreditable() && amount.signum() > 0,
                returned == null && entry.booking().reversal() ? PaymentReturn.REVERSAL : code(returned),
                detail.references(),
                content(
                        detail.counterparty(),
                        detail.remittance(),
                        detail.ownAccount(),
                        entry.text(),
                        detail.charges()),
                1);
    }

    private static Part whole(Entry entry, Asset asset) {
        var details = entry.details();
        var only = details.size() == 1 ? details.getFirst() : null;
        var reference = entry.bankReference();
        var batch = Objects.requireNonNullElse(entry.references().batch(), NO_BATCH);
        return new Part(
                reference,
                money(entry.amount(), asset),
                entry.amount().signum() >= 0,
                entry.isCreditable(),
                code(entry.returned()),
                new EntryDetails.References(
                        common(entry, EntryDetails.References::endToEndId),
                        reference,
                        Remittance.firstOf(common(entry, EntryDetails.References::msgId), batch.msgId()),
                        Remittance.firstOf(
                                common(entry, EntryDetails.References::paymentInformationId),
                                batch.paymentInformationId()),
                        common(entry, EntryDetails.References::instructionId),
                        common(entry, EntryDetails.References::uetr)),
                content(
                        only == null ? EntryDetails.Counterparty.NONE : only.counterparty(),
                        only == null ? Remittance.NONE : only.remittance(),
                        entry.common(EntryDetails::ownAccount),
                        entry.text(),
                        only == null ? null : only.charges()),
                Math.max(1, Math.max(details.size(), batch.transactions())));
    }

    private static @Nullable String common(Entry entry, Function<EntryDetails.References, @Nullable String> value) {
        return entry.common(each -> value.apply(each.references()));
    }

    private static @Nullable String code(@Nullable PaymentReturn returned) {
        return returned == null ? null : returned.code();
    }

    private static Content content(
            EntryDetails.Counterparty counterparty,
            Remittance remittance,
            @Nullable String ownAccount,
            String text,
            @Nullable Amount charges) {
        return new Content(counterparty, remittance, ownAccount, text, charges == null ? null : charges.toString());
    }

    private static Money money(Amount amount, Asset asset) {
        return exactly(amount.value().abs(), asset);
    }

    static Money exactly(BigDecimal value, Asset asset) {
        return Money.exactly(value.stripTrailingZeros(), asset);
    }

    /// Returns true if the bank gives no reference, neither of the whole nor of a part.
    boolean hasNoReference() {
        return reference == null && parts.stream().allMatch(each -> each.reference() == null);
    }

    /// Returns a text that is equal for bookings that nothing but their order distinguishes.
    String fingerprint() {
        var part = parts.getFirst();
        return fingerprint(day, credit, amount, part.references().endToEndId(), part.content());
    }

    /// Likewise for an entry that is stored.
    static String fingerprint(StoredEntry entry) {
        return fingerprint(
                entry.bookedOn(),
                entry.credit(),
                entry.whole().amount(),
                entry.references().endToEndId(),
                entry.content());
    }

    private static String fingerprint(
            LocalDate day, boolean credit, Money amount, @Nullable String endToEndId, Content content) {
        return String.join(
                "\n",
                day.toString(),
                credit ? "C" : "D",
                amount.units().toString(),
                String.valueOf(endToEndId),
                plain(content.counterparty().account()),
                plain(content.counterparty().name()),
                plain(content.remittance().text()),
                plain(content.text()));
    }

    /// Returns letters and digits only, since sources break and space texts in their own ways.
    static String plain(@Nullable String text) {
        return text == null ? "" : text.replaceAll("[^\\p{L}\\p{N}]", "").toUpperCase(Locale.ROOT);
    }
}
