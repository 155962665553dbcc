package dev.sluice.rail.sandbox;

import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// A payment request to a payer at the sandbox's bank. If it is exact, the bank rejects every other amount.
///
/// @param payee the name shown to payers
/// @param state status of the invoice, such as `pending`
/// @param forced true if the status was forced, so that reports of the bank no longer count
public record SandboxInvoice(
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

    /// Returns the cancelled invoice of a former destination, after its payer switched to another payment method.
    public SandboxInvoice cancelled(Destination former) {
        return new SandboxInvoice(
                organizationId, depositId, former, amount, exact, payee, "cancelled", forced, expiresAt);
    }

    /// Look-up of invoices.
    public interface Lookup {
        Optional<SandboxInvoice> find(UUID organizationId, UUID depositId);

        Optional<SandboxInvoice> find(Destination destination);
    }
}
