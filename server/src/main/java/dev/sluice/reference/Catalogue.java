package dev.sluice.reference;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toUnmodifiableList;

import dev.sluice.money.Asset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// An immutable, indexed snapshot of all reference data. It offers only enabled entries that a rail serves. Assets
/// remain known after they are disabled, because balances in them remain.
final class Catalogue {
    final long version;
    final List<Currency> currencies;
    final List<Currency> everyCurrency;
    final List<PayoutMethod> payoutMethods;
    final List<DepositMethod> depositMethods;
    final List<Network> networks;
    final List<Network> everyNetwork;
    final List<Token> tokens;
    final List<Token> payableTokens;
    final List<Token> depositTokens;
    final List<Network> payableNetworks;
    final List<Token> everyToken;
    final List<Pair> pairs;
    final List<Pair> servedPairs;
    final Map<String, Asset> assetByCode;
    final Map<String, Currency> currencyByCode;
    final Map<String, Network> networkByName;
    final Map<String, Token> tokenById;
    final Map<String, Token> anyTokenById;
    final Map<Key, PayoutMethod> payoutByCode;
    final Map<Key, PayoutMethod> anyPayoutByCode;
    final Map<Key, PayoutMethod> payoutByName;
    final Map<Key, DepositMethod> depositByCode;
    final Map<String, List<PayoutMethod>> payoutsByCurrency;
    final Map<String, List<DepositMethod>> depositsByCurrency;
    final Map<Key, Pair> pairByKey;
    final Map<Key, TablePrice> priceByKey;
    final Map<String, List<String>> currenciesBySymbol;
    final List<Agreement> agreements;
    final Map<Agreement.Scope, Agreement> agreementByScope;

    Catalogue(Rows rows, Served served) {
        version = rows.version();
        currencies = rows.currencies().enabled();
        everyCurrency = rows.currencies().enabledFirst();
        payoutMethods = served(rows.payoutMethods().enabled(), served.payouts());
        depositMethods = Stream.concat(
                        served(rows.depositMethods().enabled(), served.deposits()).stream(),
                        served.ownDeposits().stream())
                .toList();
        networks = rows.networks().enabled();
        everyNetwork = rows.networks().enabledFirst();
        payableTokens = served(rows.tokens().enabled(), served.tokenPayouts());
        depositTokens = served(rows.tokens().enabled(), served.tokenDeposits());
        payableNetworks = served(
                networks,
                network ->
                        payableTokens.stream().anyMatch(token -> token.network().equals(network)));
        tokens = served(rows.tokens().enabled(), served.tokenPayouts().or(served.tokenDeposits()));
        everyToken = rows.tokens().enabledFirst();
        pairs = rows.pairs().enabled();
        var assets = new ArrayList<Asset>();
        rows.currencies().all().forEach(currency -> assets.add(currency.asset()));
        rows.tokens().all().forEach(token -> assets.add(token.asset()));
        assetByCode = index(assets, Asset::code);
        currencyByCode = index(currencies, Currency::code);
        networkByName = index(networks, Network::network);
        tokenById = index(tokens, Token::id);
        anyTokenById = index(everyToken, Token::id);
        payoutByCode = index(payoutMethods, method -> new Key(method.currency(), method.bankCode()));
        anyPayoutByCode = index(rows.payoutMethods().all(), method -> new Key(method.currency(), method.bankCode()));
        payoutByName = index(payoutMethods, method -> Key.ignoringCase(method.currency(), method.bankName()));
        depositByCode = index(depositMethods, method -> new Key(method.currency(), method.bankCode()));
        payoutsByCurrency =
                Map.copyOf(payoutMethods.stream().collect(groupingBy(PayoutMethod::currency, toUnmodifiableList())));
        depositsByCurrency =
                Map.copyOf(depositMethods.stream().collect(groupingBy(DepositMethod::currency, toUnmodifiableList())));
        pairByKey = index(pairs, pair -> new Key(pair.symbol(), pair.currency()));
        priceByKey = Map.copyOf(rows.prices());
        currenciesBySymbol = Map.copyOf(pairs.stream()
                .filter(pair -> payoutsByCurrency.containsKey(pair.currency()))
                .collect(groupingBy(Pair::symbol, mapping(Pair::currency, toUnmodifiableList()))));
        servedPairs = served(pairs, this::isServed);
        agreements = List.copyOf(rows.agreements());
        agreementByScope = index(agreements, Agreement::scope);
    }

    /// Reports whether money can be exchanged: it comes in as one side, or is held, and a rail pays out the other side.
    private boolean isServed(Pair pair) {
        return (isAny(tokens, pair) && payoutsByCurrency.containsKey(pair.currency()))
                || (isAny(payableTokens, pair) && depositsByCurrency.containsKey(pair.currency()));
    }

    private static boolean isAny(List<Token> tokens, Pair pair) {
        return tokens.stream().anyMatch(token -> token.symbol().equals(pair.symbol()));
    }

    private static <T> List<T> served(List<T> rows, Predicate<T> served) {
        return rows.stream().filter(served).toList();
    }

    private static <K, V> Map<K, V> index(List<V> values, Function<V, K> key) {
        var map = new HashMap<K, V>();
        for (var value : values) {
            if (map.put(key.apply(value), value) != null) {
                throw new IllegalStateException("reference data has two rows for " + key.apply(value));
            }
        }
        return Map.copyOf(map);
    }

    /// Two texts that together identify a row: a currency and a bank code, or a token's symbol and a currency.
    record Key(String first, String second) {
        static Key ignoringCase(String currency, String name) {
            return new Key(currency, name.strip().toLowerCase(Locale.ROOT));
        }
    }

    /// The rows of all tables, in their order.
    record Rows(
            long version,
            Listed<Currency> currencies,
            Listed<PayoutMethod> payoutMethods,
            Listed<DepositMethod> depositMethods,
            Listed<Network> networks,
            Listed<Token> tokens,
            Listed<Pair> pairs,
            Map<Key, TablePrice> prices,
            List<Agreement> agreements) {}

    /// Rows of one table; the value is true if the row is enabled.
    record Listed<T>(LinkedHashMap<T, Boolean> rows) {
        List<T> all() {
            return List.copyOf(rows.keySet());
        }

        List<T> enabled() {
            return rows.entrySet().stream()
                    .filter(Map.Entry::getValue)
                    .map(Map.Entry::getKey)
                    .toList();
        }

        List<T> enabledFirst() {
            var all = new LinkedHashSet<>(enabled());
            all.addAll(rows.keySet());
            return List.copyOf(all);
        }
    }
}
