package dev.sluice.reference;

import java.util.Arrays;
import java.util.Optional;

/// The families of blockchains, by their names in the API.
public enum BlockchainType {
    EVM,
    STELLAR;

    /// Parses a type, ignoring case.
    public static Optional<BlockchainType> parse(String text) {
        return Arrays.stream(values())
                .filter(type -> type.name().equalsIgnoreCase(text))
                .findFirst();
    }
}
