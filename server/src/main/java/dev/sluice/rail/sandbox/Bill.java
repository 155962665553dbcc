package dev.sluice.rail.sandbox;

import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import java.util.Optional;
import java.util.UUID;

/// What a payer at the sandbox's bank is asked to pay. Where it is exact, the bank lets no other amount through.
public record Bill(UUID organizationId, UUID depositId, Destination destination, Money amount, boolean exact) {

    /// The bills that payers hold in their hands.
    @FunctionalInterface
    public interface Book {
        Optional<Bill> find(UUID organizationId, UUID depositId);
    }
}
