package dev.sluice.reference;

import dev.sluice.db.Times;
import dev.sluice.money.FeeSchedule;
import dev.sluice.reference.AssetOffer.Tariff;
import java.math.BigDecimal;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of the operator's view of currencies, tokens and methods, including disabled ones.
final class OfferStore {
    private static final String PAYOUTS = """
            SELECT m.currency, m.bank_code, b.bank_name AS name, m.min_amount, m.max_amount, m.fee_flat,
                   m.fee_percentage, m.enabled
            FROM reference_payout_method m JOIN reference_bank b USING (currency, bank_code)
            WHERE :currency::text IS NULL OR m.currency = :currency ORDER BY b.bank_name, m.bank_code
            """;

    private static final String DEPOSITS = """
            SELECT currency, bank_code, name, min_amount, max_amount, fee_flat, fee_percentage, enabled
            FROM reference_deposit_method WHERE :currency::text IS NULL OR currency = :currency
            ORDER BY name, bank_code
            """;

    private static final String PRICES = """
            SELECT base, quote, price, listed_in = 0 AS added, edited_at FROM reference_price WHERE enabled
            ORDER BY base, quote
            """;

    private static final String CURRENCIES = """
            SELECT code, name, enabled FROM reference_currency ORDER BY place, code
            """;

    private static final String TOKENS = """
            SELECT id, name, network, enabled, payout_min, payout_max, payout_fee_flat, payout_fee_percentage,
                   deposit_min, deposit_max, deposit_fee_flat, deposit_fee_percentage
            FROM reference_token ORDER BY place, id
            """;

    private static final String PAIRS = """
            SELECT p.symbol, p.currency, p.fee_flat, p.fee_percentage, p.min_amount, p.max_amount,
                   p.enabled AND c.enabled AS enabled
            FROM reference_pair p JOIN reference_currency c ON c.code = p.currency
            ORDER BY p.place, p.symbol, p.currency
            """;

    private OfferStore() {}

    static List<AssetOffer> currencies(Handle handle) {
        return handle.createQuery(CURRENCIES)
                .map((row, _) ->
                        new AssetOffer(row.getString("code"), row.getString("name"), row.getBoolean("enabled"), null))
                .list();
    }

    static List<AssetOffer> tokens(Handle handle) {
        return handle.createQuery(TOKENS)
                .map((row, _) -> new AssetOffer(
                        row.getString("id"),
                        row.getString("name"),
                        row.getBoolean("enabled"),
                        new AssetOffer.TokenOffer(
                                row.getString("network"),
                                tariff(
                                        row.getBigDecimal("payout_min"),
                                        row.getBigDecimal("payout_max"),
                                        row.getBigDecimal("payout_fee_flat"),
                                        row.getBigDecimal("payout_fee_percentage")),
                                tariff(
                                        row.getBigDecimal("deposit_min"),
                                        row.getBigDecimal("deposit_max"),
                                        row.getBigDecimal("deposit_fee_flat"),
                                        row.getBigDecimal("deposit_fee_percentage")))))
                .list();
    }

    static List<PairOffer> pairs(Handle handle) {
        return handle.createQuery(PAIRS)
                .map((row, _) -> new PairOffer(
                        row.getString("symbol"),
                        row.getString("currency"),
                        tariff(
                                row.getBigDecimal("min_amount"),
                                row.getBigDecimal("max_amount"),
                                row.getBigDecimal("fee_flat"),
                                row.getBigDecimal("fee_percentage")),
                        row.getBoolean("enabled")))
                .list();
    }

    private static Tariff tariff(BigDecimal min, BigDecimal max, BigDecimal flat, BigDecimal percentage) {
        return new Tariff(number(min), number(max), new FeeSchedule(number(flat), number(percentage)));
    }

    /// @param currency a currency; null for all
    static List<Offer> methods(Handle handle, boolean payouts, @Nullable String currency) {
        return handle.createQuery(payouts ? PAYOUTS : DEPOSITS)
                .bind("currency", currency)
                .map((row, _) -> new Offer(
                        row.getString("currency"),
                        row.getString("bank_code"),
                        row.getString("name"),
                        number(row.getBigDecimal("min_amount")),
                        number(row.getBigDecimal("max_amount")),
                        new FeeSchedule(
                                number(row.getBigDecimal("fee_flat")), number(row.getBigDecimal("fee_percentage"))),
                        row.getBoolean("enabled")))
                .list();
    }

    static List<Offer.Price> prices(Handle handle) {
        return handle.createQuery(PRICES)
                .map((row, _) -> new Offer.Price(
                        row.getString("base"),
                        row.getString("quote"),
                        number(row.getBigDecimal("price")),
                        row.getBoolean("added"),
                        Times.optionalInstant(row, "edited_at")))
                .list();
    }

    private static BigDecimal number(BigDecimal stored) {
        var stripped = stored.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
}
