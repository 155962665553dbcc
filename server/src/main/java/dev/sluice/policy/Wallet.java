package dev.sluice.policy;

import java.util.Locale;

/// A wallet on a network. What is written with hexadecimal digits is the same in capitals.
public record Wallet(String network, String address) {
    String key() {
        return address.startsWith("0x") ? address.toLowerCase(Locale.ROOT) : address;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Wallet that && network.equals(that.network) && key().equals(that.key());
    }

    @Override
    public int hashCode() {
        return 31 * network.hashCode() + key().hashCode();
    }
}
