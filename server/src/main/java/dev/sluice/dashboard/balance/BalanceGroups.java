package dev.sluice.dashboard.balance;

import dev.sluice.client.model.Balance;
import dev.sluice.client.model.CryptoReference;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Groups balances for display: currencies together, tokens by network, and balances other than zero first.
public final class BalanceGroups {
    private static final String FIAT = "fiat";

    private BalanceGroups() {}

    /// Group of balances.
    ///
    /// @param title name of the network; empty for currencies
    public record Group(String title, List<Line> some, List<Line> none) {
        public Group {
            some = List.copyOf(some);
            none = List.copyOf(none);
        }
    }

    /// Single balance.
    ///
    /// @param name name of the currency or token
    public record Line(Balance balance, String name) {
        boolean isSomething() {
            var owed = balance.owed();
            return balance.total().signum() != 0 || (owed != null && owed.signum() != 0);
        }
    }

    static List<Group> of(List<Balance> balances, List<CryptoReference> tokens, Locale locale) {
        var byId = tokens.stream().collect(Collectors.toMap(CryptoReference::id, Function.identity()));
        Map<String, List<Line>> groups = new TreeMap<>();
        for (var balance : balances) {
            boolean fiat = balance.assetType().equals(FIAT);
            var token = byId.get(balance.currency());
            var title = fiat ? "" : token == null ? network(balance.currency()) : inBrackets(token);
            var name = fiat
                    ? Currency.getInstance(balance.currency()).getDisplayName(locale)
                    : token == null ? balance.currency() : token.name();
            groups.computeIfAbsent(title, _ -> new ArrayList<>()).add(new Line(balance, name));
        }
        return groups.entrySet().stream()
                .map(each -> new Group(
                        each.getKey(),
                        each.getValue().stream().filter(Line::isSomething).toList(),
                        each.getValue().stream()
                                .filter(line -> !line.isSomething())
                                .toList()))
                .toList();
    }

    /// Returns the network in a token's label, such as `USDC (Polygon)`.
    private static String inBrackets(CryptoReference token) {
        var label = token.label();
        int from = label.lastIndexOf('(');
        return from >= 0 && label.endsWith(")") ? label.substring(from + 1, label.length() - 1) : network(token.id());
    }

    private static String network(String tokenId) {
        return tokenId.substring(tokenId.indexOf('-') + 1);
    }
}
