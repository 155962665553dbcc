package dev.sluice.rail.evm;

import dev.sluice.rail.evm.Chain.Block;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What a wallet has at one block, and what it may offer for gas: balances that fit each other, for all are of the
/// state after that block.
///
/// @param mined the number of the wallet's next transaction after the block: what has a lower one is in the balances
/// @param waiting the same after those that the node knows of besides
record Sight(
        Block head, BigInteger tip, long mined, long waiting, BigInteger coins, Map<String, BigInteger> unitsByToken) {
    Sight {
        unitsByToken = Map.copyOf(unitsByToken);
    }

    static Sight of(HotWallet wallet, List<EvmToken> tokens) {
        var chain = wallet.chain();
        var head = chain.head();
        var coins = chain.coins(wallet.address(), head.number());
        var units = new HashMap<String, BigInteger>();
        units.put(wallet.coin(), coins);
        for (var token : tokens) {
            if (token.contract() != null) {
                units.put(token.asset().code(), chain.tokens(token.contract(), wallet.address(), head.number()));
            }
        }
        return new Sight(
                head,
                chain.tip(head),
                chain.nonceAt(wallet.address(), head.number()),
                chain.nonceWaiting(wallet.address()),
                coins,
                units);
    }

    BigInteger units(String token) {
        return unitsByToken.getOrDefault(token, BigInteger.ZERO);
    }
}
