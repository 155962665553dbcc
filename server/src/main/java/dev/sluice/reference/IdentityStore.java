package dev.sluice.reference;

import dev.sluice.http.Decimals;
import dev.sluice.reference.ReferenceFiles.DataFile;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Identities of currencies, tokens and networks: decimals, contracts, chain IDs, confirmations. They are always
/// taken from this program's data files, not from the tables. A contract or a number of decimals that is manipulated
/// in the database therefore redirects or multiplies nothing. An asset that is no longer in the files keeps the
/// identity in its row.
final class IdentityStore {
    private static final IdentityStore SHIPPED = new IdentityStore(ReferenceFiles.shipped());

    private static final String CURRENCIES = """
        SELECT code AS id, exponent::text AS identity FROM reference_currency
        """;

    private static final String TOKENS = """
        SELECT id, concat_ws(' ', network, symbol, coalesce(address, '-'), decimals, is_native::text,
            use_smart_contract::text) AS identity
        FROM reference_token
        """;

    private static final String NETWORKS = """
        SELECT network AS id, concat_ws(' ', blockchain_type, chain_id, native_token, confirmations,
            memo::text) AS identity
        FROM reference_network
        """;

    private final Map<String, Map<String, String>> currencies;
    private final Map<String, Map<String, String>> tokens;
    private final Map<String, Map<String, String>> networks;

    IdentityStore(ReferenceFiles files) {
        this.currencies = byKey(files, DataFile.CURRENCIES, "code");
        this.tokens = byKey(files, DataFile.TOKENS, "id");
        this.networks = byKey(files, DataFile.NETWORKS, "network");
    }

    static IdentityStore shipped() {
        return SHIPPED;
    }

    private static Map<String, Map<String, String>> byKey(ReferenceFiles files, DataFile file, String key) {
        return files.rows(file).stream().collect(Collectors.toMap(row -> row.getOrDefault(key, ""), row -> row));
    }

    int exponent(String currency, int stored) {
        var row = currencies.get(currency);
        return row == null ? stored : number(row, "exponent");
    }

    int decimals(String token, int stored) {
        var row = tokens.get(token);
        return row == null ? stored : number(row, "decimals");
    }

    /// Returns a network with the identity of the files; name and explorer page are those of its row.
    Network of(Network stored) {
        var row = networks.get(stored.network());
        return row == null
                ? stored
                : new Network(
                        stored.network(),
                        stored.name(),
                        BlockchainType.valueOf(text(row, "blockchainType")),
                        Long.parseLong(text(row, "chainId")),
                        text(row, "nativeToken"),
                        number(row, "confirmations"),
                        Decimals.read(text(row, "blockSeconds")).orElseThrow(),
                        Boolean.parseBoolean(text(row, "memo")),
                        stored.explorerTxUrl());
    }

    /// Returns a token with the identity of the files; the terms are those of its row.
    ///
    /// @param network look-up of a network by its name
    Token of(Token stored, Function<String, Network> network) {
        var row = tokens.get(stored.id());
        if (row == null) {
            return stored;
        }
        var address = text(row, "address");
        return new Token(
                stored.id(),
                text(row, "symbol"),
                stored.name(),
                stored.label(),
                network.apply(text(row, "network")),
                address.isEmpty() ? null : address,
                stored.decimals(),
                Boolean.parseBoolean(text(row, "isNative")),
                Boolean.parseBoolean(text(row, "useSmartContract")),
                stored.priceId(),
                stored.payout(),
                stored.deposit());
    }

    /// Reports each row that differs from the files.
    void verify(Handle snapshot, Consumer<String> fault) {
        compare(snapshot, CURRENCIES, "currency", id -> values(currencies.get(id), "exponent"), fault);
        compare(
                snapshot,
                TOKENS,
                "token",
                id -> values(
                        tokens.get(id), "network", "symbol", "address", "decimals", "isNative", "useSmartContract"),
                fault);
        compare(
                snapshot,
                NETWORKS,
                "network",
                id -> values(networks.get(id), "blockchainType", "chainId", "nativeToken", "confirmations", "memo"),
                fault);
    }

    private static void compare(
            Handle snapshot,
            String sql,
            String kind,
            Function<String, @Nullable String> expected,
            Consumer<String> fault) {
        snapshot.createQuery(sql)
                .map((row, _) -> Map.entry(row.getString("id"), row.getString("identity")))
                .forEach(row -> {
                    var shipped = expected.apply(row.getKey());
                    if (shipped != null && !shipped.equals(row.getValue())) {
                        fault.accept(kind + " " + row.getKey() + " is stored as " + row.getValue()
                                + ", and this version has " + shipped);
                    }
                });
    }

    private static @Nullable String values(@Nullable Map<String, String> row, String... columns) {
        return row == null
                ? null
                : Stream.of(columns)
                        .map(column -> text(row, column).isEmpty() ? "-" : text(row, column))
                        .collect(Collectors.joining(" "));
    }

    private static int number(Map<String, String> row, String column) {
        return Integer.parseInt(text(row, column));
    }

    private static String text(Map<String, String> row, String column) {
        return Objects.requireNonNull(row.get(column), column);
    }
}
