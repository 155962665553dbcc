package dev.sluice.rail;

import org.jspecify.annotations.Nullable;

/// A wallet on a network: its address as that network writes it (EIP-55 on EVM networks, StrKey on Stellar), and the
/// memo by which some networks tell apart those who share an address.
public record Wallet(
        String network, String address, @Nullable String memo) implements Beneficiary {}
