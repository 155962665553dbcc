package dev.sluice.app;

import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.Deposits;
import dev.sluice.merchant.Organizations;
import dev.sluice.rail.Destination;
import dev.sluice.rail.sandbox.SandboxInvoice;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/// Deposits as the invoices that the sandbox's payers pay.
///
/// @param transfers destinations at bank accounts: a payer can transfer any amount to them
record SandboxInvoices(Deposits deposits, Organizations organizations, Predicate<Destination> transfers)
        implements SandboxInvoice.Lookup {
    @Override
    public Optional<SandboxInvoice> find(UUID organizationId, UUID depositId) {
        return deposits.find(new DepositRef(organizationId, depositId)).map(this::invoice);
    }

    @Override
    public Optional<SandboxInvoice> find(Destination destination) {
        return deposits.find(destination)
                .map(deposit -> deposit.instructions().destination().equals(destination)
                        ? invoice(deposit)
                        : invoice(deposit).cancelled(destination));
    }

    /// Only a transfer from an account or a wallet can be of any amount.
    private boolean isExact(Deposit deposit) {
        return switch (deposit.instructions().methodType()) {
            case VIRTUAL_ACCOUNT -> !transfers.test(deposit.instructions().destination());
            case QR, EWALLET -> true;
            case BANK_TRANSFER, CHAIN -> false;
        };
    }

    private SandboxInvoice invoice(Deposit deposit) {
        return new SandboxInvoice(
                deposit.organizationId(),
                deposit.id(),
                deposit.instructions().destination(),
                deposit.requested().priced().input(),
                isExact(deposit),
                organizations.get(deposit.organizationId()).name(),
                deposit.status().wire(),
                deposit.progress().detached(),
                deposit.progress().expiresAt());
    }
}
