package dev.sluice;

import dev.sluice.auth.ApiClients;
import dev.sluice.auth.ApiKeys;
import dev.sluice.auth.Guard;
import dev.sluice.auth.RateLimit;
import dev.sluice.auth.Witness;
import dev.sluice.clock.Clocks;
import dev.sluice.http.Envelope;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Routing;
import dev.sluice.notice.Notices;
import dev.sluice.replay.Replays;

/// Merchants' programs: API clients, which sign, and API keys. Tampered ones raise an alarm.
record Programs(ApiClients clients, ApiKeys keys) {
    /// @param sandbox true if the prefixes of keys and secrets are those of a sandbox
    static Programs wire(Foundation ground, Routing routing, Notices notices, boolean sandbox) {
        var database = ground.database();
        var vault = ground.vault();
        var alarm = ConfiguredRails.alarm(ground, notices);
        alarm.expect("api-key");
        alarm.expect("api-client");
        return new Programs(
                ApiClients.wire(database, vault, ground.clocks(), routing, ground.random(), sandbox, alarm::raise),
                ApiKeys.wire(database, vault, ground.clocks(), routing, ground.random(), sandbox, alarm::raise));
    }

    /// Returns the guard of API endpoints.
    Guard guard(
            Config config,
            Clocks clocks,
            Organizations organizations,
            Replays replays,
            Envelope envelope,
            Witness witness) {
        return Guard.wire(
                clients,
                keys,
                organizations,
                replays,
                envelope,
                clocks::realInstant,
                config.rateLimit().map(limit -> new RateLimit(limit.perSecond(), limit.burst())),
                config.environment() == Config.Environment.SANDBOX,
                witness);
    }
}
