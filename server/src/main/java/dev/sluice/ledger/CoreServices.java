package dev.sluice.ledger;

import dev.sluice.auth.Guard;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.event.Events;
import dev.sluice.http.Envelope;
import dev.sluice.idempotency.IdempotentRequests;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.rate.Rates;
import dev.sluice.reference.References;
import dev.sluice.vault.Vault;
import java.net.URI;
import java.util.function.Supplier;

/// Services that every module that moves money needs.
///
/// @param baseUrl public URL of the service, once it is known
/// @param sandbox true for a sandbox deployment
public record CoreServices(
        Database database,
        Vault vault,
        Clocks clocks,
        IdempotentRequests idempotency,
        Events events,
        Ledger ledger,
        Organizations organizations,
        TenantDirectory directory,
        References references,
        Rates rates,
        Guard guard,
        Envelope envelope,
        Supplier<URI> baseUrl,
        boolean sandbox) {}
