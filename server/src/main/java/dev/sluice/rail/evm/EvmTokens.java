package dev.sluice.rail.evm;

import java.util.List;
import java.util.Optional;

/// The tokens there are. It is asked each time, since operators change them.
@FunctionalInterface
public interface EvmTokens {
    /// The tokens of a network, its own coin among them where that is on offer.
    List<EvmToken> on(String network);

    default Optional<EvmToken> find(String network, String id) {
        return on(network).stream()
                .filter(token -> token.asset().code().equals(id))
                .findFirst();
    }
}
