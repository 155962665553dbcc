package dev.sluice.deposit.create;

import dev.sluice.convert.Quotes;
import dev.sluice.deposit.Deposit.Instructions;
import dev.sluice.deposit.Deposit.RequestedPayment;
import dev.sluice.deposit.PaymentMethodType;
import dev.sluice.deposit.Pricing;
import dev.sluice.http.RawJson;
import dev.sluice.money.FeeSchedule;
import dev.sluice.rail.Destination;
import dev.sluice.reference.DepositMethod;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A deposit that passed every check except those that need the lane: a free reference, a free quote and a free
/// destination.
///
/// @param path its path in the request, with a trailing full stop unless it is the whole request
/// @param id id chosen in advance, if there is one
/// @param quote quote with the rate of its exchange, used up by it
public record Draft(
        String path,
        @Nullable Id id,
        Pricing.Priced priced,
        FeeSchedule fee,
        By by,
        PaymentInstructions.InstructionOption way,
        Quotes.@Nullable Wanted quote,
        @Nullable String reference,
        @Nullable String note) {

    /// An id that was given before the deposit is made.
    ///
    /// @param settled true if the id is known already, so that the deposit may exist already
    public record Id(UUID value, boolean settled) {}

    /// Method and means of payment.
    public record By(
            String method,
            PaymentMethodType methodType,
            @Nullable String settlementType) {
        static By of(DepositMethod method) {
            return new By(method.bankCode(), PaymentMethodType.of(method.type()), method.settlementType());
        }
    }

    /// Renders the payment details for a payer.
    @FunctionalInterface
    interface Payable {
        RawJson details(Destination destination, Instant expiresAt);
    }

    public boolean isSettled() {
        return id != null && id.settled();
    }

    public RequestedPayment requested(Instant now, Instant expiresAt) {
        return new RequestedPayment(
                priced, fee, Windows.rateUntil(now, expiresAt), quote == null ? null : quote.quoteId());
    }

    public Instructions instructions(Destination destination, Instant expiresAt) {
        return new Instructions(
                by.method(),
                by.methodType(),
                by.settlementType(),
                way.rail(),
                destination,
                way.payment().details(destination, expiresAt));
    }
}
