package dev.sluice.rail;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// The rails that are configured, in the order in which they are preferred.
public record Rails(List<Rail> all) {
    public Rails {
        all = List.copyOf(all);
        var names = new HashSet<String>();
        for (var rail : all) {
            if (!names.add(rail.name())) {
                throw new IllegalArgumentException("two rails are named " + rail.name());
            }
        }
    }

    /// The first rail that serves payouts in a currency to a bank.
    public Optional<Rail> forPayout(String currency, String bankCode) {
        return all.stream().filter(rail -> rail.serves(currency, bankCode)).findFirst();
    }

    /// The first rail by which money in a currency goes back to a bank, also where payouts there are off offer.
    public Optional<Rail> forReturn(String currency, String bankCode) {
        return all.stream().filter(rail -> rail.returns(currency, bankCode)).findFirst();
    }

    /// The rail that a payout was given to.
    public Optional<Rail> named(String name) {
        return all.stream().filter(rail -> rail.name().equals(name)).findFirst();
    }
}
