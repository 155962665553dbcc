package dev.sluice.ledger;

import dev.sluice.money.Money;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One movement of a payment's money between two accounts of the same organization.
public record Leg(Account from, Account to, Money amount, TransferKind kind) {
    /// Returns the transfers of legs, numbered from `sequence`.
    public static List<Transfer> transfers(
            List<Leg> legs, UUID organizationId, UUID paymentId, int sequence, Instant at) {
        var transfers = new ArrayList<Transfer>();
        for (var leg : legs) {
            transfers.add(new Transfer(
                    organizationId,
                    paymentId,
                    sequence + transfers.size(),
                    leg.from,
                    leg.to,
                    leg.amount,
                    leg.kind,
                    at));
        }
        return transfers;
    }

    /// Returns the accounts of legs.
    public static Set<AccountKey> accounts(List<Leg> legs, UUID organizationId) {
        return legs.stream()
                .flatMap(leg -> Stream.of(leg.from, leg.to)
                        .map(account -> new AccountKey(organizationId, leg.amount.asset(), account)))
                .collect(Collectors.toSet());
    }

    /// Returns the net amounts that legs move, by place.
    public static Map<LedgerVerifier.Place, BigInteger> moved(List<Leg> legs) {
        var moved = new HashMap<LedgerVerifier.Place, BigInteger>();
        for (var leg : legs) {
            var asset = leg.amount.asset().code();
            moved.merge(
                    new LedgerVerifier.Place(asset, leg.from),
                    leg.amount.units().negate(),
                    BigInteger::add);
            moved.merge(new LedgerVerifier.Place(asset, leg.to), leg.amount.units(), BigInteger::add);
        }
        return moved;
    }

    /// Returns true if the other leg has the same accounts and the same kind.
    public boolean isSameWay(Leg other) {
        return from.equals(other.from) && to.equals(other.to) && kind == other.kind;
    }

    /// Returns the reverse leg with another kind.
    public Leg back(TransferKind reason) {
        return new Leg(to, from, amount, reason);
    }
}
