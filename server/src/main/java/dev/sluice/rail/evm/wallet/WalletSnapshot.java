package dev.sluice.rail.evm.wallet;

import dev.sluice.rail.evm.EvmToken;
import dev.sluice.rail.evm.rpc.Chain;
import dev.sluice.rail.evm.rpc.Chain.Block;
import dev.sluice.rail.evm.rpc.RpcError;
import dev.sluice.rail.evm.rpc.RpcUnavailable;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Snapshot of a wallet at one block, with the usable gas fees. The balances are consistent: all are of the state
/// after that block.
///
/// @param mined the nonce of the wallet's next transaction after the block: the balances include all lower ones
/// @param waiting the nonce after the node's pending transactions
public record WalletSnapshot(
        Block head, BigInteger tip, long mined, long waiting, BigInteger coins, Map<String, BigInteger> unitsByToken) {
    private static final Logger LOG = LoggerFactory.getLogger(WalletSnapshot.class);

    public WalletSnapshot {
        unitsByToken = Map.copyOf(unitsByToken);
    }

    public static WalletSnapshot of(HotWallet wallet, List<EvmToken> tokens) {
        var chain = wallet.chain();
        var head = chain.head();
        var coins = chain.coins(wallet.address(), head.number());
        var units = new HashMap<String, BigInteger>();
        units.put(wallet.coin(), coins);
        for (var token : tokens) {
            if (token.contract() != null) {
                units(chain, token.contract(), wallet.address(), head)
                        .ifPresent(held -> units.put(token.asset().code(), held));
            }
        }
        long mined = chain.nonceAt(wallet.address(), head.number());
        return new WalletSnapshot(head, chain.tip(head), mined, waiting(wallet, mined), coins, units);
    }

    /// A node without a pool of pending transactions, or with a nonsensical count, counts as having none.
    private static long waiting(HotWallet wallet, long mined) {
        try {
            return wallet.chain().nonceWaiting(wallet.address());
        } catch (RpcUnavailable | RpcError none) {
            LOG.debug("{} serves no pending transactions: {}", wallet.network().name(), none.getMessage());
            return mined;
        }
    }

    /// Empty for a contract that does not answer: the other tokens go on.
    private static Optional<BigInteger> units(Chain chain, String contract, String holder, Block head) {
        try {
            return Optional.of(chain.tokens(contract, holder, head.number()));
        } catch (RpcError error) {
            if (!error.isRevert()) {
                throw error;
            }
            return Optional.empty();
        }
    }

    /// Reports whether the wallet's balance of a token is known.
    public boolean knows(String token) {
        return unitsByToken.containsKey(token);
    }

    public BigInteger units(String token) {
        return unitsByToken.getOrDefault(token, BigInteger.ZERO);
    }
}
