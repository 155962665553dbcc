package dev.sluice.reference;

import java.math.BigDecimal;

/// A blockchain. `chainId` is that of EIP-155, 0 where there is none; `confirmations` are the blocks after which a
/// payment is final; `memo` says whether deposits are told apart by a memo; in `explorerTxUrl`, `{hash}` stands for a
/// transaction's hash.
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

    /// The public page of a transaction.
    public String explorerTxUrl(String hash) {
        return explorerTxUrl.replace("{hash}", hash);
    }
}
