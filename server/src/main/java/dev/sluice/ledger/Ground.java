package dev.sluice.ledger;

import dev.sluice.auth.Guard;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.event.Events;
import dev.sluice.http.Envelope;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Routing;
import dev.sluice.rate.Rates;
import dev.sluice.reference.References;
import dev.sluice.replay.Replays;
import dev.sluice.vault.Vault;
import java.net.URI;
import java.util.function.Supplier;

/// Services that every module that moves money needs.
///
/// @param baseUrl public URL of the service, once it is known
/// @param sandbox true for a sandbox deployment
public record Ground(
        Database database,
        Vault vault,
        Clocks clocks,
        Replays replays,
        Events events,
        Ledger ledger,
        Organizations organizations,
        Routing routing,
        References references,
        Rates rates,
        Guard guard,
        Envelope envelope,
        Supplier<URI> baseUrl,
        boolean sandbox) {}
