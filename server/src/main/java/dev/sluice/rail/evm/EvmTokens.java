package dev.sluice.rail.evm;

import java.util.List;
import java.util.Optional;

/// Look-up of tokens. It is called each time, since operators change them.
@FunctionalInterface
public interface EvmTokens {
    /// Returns the tokens of a network, including its native coin and disabled tokens: payments in them may be on
    /// their way. If two have the same contract, the first one counts.
    List<EvmToken> on(String network);

    default Optional<EvmToken> find(String network, String id) {
        return on(network).stream()
                .filter(token -> token.asset().code().equals(id))
                .findFirst();
    }

    /// Reports whether a token accepts new business.
    default boolean offers(String network, String id) {
        return find(network, id).filter(EvmToken::offered).isPresent();
    }
}
