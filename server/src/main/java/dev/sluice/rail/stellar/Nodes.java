package dev.sluice.rail.stellar;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reading Horizon's documents. What is missing in one that has to have it makes it no answer.
final class Nodes {
    private static final String MEMO_REQUIRED = "config.memo_required";
    private static final String ONE_IN_BASE_64 = "MQ==";

    private Nodes() {}

    static Ledger ledger(JsonNode record) {
        return new Ledger(
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
                body.path("balances").valueStream().map(Nodes::balance).toList(),
                answer.ledger());
    }

    /// In seconds, of accounts that have used a number since the network notes when (CAP-21).
    private static @Nullable Instant sequenceSince(JsonNode body) {
        long seconds = numberOr(body, "sequence_time", 0);
        return seconds > 0 ? Instant.ofEpochSecond(seconds) : null;
    }

    private static Account.Balance balance(JsonNode balance) {
        boolean coin = text(balance, "asset_type").equals("native");
        // Absent where the asset asks for no authorization of its own; Horizon then says true.
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
        // Asked for by the hash of the one inside, a bump is still told with its own.
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

    static List<JsonNode> records(JsonNode page) {
        return page.path("_embedded").path("records").valueStream().toList();
    }

    static String need(JsonNode node, String name) {
        var text = text(node, name);
        if (text.isEmpty()) {
            throw new HorizonAway("an answer without " + name);
        }
        return text;
    }

    /// A text, or a number as text: Horizon writes large numbers in quotes. Empty where there is none.
    static String text(JsonNode node, String name) {
        var value = node.get(name);
        if (value == null || value.isNull()) {
            return "";
        }
        return value.isString() ? value.stringValue() : value.toString();
    }

    static @Nullable String textOrNull(JsonNode node, String name) {
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

    static boolean flag(JsonNode node, String name) {
        var value = node.get(name);
        if (value == null || !value.isBoolean()) {
            throw new HorizonAway("an answer whose " + name + " is neither true nor false");
        }
        return value.booleanValue();
    }

    static long number(JsonNode node, String name) {
        try {
            return Long.parseLong(need(node, name));
        } catch (NumberFormatException malformed) {
            throw new HorizonAway("an answer whose " + name + " is no number", malformed);
        }
    }

    static long numberOr(JsonNode node, String name, long otherwise) {
        return text(node, name).isEmpty() ? otherwise : number(node, name);
    }

    static Instant instant(JsonNode node, String name) {
        try {
            return Instant.parse(need(node, name));
        } catch (DateTimeException malformed) {
            throw new HorizonAway("an answer whose " + name + " is no time", malformed);
        }
    }

    static @Nullable Instant instantOrNull(JsonNode node, String name) {
        return text(node, name).isEmpty() ? null : instant(node, name);
    }

    static long stroops(JsonNode node, String name) {
        try {
            return StellarToken.stroops(need(node, name));
        } catch (ArithmeticException | NumberFormatException malformed) {
            throw new HorizonAway("an answer whose " + name + " is no amount", malformed);
        }
    }

    private static long stroopsOrNone(JsonNode node, String name) {
        return text(node, name).isEmpty() ? 0 : stroops(node, name);
    }
}
