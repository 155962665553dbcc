package dev.sluice.merchant;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Where an organization's switches stand: those that are on, and the conversion pairs that depart from the rest.
public record Switches(Set<Switch> on, Map<Pair, Boolean> pairs) {
    public Switches {
        on = Set.copyOf(on);
        pairs = Map.copyOf(pairs);
    }

    /// Everything open: what a new organization of a sandbox starts with.
    public static Switches sandbox() {
        return new Switches(Set.of(Switch.CHECKOUT, Switch.CONVERSION), Map.of());
    }

    /// What a new organization starts with where money is real: payouts are signed, a password alone opens
    /// nothing, the rest is asked for.
    public static Switches live() {
        return new Switches(Set.of(Switch.PAYOUT_SIGNATURE_REQUIRED, Switch.SECOND_FACTOR_REQUIRED), Map.of());
    }

    public boolean isOn(Switch which) {
        return on.contains(which);
    }

    public boolean checkoutEnabled() {
        return isOn(Switch.CHECKOUT);
    }

    /// Whether a token, by its symbol on any network, may be exchanged for a currency, in either direction, or a
    /// currency
    /// that is paid for another one.
    public boolean conversionEnabled(String tokenSymbol, String currency) {
        return pairs.getOrDefault(Pair.of(tokenSymbol, currency), isOn(Switch.CONVERSION));
    }

    public boolean signatureRequired() {
        return isOn(Switch.SIGNATURE_REQUIRED);
    }

    public boolean payoutSignatureRequired() {
        return isOn(Switch.PAYOUT_SIGNATURE_REQUIRED);
    }

    public boolean duplicateReferencesAllowed() {
        return isOn(Switch.DUPLICATE_REFERENCES);
    }

    public boolean verificationBlocks() {
        return isOn(Switch.VERIFICATION_BLOCKS);
    }

    /// Whether a password alone opens nothing.
    public boolean secondFactorRequired() {
        return isOn(Switch.SECOND_FACTOR_REQUIRED);
    }

    /// Reports whether a second person approves what widens access.
    public boolean dualControl() {
        return isOn(Switch.DUAL_CONTROL);
    }

    /// Whether no money may leave.
    public boolean frozen() {
        return isOn(Switch.FROZEN);
    }

    public Switches with(Switch which, boolean state) {
        var all = new HashSet<>(on);
        if (state) {
            all.add(which);
        } else {
            all.remove(which);
        }
        return new Switches(all, pairs);
    }

    public Switches with(Pair pair, boolean state) {
        var all = new HashMap<>(pairs);
        all.put(pair, state);
        return new Switches(on, all);
    }

    /// A token symbol and a currency, such as `USDC/IDR`, or a currency and the one that it is exchanged for.
    public record Pair(String tokenSymbol, String currency) {
        public static Pair of(String tokenSymbol, String currency) {
            return new Pair(tokenSymbol.toUpperCase(Locale.ROOT), currency.toUpperCase(Locale.ROOT));
        }

        /// Reads `USDC/IDR`, in any case.
        ///
        /// @throws IllegalArgumentException where it is no pair
        public static Pair parse(String text) {
            if (!text.matches("[A-Za-z0-9]{1,16}/[A-Za-z]{3}")) {
                throw new IllegalArgumentException("not a pair such as USDC/IDR: " + text);
            }
            var parts = text.split("/", 2);
            return of(parts[0], parts[1]);
        }

        @Override
        public String toString() {
            return tokenSymbol + "/" + currency;
        }
    }
}
