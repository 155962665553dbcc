package dev.sluice.merchant;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Switches of an organization: those that are on, and the conversion pairs that differ from the default.
public record Switches(Set<Switch> on, Map<Pair, Boolean> pairs) {
    public Switches {
        on = Set.copyOf(on);
        pairs = Map.copyOf(pairs);
    }

    /// Defaults of a new organization in a sandbox: everything is open.
    public static Switches sandbox() {
        return new Switches(Set.of(Switch.CHECKOUT, Switch.CONVERSION), Map.of());
    }

    /// Defaults of a new organization in a live environment: payouts are signed, a password alone is not enough to
    /// sign in, and all else has to be requested.
    public static Switches live() {
        return new Switches(Set.of(Switch.PAYOUT_SIGNATURE_REQUIRED, Switch.SECOND_FACTOR_REQUIRED), Map.of());
    }

    public boolean isOn(Switch which) {
        return on.contains(which);
    }

    public boolean checkoutEnabled() {
        return isOn(Switch.CHECKOUT);
    }

    /// Returns true if a token, by its symbol on any network, may be exchanged for a currency in either direction,
    /// or one currency for another.
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

    /// Returns true if sign-in needs a second factor.
    public boolean secondFactorRequired() {
        return isOn(Switch.SECOND_FACTOR_REQUIRED);
    }

    /// Reports whether a second person approves changes that widen access.
    public boolean dualControl() {
        return isOn(Switch.DUAL_CONTROL);
    }

    /// Returns true if no money may leave.
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

    /// A token symbol and a currency, such as `USDC/IDR`, or two currencies.
    public record Pair(String tokenSymbol, String currency) {
        public static Pair of(String tokenSymbol, String currency) {
            return new Pair(tokenSymbol.toUpperCase(Locale.ROOT), currency.toUpperCase(Locale.ROOT));
        }

        /// Parses `USDC/IDR`, in any case.
        ///
        /// @throws IllegalArgumentException if it is no pair
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
