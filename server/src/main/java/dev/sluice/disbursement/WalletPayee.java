package dev.sluice.disbursement;

import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.money.FeeSchedule;
import dev.sluice.rail.Wallet;
import dev.sluice.reference.Token;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The wallet that is paid, and the token's terms, as they were when the payout was created.
///
/// @param tokenAddress the token's contract, or null for the network's own coin
/// @param sender wallet that pays
public record WalletPayee(
        Wallet wallet,
        String blockchainType,
        @Nullable String tokenAddress,
        int tokenDecimal,
        @Nullable String sender,
        BigDecimal min,
        BigDecimal max,
        BigDecimal feeFlat,
        BigDecimal feePercentage) {
    /// First field of the document, which no payee with a bank account has.
    static final String NETWORK = "network";

    /// A wallet, with a token's limits and the fee that is charged.
    public static WalletPayee of(Wallet wallet, Token token, FeeSchedule fee, @Nullable String sender) {
        var terms = token.payout();
        return new WalletPayee(
                wallet,
                token.network().blockchainType().name(),
                token.address(),
                token.decimals(),
                sender,
                terms.min().decimal(),
                terms.max().decimal(),
                fee.flat(),
                fee.percentage());
    }

    byte[] bytes() {
        return Json.bytes(new JsonObject()
                .put(NETWORK, wallet.network())
                .put("address", wallet.address())
                .putPresent("memo", wallet.memo())
                .put("blockchainType", blockchainType)
                .putPresent("tokenAddress", tokenAddress)
                .put("tokenDecimal", tokenDecimal)
                .putPresent("sender", sender)
                .put("min", min)
                .put("max", max)
                .put("feeFlat", feeFlat)
                .put("feePercentage", feePercentage));
    }

    static WalletPayee of(byte[] bytes) {
        var node = Json.parse(bytes);
        return new WalletPayee(
                new Wallet(text(node, NETWORK), text(node, "address"), optional(node, "memo")),
                text(node, "blockchainType"),
                optional(node, "tokenAddress"),
                node.get("tokenDecimal").intValue(),
                optional(node, "sender"),
                node.get("min").decimalValue(),
                node.get("max").decimalValue(),
                node.get("feeFlat").decimalValue(),
                node.get("feePercentage").decimalValue());
    }

    private static String text(JsonNode node, String name) {
        return node.get(name).stringValue();
    }

    private static @Nullable String optional(JsonNode node, String name) {
        var value = node.get(name);
        return value == null ? null : value.stringValue();
    }
}
