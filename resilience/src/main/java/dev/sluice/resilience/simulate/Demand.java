package dev.sluice.resilience.simulate;

import dev.sluice.money.Money;
import dev.sluice.rail.Beneficiary;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/// Number of requests for each payout. Whatever was answered, no rail may receive more of equal payouts than were
/// requested, however often the requests were sent.
final class Demand {
    private final Map<Item, Integer> asked = new HashMap<>();
    private final Map<Item, Integer> handedOver = new HashMap<>();

    /// Payee and amount of a payout, and its organization.
    private record Item(UUID organization, String payee, String currency, BigDecimal amount) {
        private Item {
            amount = amount.stripTrailingZeros();
        }
    }

    /// Records a request.
    ///
    /// @param refund amount of the refund, if the request is one
    void add(RecordedRequest request, BigDecimal refund) {
        for (var each : Model.wanted(request, refund)) {
            asked.merge(new Item(each.organization(), each.payee(), each.currency(), each.amount()), 1, Integer::sum);
        }
    }

    /// Records a payout that is new to a rail; false if it was never requested.
    boolean meets(UUID organization, Money amount, Beneficiary beneficiary) {
        var item =
                new Item(organization, Model.payee(beneficiary), amount.asset().code(), amount.decimal());
        return handedOver.merge(item, 1, Integer::sum) <= asked.getOrDefault(item, 0);
    }
}
