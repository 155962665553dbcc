package dev.sluice.dashboard;

import dev.sluice.ledger.Account;
import dev.sluice.ledger.TransferKind;
import dev.sluice.page.Texts;

/// Display names of ledger accounts and transfers, shared by all pages.
public final class BookWords {
    private static final String RAIL = Account.clearing("").role();

    private BookWords() {}

    /// @param common texts that all pages share
    public static String of(Texts common, Account account) {
        var role = account.role();
        return role.startsWith(RAIL)
                ? common.get("account.clearing", role.substring(RAIL.length()))
                : common.get("account." + role);
    }

    /// @param common texts that all pages share
    public static String of(Texts common, TransferKind kind) {
        return common.get("entry." + kind.wire());
    }
}
