package dev.sluice.rail.evm.wallet;

import dev.sluice.rail.evm.wallet.TransactionStore.StoredTransaction;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.util.List;

/// MAC of a transaction that the service signed. A signature proves possession of the wallet's key; the MAC proves
/// that the service made the transaction.
public final class TransactionMac {
    private final RecordMac mac;

    public TransactionMac(Vault vault) {
        this.mac = vault.mac("rail/evm/transaction");
    }

    byte[] of(StoredTransaction kept) {
        return mac.of(fields(kept));
    }

    /// Reports whether a transaction is one that the service stored.
    public boolean isOf(StoredTransaction kept) {
        return mac.isOf(kept.mac(), fields(kept));
    }

    private static List<Object> fields(StoredTransaction kept) {
        return List.of(kept.network(), kept.sender(), kept.nonce(), kept.hash(), kept.raw(), kept.filler());
    }
}
