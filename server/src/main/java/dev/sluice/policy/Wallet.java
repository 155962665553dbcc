package dev.sluice.policy;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A wallet address on a network, with the memo that identifies its user on a shared address. Hexadecimal addresses
/// are case-insensitive.
///
/// @param memo memo in the network's canonical form, so that equal memos are equal texts; null if there is none
public record Wallet(
        String network, String address, @Nullable String memo) {
    String key() {
        return address.startsWith("0x") ? address.toLowerCase(Locale.ROOT) : address;
    }

    Wallet withoutMemo() {
        return new Wallet(network, address, null);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Wallet that
                && network.equals(that.network)
                && key().equals(that.key())
                && Objects.equals(memo, that.memo);
    }

    @Override
    public int hashCode() {
        return Objects.hash(network, key(), memo);
    }
}
