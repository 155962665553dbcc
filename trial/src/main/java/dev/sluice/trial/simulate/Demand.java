package dev.sluice.trial.simulate;

import dev.sluice.money.Money;
import dev.sluice.rail.Beneficiary;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/// How often what was ever asked for, whatever was answered: no rail is to be handed more of it than that,
/// however often a request was sent.
final class Demand {
    private final Map<Item, Integer> asked = new HashMap<>();
    private final Map<Item, Integer> handedOver = new HashMap<>();

    /// So much to somebody, for an organization.
    private record Item(UUID organization, String payee, String currency, BigDecimal amount) {
        private Item {
            amount = amount.stripTrailingZeros();
        }
    }

    /// Something is asked for.
    ///
    /// @param refund what goes back, where that is what is asked for
    void add(Asked request, BigDecimal refund) {
        for (var each : Model.wanted(request, refund)) {
            asked.merge(new Item(each.organization(), each.payee(), each.currency(), each.amount()), 1, Integer::sum);
        }
    }

    /// A rail has taken a payout that it did not have; false where nobody ever asked for that one.
    boolean meets(UUID organization, Money amount, Beneficiary beneficiary) {
        var item =
                new Item(organization, Model.payee(beneficiary), amount.asset().code(), amount.decimal());
        return handedOver.merge(item, 1, Integer::sum) <= asked.getOrDefault(item, 0);
    }
}
