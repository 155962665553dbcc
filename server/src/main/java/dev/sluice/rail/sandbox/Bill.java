package dev.sluice.rail.sandbox;

import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// What a payer at the sandbox's bank is asked to pay. Where it is exact, the bank lets no other amount through.
///
/// @param payee the name that payers see
/// @param state what has become of it, in a word, such as `pending`
/// @param forced whether its status was forced, so that the bank's word about it no longer counts
public record Bill(
        UUID organizationId,
        UUID depositId,
        Destination destination,
        Money amount,
        boolean exact,
        String payee,
        String state,
        boolean forced,
        Instant expiresAt) {

    boolean isOpen() {
        return state.equals("pending") && !forced;
    }

    /// The bill of a destination that its payer gave up for another way to pay.
    public Bill givenUp(Destination former) {
        return new Bill(organizationId, depositId, former, amount, exact, payee, "cancelled", forced, expiresAt);
    }

    /// The bills that payers hold in their hands.
    public interface Book {
        Optional<Bill> find(UUID organizationId, UUID depositId);

        Optional<Bill> find(Destination destination);
    }
}
