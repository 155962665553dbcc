package dev.sluice.rail.stellar;

import dev.sluice.http.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Documents in Horizon's format: large numbers in quotes, amounts with seven decimals.
public final class StandInDocuments {
    private StandInDocuments() {}

    static JsonObject ledger(StandInLedger ledger) {
        return new JsonObject()
                .put("sequence", ledger.sequence())
                .put("closed_at", ledger.closedAt().toString())
                .put("base_fee_in_stroops", 100)
                .put("base_reserve_in_stroops", StandInLedger.BASE_RESERVE);
    }

    static JsonObject feeStats(long fee) {
        return new JsonObject()
                .put("last_ledger_base_fee", "100")
                .put("fee_charged", new JsonObject().put("min", "100").put("p90", Long.toString(fee)));
    }

    static JsonObject account(StandInAccount account) {
        var balances = new ArrayList<JsonObject>();
        for (var line : account.lines.values()) {
            balances.add(new JsonObject()
                    .put("balance", StellarToken.decimal(line.balance))
                    .put("limit", StellarToken.decimal(line.limit))
                    .put("buying_liabilities", "0.0000000")
                    .put("selling_liabilities", "0.0000000")
                    .put("is_authorized", line.authorized)
                    .put("asset_type", "credit_alphanum4")
                    .put("asset_code", line.code)
                    .put("asset_issuer", line.issuer));
        }
        balances.add(new JsonObject()
                .put("balance", StellarToken.decimal(account.coins))
                .put("buying_liabilities", "0.0000000")
                .put("selling_liabilities", "0.0000000")
                .put("asset_type", "native"));
        var data = new JsonObject();
        if (account.memoRequired) {
            data.put("config.memo_required", "MQ==");
        }
        var since = account.sequenceSince;
        return new JsonObject()
                .putPresent("sequence_time", since == null ? null : Long.toString(since.getEpochSecond()))
                .put("id", account.id)
                .put("account_id", account.id)
                .put("sequence", Long.toString(account.sequence))
                .put("subentry_count", account.lines.size())
                .put("num_sponsoring", 0)
                .put("num_sponsored", 0)
                .put("balances", balances)
                .put("data", data);
    }

    /// @param asked the requested hash, either of a fee bump or of its inner transaction
    static JsonObject transaction(StandInLedger.Applied applied, String asked) {
        var inner = applied.entry().inner();
        var document = new JsonObject()
                .put("id", asked)
                .put("paging_token", Long.toString(applied.ledger()))
                .put("successful", applied.successful())
                .put("hash", asked)
                .put("ledger", applied.ledger())
                .put("created_at", applied.at().toString())
                .put("source_account", inner.getSourceAccount())
                .put("source_account_sequence", Long.toString(inner.getSequenceNumber()))
                .put("fee_account", applied.entry().payer())
                .put("fee_charged", Long.toString(applied.feeCharged()))
                .put("result_xdr", applied.resultXdr());
        if (applied.entry().bump() != null) {
            document.put(
                    "fee_bump_transaction",
                    new JsonObject().put("hash", applied.entry().outerHash()));
            document.put(
                    "inner_transaction",
                    new JsonObject().put("hash", applied.entry().hash()));
        }
        return document;
    }

    static JsonObject failed(String code, String operation, String envelope, StandInLedger.Entry entry) {
        boolean bumped = entry.bump() != null && !code.equals("tx_insufficient_fee");
        var codes = new JsonObject().put("transaction", bumped ? "tx_fee_bump_inner_failed" : code);
        if (bumped) {
            codes.put("inner_transaction", code);
        }
        if (!operation.isEmpty()) {
            codes.put("operations", List.of(operation));
        }
        return new JsonObject()
                .put("type", "https://stellar.org/horizon-errors/transaction_failed")
                .put("title", "Transaction Failed")
                .put("status", 400)
                .put("extras", new JsonObject().put("envelope_xdr", envelope).put("result_codes", codes));
    }

    /// Returns an operation of an account's payments, with its transaction joined.
    ///
    /// @param result the transaction's result (XDR in base 64); null to omit it
    static JsonObject operation(
            long id, String type, String at, boolean successful, Memo memo, @Nullable String result) {
        var transaction = new JsonObject().put("memo_type", memo.type()).putPresent("result_xdr", result);
        if (memo.value() != null) {
            transaction.put("memo", memo.value());
        }
        return new JsonObject()
                .put("id", Long.toString(id))
                .put("paging_token", Long.toString(id))
                .put("transaction_successful", successful)
                .put("type", type)
                .put("created_at", at)
                .put("transaction_hash", StandInLedger.hex(new byte[32]).substring(16) + "%016x".formatted(id))
                .put("transaction", transaction);
    }

    /// A memo in Horizon's format: `none`, `text`, `id` or `hash`.
    public record Memo(String type, @Nullable String value) {
        public static final Memo NONE = new Memo("none", null);
    }
}
