package dev.sluice.reference;

import java.math.BigDecimal;

/// A blockchain. `chainId` is that of EIP-155, 0 if there is none; `confirmations` is the number of blocks until a
/// payment is final; `memo` is true if deposits are identified by a memo; in `explorerTxUrl`, `{hash}` is the
/// placeholder of a transaction's hash.
public record Network(
        String network,
        String name,
        BlockchainType blockchainType,
        long chainId,
        String nativeToken,
        int confirmations,
        BigDecimal blockSeconds,
        boolean memo,
        String explorerTxUrl) {

    /// Returns the public page of a transaction.
    public String explorerTxUrl(String hash) {
        return explorerTxUrl.replace("{hash}", hash);
    }
}
