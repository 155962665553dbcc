package dev.sluice.app;

import dev.sluice.auth.ApiClients;
import dev.sluice.auth.ApiKeys;
import dev.sluice.auth.Guard;
import dev.sluice.auth.RateLimit;
import dev.sluice.auth.RequestObserver;
import dev.sluice.clock.Clocks;
import dev.sluice.config.Config;
import dev.sluice.http.Envelope;
import dev.sluice.idempotency.IdempotentRequests;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.notification.Notifications;

/// Merchants' programs: API clients, which sign, and API keys. Tampered ones raise an alarm.
record Programs(ApiClients clients, ApiKeys keys) {
    /// @param sandbox true if the prefixes of keys and secrets are those of a sandbox
    static Programs wire(
            Infrastructure infrastructure, TenantDirectory directory, Notifications notifications, boolean sandbox) {
        var database = infrastructure.database();
        var vault = infrastructure.vault();
        var alarm = ConfiguredRails.alarm(infrastructure, notifications);
        alarm.expect("api-key");
        alarm.expect("api-client");
        return new Programs(
                ApiClients.wire(
                        database,
                        vault,
                        infrastructure.clocks(),
                        directory,
                        infrastructure.random(),
                        sandbox,
                        alarm::raise),
                ApiKeys.wire(
                        database,
                        vault,
                        infrastructure.clocks(),
                        directory,
                        infrastructure.random(),
                        sandbox,
                        alarm::raise));
    }

    /// Returns the guard of API endpoints.
    Guard guard(
            Config config,
            Clocks clocks,
            Organizations organizations,
            IdempotentRequests idempotency,
            Envelope envelope,
            RequestObserver observer) {
        return Guard.wire(
                clients,
                keys,
                organizations,
                idempotency,
                envelope,
                clocks::realInstant,
                config.rateLimit().map(limit -> new RateLimit(limit.perSecond(), limit.burst())),
                config.environment() == Config.Environment.SANDBOX,
                observer);
    }
}
