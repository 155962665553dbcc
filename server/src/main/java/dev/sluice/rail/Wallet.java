package dev.sluice.rail;

import org.jspecify.annotations.Nullable;

/// Wallet on a network: its address in the network's format (EIP-55 on EVM networks, StrKey on Stellar), and the memo
/// that distinguishes the holders of a shared address on some networks.
public record Wallet(
        String network, String address, @Nullable String memo) implements Beneficiary {}
