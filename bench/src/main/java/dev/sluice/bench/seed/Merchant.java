package dev.sluice.bench.seed;

import dev.sluice.disbursement.Disbursement.Actor;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// A paying organization: its name, its API client, and its recipients by market.
record Merchant(UUID organizationId, String name, Actor actor, Map<Market, MarketRecipients> recipients) {
    Merchant {
        recipients = Map.copyOf(recipients);
    }

    /// Recipients of one market, by the final status of payouts to them.
    record MarketRecipients(Map<Ending, List<Beneficiary>> members) {
        MarketRecipients {
            members = Map.copyOf(members);
        }

        static MarketRecipients of(List<Beneficiary> all) {
            var members = new EnumMap<Ending, List<Beneficiary>>(Ending.class);
            for (var ending : Ending.values()) {
                members.put(
                        ending,
                        all.stream().filter(each -> ending.isOf(each.magic())).toList());
            }
            return new MarketRecipients(members);
        }
    }

    /// Returns a recipient in a market whose payouts reach this final status.
    Beneficiary any(Market market, Ending ending, RandomGenerator random) {
        var inMarket = recipients.get(market);
        var some = inMarket == null ? null : inMarket.members().get(ending);
        if (some == null) {
            throw new IllegalStateException("no payments in " + market);
        }
        return some.get(random.nextInt(some.size()));
    }
}
