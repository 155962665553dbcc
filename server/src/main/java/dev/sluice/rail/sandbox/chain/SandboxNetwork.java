package dev.sluice.rail.sandbox.chain;

import dev.sluice.money.Asset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A network that the sandbox's chain simulates.
///
/// @param name its id, such as `polygon`
/// @param chainId chain id of EIP-155; 0 if there is none
/// @param coin the native coin, in which fees are paid
/// @param confirmations number of blocks until a payment is final on the real network
/// @param memo true if deposits are identified by a memo
public record SandboxNetwork(String name, Family family, long chainId, Asset coin, int confirmations, boolean memo) {
    /// Maximum number of confirmations in the sandbox.
    static final int CONFIRMATIONS_MAX = 4;

    private static final Map<Family, String> SENDERS = addresses("sender");
    private static final Map<Family, String> COLLECTORS = addresses("deposits");

    public SandboxNetwork {
        if (confirmations < 1) {
            throw new IllegalArgumentException("confirmations of " + name + " out of range: " + confirmations);
        }
    }

    /// Families of networks, with different formats of addresses and hashes.
    public enum Family {
        EVM,
        STELLAR
    }

    /// Returns true if a token belongs to this network: its id ends with the network's.
    boolean has(String token) {
        return token.endsWith("-" + name);
    }

    /// Returns the number of blocks until a payment is final here.
    int confirmationsHere() {
        return Math.min(confirmations, CONFIRMATIONS_MAX);
    }

    /// Returns the wallet that payouts come from.
    String sender() {
        return Objects.requireNonNull(SENDERS.get(family));
    }

    /// Returns the account of all deposits that are identified by memos.
    String collector() {
        return Objects.requireNonNull(COLLECTORS.get(family));
    }

    static Map<String, SandboxNetwork> byName(List<SandboxNetwork> networks) {
        return networks.stream().collect(Collectors.toUnmodifiableMap(SandboxNetwork::name, Function.identity()));
    }

    private static Map<Family, String> addresses(String word) {
        return Arrays.stream(Family.values())
                .collect(Collectors.toUnmodifiableMap(
                        Function.identity(), family -> Digest.of(family, word).address()));
    }
}
