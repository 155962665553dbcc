package dev.sluice.reference;

import java.util.Arrays;
import java.util.Optional;

/// The families of blockchains; the names are the wire's.
public enum BlockchainType {
    EVM,
    STELLAR;

    /// The type that a text names, in any case.
    public static Optional<BlockchainType> parse(String text) {
        return Arrays.stream(values())
                .filter(type -> type.name().equalsIgnoreCase(text))
                .findFirst();
    }
}
