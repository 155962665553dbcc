package dev.sluice.deposit;

import dev.sluice.deposit.Deposit.Asked;
import dev.sluice.http.RawJson;
import dev.sluice.money.FeeSchedule;
import dev.sluice.rail.Destination;
import dev.sluice.reference.DepositMethod;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A deposit that passed every check but those that need the lane: whether its reference and a destination are free.
///
/// @param path where it stands in the request, with a full stop behind it unless it is the whole request
/// @param id the id that it is to have, where that is settled already
/// @param candidates destinations of which the first free one is taken
/// @param payment what the payer is told, for a destination and an expiry
record Draft(
        String path,
        @Nullable UUID id,
        Pricing.Priced priced,
        FeeSchedule fee,
        DepositMethod method,
        String rail,
        List<Destination> candidates,
        Payable payment,
        @Nullable String reference,
        @Nullable String note) {

    /// Tells a payer how to pay.
    @FunctionalInterface
    interface Payable {
        RawJson details(Destination destination, Instant expiresAt);
    }

    Asked asked(Instant now, Instant expiresAt) {
        return new Asked(priced, fee, Windows.rateUntil(now, expiresAt));
    }
}
