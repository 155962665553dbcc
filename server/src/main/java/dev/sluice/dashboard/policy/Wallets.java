package dev.sluice.dashboard.policy;

import dev.sluice.policy.ListedWallet;
import java.util.List;
import java.util.Locale;

/// Shown part of the wallet allowlist, which may contain a thousand wallets.
///
/// @param find search text for names and addresses; may be empty
/// @param all number of matching wallets
public record Wallets(List<ListedWallet> shown, String find, int all) {
    private static final int SHOWN_MAX = 50;

    public Wallets {
        shown = List.copyOf(shown);
    }

    static Wallets of(List<ListedWallet> listed, String find) {
        var wanted = find.strip().toLowerCase(Locale.ROOT);
        var found = listed.stream().filter(each -> fits(each, wanted)).toList();
        return new Wallets(found.subList(0, Math.min(SHOWN_MAX, found.size())), find.strip(), found.size());
    }

    private static boolean fits(ListedWallet wallet, String wanted) {
        return wallet.label().toLowerCase(Locale.ROOT).contains(wanted)
                || wallet.wallet().address().toLowerCase(Locale.ROOT).contains(wanted);
    }

    /// Reports whether to show a search field: the list is long or already filtered.
    public boolean isSearchable() {
        return !find.isEmpty() || all > SHOWN_MAX;
    }

    public boolean hasMore() {
        return all > shown.size();
    }
}
