package dev.sluice.rail;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// Configured rails in order of preference.
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

    /// Returns the first rail that serves payouts in a currency to a bank.
    public Optional<Rail> forPayout(String currency, String bankCode) {
        return all.stream().filter(rail -> rail.serves(currency, bankCode)).findFirst();
    }

    /// Returns the first rail for a return of money in a currency to a bank, even if payouts there are no longer
    /// offered.
    public Optional<Rail> forReturn(String currency, String bankCode) {
        return all.stream().filter(rail -> rail.returns(currency, bankCode)).findFirst();
    }

    /// Returns the rail of a payout by its name.
    public Optional<Rail> named(String name) {
        return all.stream().filter(rail -> rail.name().equals(name)).findFirst();
    }
}
