package dev.sluice.policy;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A wallet on a network, and whose of those who share it. What is written with hexadecimal digits is the same in
/// capitals.
///
/// @param memo as its network means it, so that equal memos are equal texts; nothing where there is none
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
