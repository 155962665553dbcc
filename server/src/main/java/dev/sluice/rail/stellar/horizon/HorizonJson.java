package dev.sluice.rail.stellar.horizon;

import dev.sluice.rail.stellar.StellarToken;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads fields of Horizon's documents. A document that lacks a required field is rejected as invalid.
public final class HorizonJson {
    private static final String MEMO_REQUIRED = "config.memo_required";
    private static final String ONE_IN_BASE_64 = "MQ==";

    private HorizonJson() {}

    static StellarLedgerHeader ledger(JsonNode record) {
        return new StellarLedgerHeader(
                number(record, "sequence"), instant(record, "closed_at"), number(record, "base_reserve_in_stroops"));
    }

    static Account account(Endpoint.Answer answer) {
        var body = answer.body();
        long entries = 2
                + number(body, "subentry_count")
                + numberOr(body, "num_sponsoring", 0)
                - numberOr(body, "num_sponsored", 0);
        return new Account(
                need(body, "id"),
                number(body, "sequence"),
                sequenceSince(body),
                entries,
                text(body.path("data"), MEMO_REQUIRED).equals(ONE_IN_BASE_64),
                body.path("balances").valueStream().map(HorizonJson::balance).toList(),
                answer.ledger());
    }

    /// Returns the time since which the account has its sequence number. Horizon reports it in seconds, and only
    /// for accounts that used a number since CAP-21.
    private static @Nullable Instant sequenceSince(JsonNode body) {
        long seconds = numberOr(body, "sequence_time", 0);
        return seconds > 0 ? Instant.ofEpochSecond(seconds) : null;
    }

    private static Account.Balance balance(JsonNode balance) {
        boolean coin = text(balance, "asset_type").equals("native");
        // Horizon omits the field for assets without authorization; the holder then counts as authorized.
        boolean authorized = balance.get("is_authorized") == null || flag(balance, "is_authorized");
        return new Account.Balance(
                coin ? null : text(balance, "asset_code"),
                coin ? null : text(balance, "asset_issuer"),
                stroops(balance, "balance"),
                stroopsOrNone(balance, "buying_liabilities"),
                stroopsOrNone(balance, "selling_liabilities"),
                coin || balance.get("limit") == null ? Long.MAX_VALUE : stroops(balance, "limit"),
                authorized);
    }

    static History history(JsonNode body) {
        var inner = text(body.path("inner_transaction"), "hash");
        // If a fee bump is requested by its inner hash, Horizon reports the fee bump's own hash here.
        var outer = text(body.path("fee_bump_transaction"), "hash");
        return new History(
                outer.isEmpty() ? need(body, "hash") : outer,
                inner.isEmpty() ? null : inner,
                need(body, "source_account"),
                number(body, "source_account_sequence"),
                flag(body, "successful"),
                instant(body, "created_at"),
                number(body, "fee_charged"),
                ResultCode.of(need(body, "result_xdr")));
    }

    public static List<JsonNode> records(JsonNode page) {
        return page.path("_embedded").path("records").valueStream().toList();
    }

    public static String need(JsonNode node, String name) {
        var text = text(node, name);
        if (text.isEmpty()) {
            throw new HorizonUnavailable("an answer without " + name);
        }
        return text;
    }

    /// Returns a string, or a number as a string: Horizon quotes large numbers. Empty if the field is missing.
    public static String text(JsonNode node, String name) {
        var value = node.get(name);
        if (value == null || value.isNull()) {
            return "";
        }
        return value.isString() ? value.stringValue() : value.toString();
    }

    public static @Nullable String textOrNull(JsonNode node, String name) {
        var text = text(node, name);
        return text.isEmpty() ? null : text;
    }

    static List<String> texts(JsonNode node, String name) {
        return node.path(name)
                .valueStream()
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .toList();
    }

    public static boolean flag(JsonNode node, String name) {
        var value = node.get(name);
        if (value == null || !value.isBoolean()) {
            throw new HorizonUnavailable("a response whose " + name + " is neither true nor false");
        }
        return value.booleanValue();
    }

    public static long number(JsonNode node, String name) {
        try {
            return Long.parseLong(need(node, name));
        } catch (NumberFormatException malformed) {
            throw new HorizonUnavailable("a response whose " + name + " is not a number", malformed);
        }
    }

    static long numberOr(JsonNode node, String name, long otherwise) {
        return text(node, name).isEmpty() ? otherwise : number(node, name);
    }

    public static Instant instant(JsonNode node, String name) {
        try {
            return Instant.parse(need(node, name));
        } catch (DateTimeException malformed) {
            throw new HorizonUnavailable("a response whose " + name + " is not a time", malformed);
        }
    }

    static @Nullable Instant instantOrNull(JsonNode node, String name) {
        return text(node, name).isEmpty() ? null : instant(node, name);
    }

    public static long stroops(JsonNode node, String name) {
        try {
            return StellarToken.stroops(need(node, name));
        } catch (ArithmeticException | NumberFormatException malformed) {
            throw new HorizonUnavailable("a response whose " + name + " is not an amount", malformed);
        }
    }

    private static long stroopsOrNone(JsonNode node, String name) {
        return text(node, name).isEmpty() ? 0 : stroops(node, name);
    }
}
