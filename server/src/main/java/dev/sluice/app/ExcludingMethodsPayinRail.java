package dev.sluice.app;

import dev.sluice.rail.CollectionAccount;
import dev.sluice.rail.ForwardingPayinRail;
import dev.sluice.rail.PayinRail;
import java.util.Optional;
import java.util.Set;

/// Decorator: a deposit rail without the methods that bank accounts have exclusively. A payer must never be sent to a
/// simulated account in place of a real one, even while the real one accepts no deposits.
record ExcludingMethodsPayinRail(PayinRail rail, Set<Method> taken) implements ForwardingPayinRail {
    ExcludingMethodsPayinRail {
        taken = Set.copyOf(taken);
    }

    /// A deposit method.
    record Method(String currency, String code) {}

    @Override
    public Optional<CollectionAccount> account(String currency, String bankCode) {
        return taken.contains(new Method(currency, bankCode)) ? Optional.empty() : rail.account(currency, bankCode);
    }
}
