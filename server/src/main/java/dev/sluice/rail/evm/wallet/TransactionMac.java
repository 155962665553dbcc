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

    byte[] of(StoredTransaction stored) {
        return mac.of(fields(stored));
    }

    /// Reports whether a transaction is one that the service stored.
    public boolean isOf(StoredTransaction stored) {
        return mac.isOf(stored.mac(), fields(stored));
    }

    private static List<Object> fields(StoredTransaction stored) {
        return List.of(stored.network(), stored.sender(), stored.nonce(), stored.hash(), stored.raw(), stored.filler());
    }
}
