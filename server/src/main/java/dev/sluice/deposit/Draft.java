package dev.sluice.deposit;

import dev.sluice.convert.Quotes;
import dev.sluice.deposit.Deposit.Asked;
import dev.sluice.deposit.Deposit.Instructions;
import dev.sluice.http.RawJson;
import dev.sluice.money.FeeSchedule;
import dev.sluice.rail.Destination;
import dev.sluice.reference.DepositMethod;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A deposit that passed every check but those that need the lane: whether its reference, its quote and a destination
/// are free.
///
/// @param path where it stands in the request, with a full stop behind it unless it is the whole request
/// @param id the id that it is to have, where it has one already
/// @param quote the quote at whose rate it is exchanged, which it uses up
record Draft(
        String path,
        @Nullable Id id,
        Pricing.Priced priced,
        FeeSchedule fee,
        By by,
        Ways.Way way,
        Quotes.@Nullable Wanted quote,
        @Nullable String reference,
        @Nullable String note) {

    /// An id that was given before the deposit is made.
    ///
    /// @param settled whether somebody knows it already, so that the deposit may be there already
    record Id(UUID value, boolean settled) {}

    /// By which method, and by what means, it is paid.
    record By(String method, Means means, @Nullable String settlementType) {
        static By of(DepositMethod method) {
            return new By(method.bankCode(), Means.of(method.type()), method.settlementType());
        }
    }

    /// Tells a payer how to pay.
    @FunctionalInterface
    interface Payable {
        RawJson details(Destination destination, Instant expiresAt);
    }

    boolean isSettled() {
        return id != null && id.settled();
    }

    Asked asked(Instant now, Instant expiresAt) {
        return new Asked(priced, fee, Windows.rateUntil(now, expiresAt), quote == null ? null : quote.quoteId());
    }

    Instructions instructions(Destination destination, Instant expiresAt) {
        return new Instructions(
                by.method(),
                by.means(),
                by.settlementType(),
                way.rail(),
                destination,
                way.payment().details(destination, expiresAt));
    }
}
