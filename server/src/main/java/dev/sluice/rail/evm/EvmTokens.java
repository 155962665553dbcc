package dev.sluice.rail.evm;

import java.util.List;
import java.util.Optional;

/// The tokens there are. It is asked each time, since operators change them.
@FunctionalInterface
public interface EvmTokens {
    /// The tokens of a network, its own coin among them, also those that were switched off: payments in them may
    /// be on their way. Where two are of one contract, the first is meant.
    List<EvmToken> on(String network);

    default Optional<EvmToken> find(String network, String id) {
        return on(network).stream()
                .filter(token -> token.asset().code().equals(id))
                .findFirst();
    }

    /// Whether there is new business in a token.
    default boolean offers(String network, String id) {
        return find(network, id).filter(EvmToken::offered).isPresent();
    }
}
