package dev.sluice.rail.stellar.deposit;

import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.Payer;
import dev.sluice.rail.stellar.StellarRail;
import dev.sluice.rail.stellar.StellarToken;
import dev.sluice.rail.stellar.Tokens;
import dev.sluice.rail.stellar.horizon.Endpoint;
import dev.sluice.rail.stellar.horizon.HorizonJson;
import dev.sluice.rail.stellar.horizon.HorizonUnavailable;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Parses an account's payments from Horizon's list into receipts of known tokens.
final class Incoming {
    private static final String MEMO = "memo";

    private final String account;
    private final Tokens tokens;

    Incoming(String account, Tokens tokens) {
        this.account = account;
        this.tokens = tokens;
    }

    /// An amount credited by an operation.
    private record Part(
            String key,
            StellarToken token,
            long stroops,
            @Nullable String payer,
            String muxedId) {}

    /// Returns the receipts of an operation: empty if nothing was credited, or if the transaction failed. Zero
    /// amounts are skipped: a contract can transfer zero, and a merged account can be empty.
    List<IncomingPayment> payments(Endpoint at, JsonNode operation, Instant seenAt) {
        if (!HorizonJson.flag(operation, "transaction_successful")) {
            return List.of();
        }
        return parts(at, operation).stream()
                .filter(part -> part.stroops() > 0)
                .map(part -> incomingPayment(part, operation, seenAt))
                .toList();
    }

    private List<Part> parts(Endpoint at, JsonNode operation) {
        var type = HorizonJson.need(operation, "type");
        return switch (type) {
            case "payment", "path_payment_strict_send", "path_payment_strict_receive", "path_payment" ->
                payment(operation);
            case "create_account" -> created(operation);
            case "account_merge" -> merged(at, operation);
            case "invoke_host_function" -> byContract(operation);
            default -> List.of();
        };
    }

    private List<Part> payment(JsonNode operation) {
        var payer = HorizonJson.textOrNull(operation, "from");
        if (!HorizonJson.text(operation, "to").equals(account) || account.equals(payer)) {
            return List.of();
        }
        return token(operation).stream()
                .map(token -> new Part(
                        HorizonJson.need(operation, "id"),
                        token,
                        HorizonJson.stroops(operation, "amount"),
                        payer(operation, "from"),
                        HorizonJson.text(operation, "to_muxed_id")))
                .toList();
    }

    private List<Part> created(JsonNode operation) {
        return HorizonJson.text(operation, "account").equals(account)
                ? List.of(new Part(
                        HorizonJson.need(operation, "id"),
                        tokens.coin(),
                        HorizonJson.stroops(operation, "starting_balance"),
                        payer(operation, "funder"),
                        ""))
                : List.of();
    }

    private List<Part> merged(Endpoint at, JsonNode operation) {
        if (!HorizonJson.text(operation, "into").equals(account)) {
            return List.of();
        }
        var id = HorizonJson.need(operation, "id");
        return List.of(new Part(
                id,
                tokens.coin(),
                Merge.left(operation).orElseGet(() -> credited(at, id)),
                payer(operation, "account"),
                HorizonJson.text(operation, "into_muxed_id")));
    }

    /// Returns the merged balance from the operation's effects, for a Horizon that omits results. The effect
    /// exists also for an amount of zero; if it is missing, this Horizon does not have it yet.
    private long credited(Endpoint at, String id) {
        return at.get("operations/" + id + "/effects?limit=200").stream()
                .flatMap(answer -> HorizonJson.records(answer.body()).stream())
                .filter(effect -> HorizonJson.text(effect, "type").equals("account_credited")
                        && HorizonJson.text(effect, "account").equals(account))
                .map(effect -> HorizonJson.stroops(effect, "amount"))
                .findFirst()
                .orElseThrow(() -> new HorizonUnavailable("the effects of " + id + " are not there at " + at));
    }

    /// A contract can transfer a token to several accounts in one operation.
    private List<Part> byContract(JsonNode operation) {
        var parts = new ArrayList<Part>();
        int index = 0;
        for (var change : operation.path("asset_balance_changes").valueStream().toList()) {
            var key = HorizonJson.need(operation, "id") + ":" + index++;
            var type = HorizonJson.text(change, "type");
            boolean in = type.equals("transfer") || type.equals("mint");
            if (in
                    && HorizonJson.text(change, "to").equals(account)
                    && !HorizonJson.text(change, "from").equals(account)) {
                token(change)
                        .ifPresent(token -> parts.add(new Part(
                                key,
                                token,
                                HorizonJson.stroops(change, "amount"),
                                HorizonJson.textOrNull(change, "from"),
                                HorizonJson.text(change, "destination_muxed_id"))));
            }
        }
        return parts;
    }

    private Optional<StellarToken> token(JsonNode node) {
        return HorizonJson.text(node, "asset_type").equals("native")
                ? Optional.of(tokens.coin())
                : tokens.find(HorizonJson.text(node, "asset_code"), HorizonJson.text(node, "asset_issuer"));
    }

    private static @Nullable String payer(JsonNode operation, String name) {
        var muxed = HorizonJson.textOrNull(operation, name + "_muxed");
        return muxed == null ? HorizonJson.textOrNull(operation, name) : muxed;
    }

    private IncomingPayment incomingPayment(Part part, JsonNode operation, Instant seenAt) {
        var transaction = operation.path("transaction");
        var memo = HorizonJson.text(transaction, MEMO);
        boolean text = HorizonJson.text(transaction, "memo_type").equals("text");
        return new IncomingPayment(
                StellarRail.NAME,
                "stellar:" + part.key(),
                StellarPayin.destination(
                        part.token(), account, part.muxedId().isEmpty() ? plain(memo) : part.muxedId()),
                part.token().money(part.stroops()),
                new Payer(HorizonJson.need(operation, "transaction_hash"), null, null, null, part.payer(), null),
                text && !memo.isEmpty() ? memo : null,
                HorizonJson.instant(operation, "created_at"),
                seenAt);
    }

    /// Normalizes a memo. Many wallets send the user's input as a text memo, including spaces and also if it is a
    /// number.
    private static String plain(String memo) {
        var typed = memo.strip();
        return typed.matches("\\d{1,28}") ? new BigInteger(typed).toString() : typed;
    }
}
