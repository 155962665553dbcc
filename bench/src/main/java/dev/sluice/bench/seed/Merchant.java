package dev.sluice.bench.seed;

import dev.sluice.disbursement.Disbursement.Actor;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// An organization that pays: its name, the client that signs for it, and whom it pays, by market.
record Merchant(UUID organizationId, String name, Actor actor, Map<Market, Crowd> crowds) {
    Merchant {
        crowds = Map.copyOf(crowds);
    }

    /// The beneficiaries of one market, by what becomes of payouts to them.
    record Crowd(Map<Ending, List<Beneficiary>> members) {
        Crowd {
            members = Map.copyOf(members);
        }

        static Crowd of(List<Beneficiary> all) {
            var members = new EnumMap<Ending, List<Beneficiary>>(Ending.class);
            for (var ending : Ending.values()) {
                members.put(
                        ending,
                        all.stream().filter(each -> ending.isOf(each.magic())).toList());
            }
            return new Crowd(members);
        }
    }

    /// Somebody to pay in a market, so that the payout ends as it is to end.
    Beneficiary any(Market market, Ending ending, RandomGenerator random) {
        var crowd = crowds.get(market);
        var some = crowd == null ? null : crowd.members().get(ending);
        if (some == null) {
            throw new IllegalStateException("nobody is paid in " + market);
        }
        return some.get(random.nextInt(some.size()));
    }
}
