package dev.sluice.deposit;

import dev.sluice.db.Database;
import dev.sluice.vault.Vault;
import java.util.List;

/// Renews the MAC of a deposit after a test has changed its row.
public final class DepositMacs {
    private DepositMacs() {}

    public static void renew(Database database, Vault vault, DepositRef ref) {
        var store = new DepositStore(vault);
        database.run(tx -> {
            var changed = store.find(tx.handle(), ref).orElseThrow().deposit();
            store.instruct(tx, List.of(changed));
        });
    }
}
