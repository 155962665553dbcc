package dev.sluice.dashboard.policy;

import dev.sluice.policy.ListedWallet;
import java.util.List;
import java.util.Locale;

/// The wallets that a policy lists, as far as a page shows them: there may be a thousand.
///
/// @param find what was looked for in their names and addresses; empty where nothing was
/// @param all how many there are that fit
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

    /// Whether there are so many, or so few left, that a field to look in is of use.
    public boolean isSearchable() {
        return !find.isEmpty() || all > SHOWN_MAX;
    }

    public boolean hasMore() {
        return all > shown.size();
    }
}
