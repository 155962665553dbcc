package dev.sluice.rail.sandbox.chain;

import dev.sluice.money.Asset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A network that the sandbox's chain plays.
///
/// @param name its id, such as `polygon`
/// @param chainId that of EIP-155, 0 where there is none
/// @param coin what its fees are paid in
/// @param confirmations the blocks after which a payment is final on the real network
/// @param memo whether deposits are told apart by a memo
public record SandboxNetwork(String name, Family family, long chainId, Asset coin, int confirmations, boolean memo) {
    /// No payment in the sandbox waits for more blocks than this.
    static final int CONFIRMATIONS_MAX = 4;

    private static final Map<Family, String> SENDERS = addresses("sender");
    private static final Map<Family, String> COLLECTORS = addresses("deposits");

    public SandboxNetwork {
        if (confirmations < 1) {
            throw new IllegalArgumentException("confirmations of " + name + " out of range: " + confirmations);
        }
    }

    /// The families of networks, which differ in how addresses and hashes are made and written.
    public enum Family {
        EVM,
        STELLAR
    }

    /// Whether a token is one of this network: its id ends with the network's.
    boolean has(String token) {
        return token.endsWith("-" + name);
    }

    /// The blocks after which a payment is final here.
    int confirmationsHere() {
        return Math.min(confirmations, CONFIRMATIONS_MAX);
    }

    /// The wallet that payouts come from.
    String sender() {
        return Objects.requireNonNull(SENDERS.get(family));
    }

    /// The account of all deposits that are told apart by memos.
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
