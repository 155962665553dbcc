package dev.sluice;

import dev.sluice.auth.ApiClients;
import dev.sluice.auth.ApiKeys;
import dev.sluice.merchant.Routing;
import dev.sluice.notice.Notices;

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
}
