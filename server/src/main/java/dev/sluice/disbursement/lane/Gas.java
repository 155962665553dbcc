package dev.sluice.disbursement.lane;

import dev.sluice.disbursement.Disbursement;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.AccountKey;
import dev.sluice.ledger.LedgerVerifier;
import dev.sluice.ledger.Transfer;
import dev.sluice.ledger.TransferKind;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.OnChain;
import dev.sluice.rail.Outcome;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Chain costs of payouts. They are the platform's expense, booked as the chain reports them: costs in a block that is
/// gone are taken back.
public final class Gas {
    private Gas() {}

    /// The accounts that a rail's word may move gas between.
    static List<AccountKey> accounts(Outcome outcome, @Nullable Disbursement payout) {
        if (payout == null) {
            return List.of();
        }
        return Stream.of(payout.progress().onChain(), RailDetails.of(outcome).onChain())
                .flatMap(onChain -> charged(onChain).stream())
                .map(Money::asset)
                .distinct()
                .flatMap(coin -> Stream.of(Account.GAS, clearing(payout))
                        .map(account -> new AccountKey(payout.organizationId(), coin, account)))
                .toList();
    }

    /// Returns the transfers for a rail's report.
    static List<Transfer> transfers(Disbursement payout, RailDetails details, int sequence, Instant at) {
        if (details.onChain() == null) {
            return List.of();
        }
        var before = charged(payout.progress().onChain());
        var after = charged(details.onChain());
        if (before.equals(after)) {
            return List.of();
        }
        var coin = before.or(() -> after).orElseThrow().asset();
        var more = after.orElse(Money.zero(coin)).minus(before.orElse(Money.zero(coin)));
        boolean back = more.isNegative();
        return List.of(new Transfer(
                payout.organizationId(),
                payout.id(),
                sequence,
                back ? clearing(payout) : Account.GAS,
                back ? Account.GAS : clearing(payout),
                back ? Money.zero(coin).minus(more) : more,
                TransferKind.GAS,
                at));
    }

    private static Account clearing(Disbursement payout) {
        return Account.clearing(payout.progress().rail());
    }

    private static Optional<Money> charged(@Nullable OnChain onChain) {
        return Optional.ofNullable(onChain).map(OnChain::gasCharged).filter(Money::isPositive);
    }

    /// Adds the amounts that a payout with this chain data should have moved.
    public static void moved(Map<LedgerVerifier.Place, BigInteger> moved, @Nullable OnChain onChain, String rail) {
        charged(onChain).ifPresent(charged -> {
            var asset = charged.asset().code();
            moved.merge(
                    new LedgerVerifier.Place(asset, Account.GAS),
                    charged.units().negate(),
                    BigInteger::add);
            moved.merge(new LedgerVerifier.Place(asset, Account.clearing(rail)), charged.units(), BigInteger::add);
        });
    }

    /// Returns the stored form.
    public static @Nullable String document(@Nullable OnChain onChain) {
        if (onChain == null) {
            return null;
        }
        var document = new JsonObject().put("sender", onChain.sender()).putPresent("gasUsed", onChain.gasUsed());
        put(document, "estimated", onChain.gasEstimated());
        put(document, "charged", onChain.gasCharged());
        return new String(Json.bytes(document), StandardCharsets.UTF_8);
    }

    public static @Nullable OnChain read(@Nullable String document) {
        if (document == null) {
            return null;
        }
        var node = Json.parse(document.getBytes(StandardCharsets.UTF_8));
        var used = node.get("gasUsed");
        return new OnChain(
                node.get("sender").stringValue(),
                money(node.get("estimated")),
                money(node.get("charged")),
                used == null ? null : used.longValue());
    }

    private static void put(JsonObject document, String name, @Nullable Money amount) {
        if (amount != null) {
            document.put(
                    name,
                    new JsonObject()
                            .put("asset", amount.asset().code())
                            .put("exponent", amount.asset().exponent())
                            .put("units", amount.units().toString()));
        }
    }

    private static @Nullable Money money(@Nullable JsonNode node) {
        return node == null
                ? null
                : new Money(
                        new BigInteger(node.get("units").stringValue()),
                        Asset.crypto(
                                node.get("asset").stringValue(),
                                node.get("exponent").intValue()));
    }
}
