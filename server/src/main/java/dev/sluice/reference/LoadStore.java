package dev.sluice.reference;

import dev.sluice.db.Tx;
import dev.sluice.reference.ReferenceFiles.DataFile;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// SQL that loads the data files into the `reference_` tables. The parameters are the files' columns, as text.
final class LoadStore {
    private static final String LOCK = """
        SELECT version, checksum FROM reference_load WHERE id = 1 FOR UPDATE
        """;

    private static final String LOADED = """
        UPDATE reference_load SET version = :version, checksum = :checksum, loaded_at = :now WHERE id = 1
        """;

    private static final String DECIMALS = """
        SELECT code AS asset, exponent AS decimals FROM reference_currency
        UNION ALL
        SELECT id AS asset, decimals FROM reference_token
        """;

    private static final String UPSERT_CURRENCIES = """
        INSERT INTO reference_currency AS mine (
            code, numeric_code, exponent, name, symbol, country, country_name, require_bank_name,
            require_ifsc, require_iban, require_ach_or_wire, require_account_number, place, listed_in)
        VALUES (
            :code, :numericCode, cast(:exponent AS smallint), :name, :symbol, :country, :countryName,
            cast(:requireBankName AS boolean), cast(:requireIfsc AS boolean), cast(:requireIban AS boolean),
            cast(:requireAchOrWire AS boolean), cast(:requireAccountNumber AS boolean), :place, :version)
        ON CONFLICT (code) DO UPDATE SET (
            numeric_code, exponent, name, symbol, country, country_name, require_bank_name, require_ifsc,
            require_iban, require_ach_or_wire, require_account_number, place, listed_in, enabled) = (
            excluded.numeric_code, excluded.exponent, excluded.name, excluded.symbol, excluded.country,
            excluded.country_name, excluded.require_bank_name, excluded.require_ifsc, excluded.require_iban,
            excluded.require_ach_or_wire, excluded.require_account_number, excluded.place,
            excluded.listed_in, true)
        WHERE mine.edited_at IS NULL
        """;

    private static final String RETIRE_CURRENCIES = """
        UPDATE reference_currency SET enabled = false
        WHERE edited_at IS NULL AND enabled AND listed_in <> :version
        """;

    private static final String UPSERT_BANKS = """
        INSERT INTO reference_bank AS mine (
            currency, bank_code, bank_name, bic, country, address, city, province, post_code, place,
            listed_in)
        VALUES (
            :currency, :bankCode, :bankName, nullif(:bic, ''), :country, :address, :city, :province,
            :postCode, :place, :version)
        ON CONFLICT (currency, bank_code) DO UPDATE SET (
            bank_name, bic, country, address, city, province, post_code, place, listed_in, enabled) = (
            excluded.bank_name, excluded.bic, excluded.country, excluded.address, excluded.city,
            excluded.province, excluded.post_code, excluded.place, excluded.listed_in, true)
        WHERE mine.edited_at IS NULL
        """;

    private static final String RETIRE_BANKS = """
        UPDATE reference_bank SET enabled = false
        WHERE edited_at IS NULL AND enabled AND listed_in <> :version
        """;

    private static final String UPSERT_PAYOUT_METHODS = """
        INSERT INTO reference_payout_method AS mine (
            currency, bank_code, min_amount, max_amount, fee_flat, fee_percentage, amount_decimals,
            account_number_type, place, listed_in)
        VALUES (
            :currency, :bankCode, cast(:minAmount AS numeric), cast(:maxAmount AS numeric),
            cast(:feeFlat AS numeric), cast(:feePercentage AS numeric),
            cast(nullif(:amountDecimals, '') AS smallint), :accountNumberType, :place, :version)
        ON CONFLICT (currency, bank_code) DO UPDATE SET (
            min_amount, max_amount, fee_flat, fee_percentage, amount_decimals, account_number_type, place,
            listed_in, enabled) = (
            excluded.min_amount, excluded.max_amount, excluded.fee_flat, excluded.fee_percentage,
            excluded.amount_decimals, excluded.account_number_type, excluded.place, excluded.listed_in, true)
        WHERE mine.edited_at IS NULL
        """;

    private static final String RETIRE_PAYOUT_METHODS = """
        UPDATE reference_payout_method SET enabled = false
        WHERE edited_at IS NULL AND enabled AND listed_in <> :version
        """;

    private static final String UPSERT_DEPOSIT_METHODS = """
        INSERT INTO reference_deposit_method AS mine (
            currency, bank_code, name, type, scheme, min_amount, max_amount, fee_flat, fee_percentage,
            settlement_type, virtual_account_prefix, virtual_account_length, amount_decimals, place, listed_in)
        VALUES (
            :currency, :bankCode, :name, :type, nullif(:scheme, ''), cast(:minAmount AS numeric),
            cast(:maxAmount AS numeric), cast(:feeFlat AS numeric), cast(:feePercentage AS numeric),
            :settlementType, nullif(:virtualAccountPrefix, ''),
            cast(nullif(:virtualAccountLength, '') AS smallint),
            cast(nullif(:amountDecimals, '') AS smallint), :place, :version)
        ON CONFLICT (currency, bank_code) DO UPDATE SET (
            name, type, scheme, min_amount, max_amount, fee_flat, fee_percentage, settlement_type,
            virtual_account_prefix, virtual_account_length, amount_decimals, place, listed_in, enabled) = (
            excluded.name, excluded.type, excluded.scheme, excluded.min_amount, excluded.max_amount,
            excluded.fee_flat, excluded.fee_percentage, excluded.settlement_type,
            excluded.virtual_account_prefix, excluded.virtual_account_length, excluded.amount_decimals,
            excluded.place, excluded.listed_in, true)
        WHERE mine.edited_at IS NULL
        """;

    private static final String RETIRE_DEPOSIT_METHODS = """
        UPDATE reference_deposit_method SET enabled = false
        WHERE edited_at IS NULL AND enabled AND listed_in <> :version
        """;

    private static final String UPSERT_NETWORKS = """
        INSERT INTO reference_network AS mine (
            network, name, blockchain_type, chain_id, native_token, confirmations, block_seconds, memo,
            explorer_tx_url, place, listed_in)
        VALUES (
            :network, :name, :blockchainType, cast(:chainId AS bigint), :nativeToken,
            cast(:confirmations AS integer), cast(:blockSeconds AS numeric), cast(:memo AS boolean),
            :explorerTxUrl, :place, :version)
        ON CONFLICT (network) DO UPDATE SET (
            name, blockchain_type, chain_id, native_token, confirmations, block_seconds, memo,
            explorer_tx_url, place, listed_in, enabled) = (
            excluded.name, excluded.blockchain_type, excluded.chain_id, excluded.native_token,
            excluded.confirmations, excluded.block_seconds, excluded.memo, excluded.explorer_tx_url,
            excluded.place, excluded.listed_in, true)
        WHERE mine.edited_at IS NULL
        """;

    private static final String RETIRE_NETWORKS = """
        UPDATE reference_network SET enabled = false
        WHERE edited_at IS NULL AND enabled AND listed_in <> :version
        """;

    private static final String UPSERT_TOKENS = """
        INSERT INTO reference_token AS mine (
            id, symbol, name, label, network, address, decimals, is_native, use_smart_contract, price_id,
            payout_min, payout_max, payout_fee_flat, payout_fee_percentage, deposit_min, deposit_max,
            deposit_fee_flat, deposit_fee_percentage, place, listed_in)
        VALUES (
            :id, :symbol, :name, :label, :network, nullif(:address, ''), cast(:decimals AS smallint),
            cast(:isNative AS boolean), cast(:useSmartContract AS boolean), :priceId,
            cast(:payoutMin AS numeric), cast(:payoutMax AS numeric), cast(:payoutFeeFlat AS numeric),
            cast(:payoutFeePercentage AS numeric), cast(:depositMin AS numeric),
            cast(:depositMax AS numeric), cast(:depositFeeFlat AS numeric),
            cast(:depositFeePercentage AS numeric), :place, :version)
        ON CONFLICT (id) DO UPDATE SET (
            symbol, name, label, network, address, decimals, is_native, use_smart_contract, price_id,
            payout_min, payout_max, payout_fee_flat, payout_fee_percentage, deposit_min, deposit_max,
            deposit_fee_flat, deposit_fee_percentage, place, listed_in, enabled) = (
            excluded.symbol, excluded.name, excluded.label, excluded.network, excluded.address,
            excluded.decimals, excluded.is_native, excluded.use_smart_contract, excluded.price_id,
            excluded.payout_min, excluded.payout_max, excluded.payout_fee_flat,
            excluded.payout_fee_percentage, excluded.deposit_min, excluded.deposit_max,
            excluded.deposit_fee_flat, excluded.deposit_fee_percentage, excluded.place, excluded.listed_in,
            true)
        WHERE mine.edited_at IS NULL
        """;

    private static final String RETIRE_TOKENS = """
        UPDATE reference_token SET enabled = false
        WHERE edited_at IS NULL AND enabled AND listed_in <> :version
        """;

    private static final String UPSERT_PAIRS = """
        INSERT INTO reference_pair AS mine (
            symbol, currency, fee_flat, fee_percentage, min_amount, max_amount, place, listed_in)
        VALUES (
            :symbol, :currency, cast(:feeFlat AS numeric), cast(:feePercentage AS numeric),
            cast(:minAmount AS numeric), cast(:maxAmount AS numeric), :place, :version)
        ON CONFLICT (symbol, currency) DO UPDATE SET (
            fee_flat, fee_percentage, min_amount, max_amount, place, listed_in, enabled) = (
            excluded.fee_flat, excluded.fee_percentage, excluded.min_amount, excluded.max_amount,
            excluded.place, excluded.listed_in, true)
        WHERE mine.edited_at IS NULL
        """;

    private static final String RETIRE_PAIRS = """
        UPDATE reference_pair SET enabled = false
        WHERE edited_at IS NULL AND enabled AND listed_in <> :version
        """;

    private static final String UPSERT_PRICES = """
        INSERT INTO reference_price AS mine (
            base, quote, price, place, listed_in)
        VALUES (
            :base, :quote, cast(:price AS numeric), :place, :version)
        ON CONFLICT (base, quote) DO UPDATE SET (
            price, place, listed_in, enabled) = (
            excluded.price, excluded.place, excluded.listed_in, true)
        WHERE mine.edited_at IS NULL
        """;

    private static final String RETIRE_PRICES = """
        UPDATE reference_price SET enabled = false
        WHERE edited_at IS NULL AND enabled AND listed_in <> :version
        """;

    private LoadStore() {}

    /// Returns the last load. Another loader waits until the transaction ends.
    static Last lock(Tx tx) {
        return tx.handle()
                .createQuery(LOCK)
                .map((row, _) -> new Last(row.getLong("version"), row.getString("checksum")))
                .one();
    }

    /// Returns the decimals of the assets that a load may change, by their codes.
    static Map<String, Integer> decimals(Tx tx) {
        return tx
                .handle()
                .createQuery(DECIMALS)
                .map((row, _) -> Map.entry(row.getString("asset"), row.getInt("decimals")))
                .list()
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    static void upsert(Tx tx, DataFile file, List<Map<String, String>> rows, long version) {
        if (rows.isEmpty()) {
            return;
        }
        try (var batch = tx.handle().prepareBatch(upsert(file))) {
            for (int place = 0; place < rows.size(); place++) {
                batch.bindMap(rows.get(place))
                        .bind("place", place)
                        .bind("version", version)
                        .add();
            }
            batch.execute();
        }
    }

    /// Disables rows that the files of this version no longer list.
    static void retire(Tx tx, DataFile file, long version) {
        tx.handle().createUpdate(retire(file)).bind("version", version).execute();
    }

    static void loaded(Tx tx, long version, String checksum, Instant now) {
        tx.handle()
                .createUpdate(LOADED)
                .bind("version", version)
                .bind("checksum", checksum)
                .bind("now", OffsetDateTime.ofInstant(now, ZoneOffset.UTC))
                .execute();
    }

    private static String upsert(DataFile file) {
        return switch (file) {
            case CURRENCIES -> UPSERT_CURRENCIES;
            case BANKS -> UPSERT_BANKS;
            case PAYOUT_METHODS -> UPSERT_PAYOUT_METHODS;
            case DEPOSIT_METHODS -> UPSERT_DEPOSIT_METHODS;
            case NETWORKS -> UPSERT_NETWORKS;
            case TOKENS -> UPSERT_TOKENS;
            case PAIRS -> UPSERT_PAIRS;
            case PRICES -> UPSERT_PRICES;
        };
    }

    private static String retire(DataFile file) {
        return switch (file) {
            case CURRENCIES -> RETIRE_CURRENCIES;
            case BANKS -> RETIRE_BANKS;
            case PAYOUT_METHODS -> RETIRE_PAYOUT_METHODS;
            case DEPOSIT_METHODS -> RETIRE_DEPOSIT_METHODS;
            case NETWORKS -> RETIRE_NETWORKS;
            case TOKENS -> RETIRE_TOKENS;
            case PAIRS -> RETIRE_PAIRS;
            case PRICES -> RETIRE_PRICES;
        };
    }

    record Last(long version, String checksum) {}
}
