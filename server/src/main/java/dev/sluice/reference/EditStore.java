package dev.sluice.reference;

import dev.sluice.db.Tx;
import dev.sluice.money.FeeSchedule;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jdbi.v3.core.statement.Update;

/// SQL of an operator's changes to the `reference_` tables. Each change marks its row as edited.
final class EditStore {
    private static final String CHANGED = """
            UPDATE reference_load SET version = version + 1 WHERE id = 1
            """;

    private static final String PAYOUT_TERMS = """
            UPDATE reference_payout_method
            SET min_amount = coalesce(:min, min_amount), max_amount = coalesce(:max, max_amount),
                fee_flat = coalesce(:flat, fee_flat), fee_percentage = coalesce(:percentage, fee_percentage),
                edited_at = :now
            WHERE currency = :currency AND bank_code = :code
            """;

    private static final String DEPOSIT_TERMS = """
            UPDATE reference_deposit_method
            SET min_amount = coalesce(:min, min_amount), max_amount = coalesce(:max, max_amount),
                fee_flat = coalesce(:flat, fee_flat), fee_percentage = coalesce(:percentage, fee_percentage),
                edited_at = :now
            WHERE currency = :currency AND bank_code = :code
            """;

    private static final String TOKEN_PAYOUT_TERMS = """
            UPDATE reference_token
            SET payout_min = coalesce(:min, payout_min), payout_max = coalesce(:max, payout_max),
                payout_fee_flat = coalesce(:flat, payout_fee_flat),
                payout_fee_percentage = coalesce(:percentage, payout_fee_percentage), edited_at = :now
            WHERE id = :id
            """;

    private static final String TOKEN_DEPOSIT_TERMS = """
            UPDATE reference_token
            SET deposit_min = coalesce(:min, deposit_min), deposit_max = coalesce(:max, deposit_max),
                deposit_fee_flat = coalesce(:flat, deposit_fee_flat),
                deposit_fee_percentage = coalesce(:percentage, deposit_fee_percentage), edited_at = :now
            WHERE id = :id
            """;

    private static final String PRICE = """
            INSERT INTO reference_price (base, quote, price, edited_at) VALUES (:base, :quote, :price, :now)
            ON CONFLICT (base, quote) DO UPDATE
            SET price = excluded.price, enabled = true, edited_at = excluded.edited_at
            """;

    /// Removes the price of a pair that no data file has listed. The row then looks like one that files listed
    /// earlier, so that a file can list it again.
    private static final String REMOVE_PRICE = """
            UPDATE reference_price SET enabled = false, edited_at = NULL
            WHERE base = :base AND quote = :quote AND price = :price AND enabled AND listed_in = 0
            """;

    private static final String PAIR_FEE = """
            UPDATE reference_pair SET fee_flat = :flat, fee_percentage = :percentage, edited_at = :now
            WHERE symbol = :symbol AND currency = :currency
            """;

    private static final String PAIR_LIMITS = """
            UPDATE reference_pair SET min_amount = :min, max_amount = :max, edited_at = :now
            WHERE symbol = :symbol AND currency = :currency
            """;

    private static final String OFFER_CURRENCY = """
            UPDATE reference_currency SET enabled = :enabled, edited_at = :now WHERE code = :code
            """;

    private static final String OFFER_PAYOUT_METHOD = """
            UPDATE reference_payout_method SET enabled = :enabled, edited_at = :now
            WHERE currency = :currency AND bank_code = :code
            """;

    private static final String OFFER_DEPOSIT_METHOD = """
            UPDATE reference_deposit_method SET enabled = :enabled, edited_at = :now
            WHERE currency = :currency AND bank_code = :code
            """;

    private static final String OFFER_TOKEN = """
            UPDATE reference_token SET enabled = :enabled, edited_at = :now WHERE id = :code
            """;

    private EditStore() {}

    /// Increments the version, so that every node reloads. This has to be the first statement: a loader also locks
    /// this row before all others.
    static void changed(Tx tx) {
        tx.handle().createUpdate(CHANGED).execute();
    }

    static int payoutTerms(Tx tx, String currency, String bankCode, TermsChange change, Instant now) {
        return run(method(terms(tx, PAYOUT_TERMS, change), currency, bankCode), now);
    }

    static int depositTerms(Tx tx, String currency, String bankCode, TermsChange change, Instant now) {
        return run(method(terms(tx, DEPOSIT_TERMS, change), currency, bankCode), now);
    }

    static int tokenPayoutTerms(Tx tx, String id, TermsChange change, Instant now) {
        return run(terms(tx, TOKEN_PAYOUT_TERMS, change).bind("id", id), now);
    }

    static int tokenDepositTerms(Tx tx, String id, TermsChange change, Instant now) {
        return run(terms(tx, TOKEN_DEPOSIT_TERMS, change).bind("id", id), now);
    }

    static int price(Tx tx, String base, String quote, BigDecimal price, Instant now) {
        var update = tx.handle().createUpdate(PRICE);
        return run(update.bind("base", base).bind("quote", quote).bind("price", price), now);
    }

    static int removePrice(Tx tx, String base, String quote, BigDecimal price) {
        var update = tx.handle().createUpdate(REMOVE_PRICE);
        return update.bind("base", base)
                .bind("quote", quote)
                .bind("price", price)
                .execute();
    }

    static int pairFee(Tx tx, String symbol, String currency, FeeSchedule fee, Instant now) {
        var update = tx.handle().createUpdate(PAIR_FEE).bind("symbol", symbol).bind("currency", currency);
        return run(update.bind("flat", fee.flat()).bind("percentage", fee.percentage()), now);
    }

    static int pairLimits(Tx tx, String symbol, String currency, BigDecimal least, BigDecimal most, Instant now) {
        var update =
                tx.handle().createUpdate(PAIR_LIMITS).bind("symbol", symbol).bind("currency", currency);
        return run(update.bind("min", least).bind("max", most), now);
    }

    static int offerCurrency(Tx tx, String code, boolean enabled, Instant now) {
        var update = tx.handle().createUpdate(OFFER_CURRENCY);
        return run(update.bind("code", code).bind("enabled", enabled), now);
    }

    static int offerPayoutMethod(Tx tx, String currency, String bankCode, boolean enabled, Instant now) {
        var update = tx.handle().createUpdate(OFFER_PAYOUT_METHOD);
        return run(method(update, currency, bankCode).bind("enabled", enabled), now);
    }

    static int offerDepositMethod(Tx tx, String currency, String bankCode, boolean enabled, Instant now) {
        var update = tx.handle().createUpdate(OFFER_DEPOSIT_METHOD);
        return run(method(update, currency, bankCode).bind("enabled", enabled), now);
    }

    static int offerToken(Tx tx, String id, boolean enabled, Instant now) {
        var update = tx.handle().createUpdate(OFFER_TOKEN);
        return run(update.bind("code", id).bind("enabled", enabled), now);
    }

    private static Update terms(Tx tx, String sql, TermsChange change) {
        return tx.handle()
                .createUpdate(sql)
                .bind("min", change.min())
                .bind("max", change.max())
                .bind("flat", change.flat())
                .bind("percentage", change.percentage());
    }

    private static Update method(Update update, String currency, String bankCode) {
        return update.bind("currency", currency).bind("code", bankCode);
    }

    private static int run(Update update, Instant now) {
        return update.bind("now", OffsetDateTime.ofInstant(now, ZoneOffset.UTC)).execute();
    }
}
