package dev.sluice.rail.iso20022.payout;

import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PostalAddress;
import dev.sluice.rail.RoutingNumbers;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The part of an order that is sealed: the payee, its address and the text for the payee. The MAC covers
/// the whole instruction and is checked before an order is sealed into a file.
final class OrderContent {
    private static final String PURPOSE = "rail/bank/order";

    private final Vault vault;
    private final RecordMac macs;

    OrderContent(Vault vault) {
        this.vault = vault;
        this.macs = vault.mac(PURPOSE);
    }

    /// The payee's account, the text for the payee, and the payee's postal address if it is known.
    record Content(
            BankAccount account,
            @Nullable String remittance,
            @Nullable PostalAddress address) {
        static Content of(Instruction instruction) {
            return new Content(instruction.account(), instruction.remittance(), instruction.address());
        }
    }

    OrderStore.Stored stored(BankOrder order, Instruction instruction) {
        var plain = Json.bytes(document(instruction));
        return new OrderStore.Stored(
                order, vault.seal(order.payout().organizationId(), PURPOSE, plain), macs.of(fields(order, plain)));
    }

    /// Opens the content of an order; null if the order is not the one that the service stored.
    @Nullable
    Content open(OrderStore.Stored stored) {
        var order = stored.order();
        var plain = vault.opened(order.payout().organizationId(), PURPOSE, stored.transfer());
        if (plain.isEmpty() || !macs.isOf(stored.mac(), fields(order, plain.get()))) {
            return null;
        }
        return content(Json.parse(plain.get()));
    }

    private static List<@Nullable Object> fields(BankOrder order, byte[] plain) {
        PayoutRef payout = order.payout();
        return Arrays.asList(
                payout.organizationId(),
                payout.payoutId(),
                order.bank(),
                order.endToEndId(),
                order.amount().asset().code(),
                order.amount().asset().exponent(),
                order.amount().units(),
                plain);
    }

    private static JsonObject document(Instruction instruction) {
        var account = instruction.account();
        return new JsonObject()
                .put("currency", account.currency())
                .putPresent("country", account.country())
                .put("bankCode", account.bankCode())
                .putPresent("routing", account.routing().json())
                .put("accountNumber", account.accountNumber())
                .put("accountName", account.accountName())
                .putPresent("accountType", account.accountType())
                .putPresent("remittance", instruction.remittance())
                .putPresent("address", address(instruction.address()));
    }

    private static @Nullable JsonObject address(@Nullable PostalAddress address) {
        return address == null
                ? null
                : new JsonObject()
                        .putPresent("street", address.street())
                        .putPresent("town", address.town())
                        .putPresent("postCode", address.postCode())
                        .putPresent("country", address.country());
    }

    private static @Nullable PostalAddress address(@Nullable JsonNode address) {
        return address == null
                ? null
                : new PostalAddress(
                        text(address, "street"),
                        text(address, "town"),
                        text(address, "postCode"),
                        text(address, "country"));
    }

    private static Content content(JsonNode document) {
        return new Content(
                new BankAccount(
                        required(document, "currency"),
                        text(document, "country"),
                        required(document, "bankCode"),
                        RoutingNumbers.of(document.get("routing")),
                        required(document, "accountNumber"),
                        required(document, "accountName"),
                        text(document, "accountType")),
                text(document, "remittance"),
                address(document.get("address")));
    }

    private static String required(JsonNode document, String name) {
        return document.get(name).stringValue();
    }

    private static @Nullable String text(JsonNode document, String name) {
        var value = document.get(name);
        return value == null ? null : value.stringValue();
    }
}
