package dev.sluice.reference;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.reference.Catalogue.Listed;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL that reads the whole `reference_` tables. A row counts as enabled only if all rows that it depends on are
/// enabled.
final class ReferenceStore {
    private static final String VERSION = """
        SELECT version FROM reference_load WHERE id = 1
        """;

    /// Shares a lock on the row that loads and edits lock, so that all tables are read in the same version.
    private static final String VERSION_HELD = """
        SELECT version FROM reference_load WHERE id = 1 FOR SHARE
        """;

    private static final String CURRENCIES = """
        SELECT * FROM reference_currency ORDER BY place, code
        """;

    private static final String PAYOUT_METHODS = """
        SELECT m.currency, m.bank_code, b.bank_name, b.bic, b.country, b.address, b.city, b.province, b.post_code,
               m.min_amount, m.max_amount, m.fee_flat, m.fee_percentage, c.exponent,
               coalesce(m.amount_decimals, c.exponent) AS amount_decimals, m.account_number_type,
               m.enabled AND b.enabled AND c.enabled AS enabled
        FROM reference_payout_method m
        JOIN reference_bank b USING (currency, bank_code)
        JOIN reference_currency c ON c.code = m.currency
        ORDER BY c.place, c.code, m.place, m.bank_code
        """;

    private static final String DEPOSIT_METHODS = """
        SELECT m.currency, m.bank_code, m.name, m.type, m.scheme, m.min_amount, m.max_amount, m.fee_flat,
               m.fee_percentage, m.settlement_type, m.virtual_account_prefix, m.virtual_account_length, c.exponent,
               coalesce(m.amount_decimals, c.exponent) AS amount_decimals,
               m.enabled AND c.enabled AS enabled
        FROM reference_deposit_method m
        JOIN reference_currency c ON c.code = m.currency
        ORDER BY c.place, c.code, m.place, m.bank_code
        """;

    private static final String NETWORKS = """
        SELECT * FROM reference_network ORDER BY place, network
        """;

    private static final String TOKENS = """
        SELECT t.id, t.symbol, t.name, t.label, t.network, t.address, t.decimals, t.is_native,
               t.use_smart_contract, t.price_id, t.payout_min, t.payout_max, t.payout_fee_flat,
               t.payout_fee_percentage, t.deposit_min, t.deposit_max, t.deposit_fee_flat,
               t.deposit_fee_percentage, t.enabled AND n.enabled AS enabled
        FROM reference_token t
        JOIN reference_network n USING (network)
        ORDER BY t.place, t.id
        """;

    private static final String PAIRS = """
        SELECT p.symbol, p.currency, p.fee_flat, p.fee_percentage, p.min_amount, p.max_amount,
               p.enabled AND c.enabled AS enabled
        FROM reference_pair p
        JOIN reference_currency c ON c.code = p.currency
        ORDER BY p.place, p.symbol, p.currency
        """;

    private static final String PRICES = """
        SELECT base, quote, price, edited_at FROM reference_price WHERE enabled
        """;

    private static final IdentityStore IDENTITIES = IdentityStore.shipped();

    private static final TermsColumns METHOD_COLUMNS =
            new TermsColumns("min_amount", "max_amount", "fee_flat", "fee_percentage");
    private static final TermsColumns PAYOUT_COLUMNS =
            new TermsColumns("payout_min", "payout_max", "payout_fee_flat", "payout_fee_percentage");
    private static final TermsColumns DEPOSIT_COLUMNS =
            new TermsColumns("deposit_min", "deposit_max", "deposit_fee_flat", "deposit_fee_percentage");

    private ReferenceStore() {}

    static long version(Handle handle) {
        return handle.createQuery(VERSION).mapTo(Long.class).one();
    }

    static Catalogue.Rows read(Tx tx) {
        var handle = tx.handle();
        long version = handle.createQuery(VERSION_HELD).mapTo(Long.class).one();
        var networks = listed(handle, NETWORKS, row -> IDENTITIES.of(network(row)));
        var byName = new HashMap<String, Network>();
        networks.all().forEach(network -> byName.put(network.network(), network));
        return new Catalogue.Rows(
                version,
                listed(handle, CURRENCIES, ReferenceStore::currency),
                listed(handle, PAYOUT_METHODS, ReferenceStore::payoutMethod),
                listed(handle, DEPOSIT_METHODS, ReferenceStore::depositMethod),
                networks,
                listed(
                        handle,
                        TOKENS,
                        row -> IDENTITIES.of(token(row, byName), name -> Objects.requireNonNull(byName.get(name)))),
                listed(handle, PAIRS, ReferenceStore::pair),
                prices(handle),
                AgreementStore.all(handle));
    }

    private static <T> Listed<T> listed(Handle handle, String sql, RowReader<T> reader) {
        var rows = new LinkedHashMap<T, Boolean>();
        handle.createQuery(sql)
                .map((row, _) -> Map.entry(reader.read(row), row.getBoolean("enabled")))
                .forEach(row -> rows.put(row.getKey(), row.getValue()));
        return new Listed<>(rows);
    }

    private static Map<Catalogue.Key, TablePrice> prices(Handle handle) {
        var prices = new HashMap<Catalogue.Key, TablePrice>();
        handle.createQuery(PRICES)
                .map((row, _) -> Map.entry(
                        new Catalogue.Key(row.getString("base"), row.getString("quote")),
                        new TablePrice(row.getBigDecimal("price"), Times.optionalInstant(row, "edited_at"))))
                .forEach(row -> prices.put(row.getKey(), row.getValue()));
        return prices;
    }

    private static Currency currency(ResultSet row) throws SQLException {
        return new Currency(
                row.getString("code"),
                row.getString("numeric_code"),
                exponent(row, "code"),
                row.getString("name"),
                row.getString("symbol"),
                row.getString("country"),
                row.getString("country_name"),
                new Currency.Required(
                        row.getBoolean("require_bank_name"),
                        row.getBoolean("require_ifsc"),
                        row.getBoolean("require_iban"),
                        row.getBoolean("require_ach_or_wire"),
                        row.getBoolean("require_account_number")));
    }

    private static int exponent(ResultSet row, String code) throws SQLException {
        return IDENTITIES.exponent(row.getString(code), row.getInt("exponent"));
    }

    private static PayoutMethod payoutMethod(ResultSet row) throws SQLException {
        var terms = terms(row, Asset.fiat(row.getString("currency"), exponent(row, "currency")), METHOD_COLUMNS);
        return new PayoutMethod(
                row.getString("currency"),
                row.getString("bank_code"),
                row.getString("bank_name"),
                row.getString("bic"),
                row.getString("country"),
                row.getString("address"),
                row.getString("city"),
                row.getString("province"),
                row.getString("post_code"),
                PayoutMethod.AccountNumberType.valueOf(row.getString("account_number_type")),
                row.getInt("amount_decimals"),
                terms.min(),
                terms.max(),
                terms.fee());
    }

    private static DepositMethod depositMethod(ResultSet row) throws SQLException {
        var terms = terms(row, Asset.fiat(row.getString("currency"), exponent(row, "currency")), METHOD_COLUMNS);
        return new DepositMethod(
                row.getString("currency"),
                row.getString("bank_code"),
                row.getString("name"),
                DepositMethod.Type.valueOf(row.getString("type")),
                row.getString("scheme"),
                row.getInt("amount_decimals"),
                terms.min(),
                terms.max(),
                terms.fee(),
                row.getString("settlement_type"),
                virtualAccount(row));
    }

    private static DepositMethod.@Nullable VirtualAccount virtualAccount(ResultSet row) throws SQLException {
        var prefix = row.getString("virtual_account_prefix");
        return prefix == null ? null : new DepositMethod.VirtualAccount(prefix, row.getInt("virtual_account_length"));
    }

    private static Network network(ResultSet row) throws SQLException {
        return new Network(
                row.getString("network"),
                row.getString("name"),
                BlockchainType.valueOf(row.getString("blockchain_type")),
                row.getLong("chain_id"),
                row.getString("native_token"),
                row.getInt("confirmations"),
                row.getBigDecimal("block_seconds"),
                row.getBoolean("memo"),
                row.getString("explorer_tx_url"));
    }

    private static Token token(ResultSet row, Map<String, Network> networks) throws SQLException {
        var id = row.getString("id");
        var asset = Asset.crypto(id, IDENTITIES.decimals(id, row.getInt("decimals")));
        return new Token(
                asset.code(),
                row.getString("symbol"),
                row.getString("name"),
                row.getString("label"),
                Objects.requireNonNull(networks.get(row.getString("network"))),
                row.getString("address"),
                asset.exponent(),
                row.getBoolean("is_native"),
                row.getBoolean("use_smart_contract"),
                row.getString("price_id"),
                terms(row, asset, PAYOUT_COLUMNS),
                terms(row, asset, DEPOSIT_COLUMNS));
    }

    private static Pair pair(ResultSet row) throws SQLException {
        return new Pair(
                row.getString("symbol"),
                row.getString("currency"),
                new FeeSchedule(row.getBigDecimal("fee_flat"), row.getBigDecimal("fee_percentage")),
                row.getBigDecimal("min_amount"),
                row.getBigDecimal("max_amount"));
    }

    private static Terms terms(ResultSet row, Asset asset, TermsColumns columns) throws SQLException {
        return new Terms(
                Money.exactly(row.getBigDecimal(columns.min()), asset),
                Money.exactly(row.getBigDecimal(columns.max()), asset),
                new FeeSchedule(row.getBigDecimal(columns.flat()), row.getBigDecimal(columns.percentage())));
    }

    /// The columns of one set of terms.
    private record TermsColumns(String min, String max, String flat, String percentage) {}

    private interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }
}
