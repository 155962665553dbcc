package dev.sluice.deposit.lane;

import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositState;
import dev.sluice.deposit.DepositState.Completed;
import dev.sluice.deposit.Pricing.Priced;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.AccountKey;
import dev.sluice.ledger.LedgerVerifier;
import dev.sluice.ledger.Leg;
import dev.sluice.ledger.Transfer;
import dev.sluice.ledger.TransferKind;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.IncomingPayment;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/// Bookings of a deposit's money. Nothing is booked before the money comes. Then the fee is earned, and the merchant
/// gets the rest: as it is, or exchanged through the house's position in both assets.
public final class Placement {
    private Placement() {}

    /// Returns the transfers from one state to another, numbered from `sequence` on: first the old credit back,
    /// then the new one.
    static List<Transfer> between(Deposit before, DepositState after, int sequence, Instant at) {
        if (before.state() instanceof Completed && before.state().equals(after)) {
            return List.of();
        }
        var rail = before.instructions().rail();
        var legs = new ArrayList<Leg>();
        if (before.state() instanceof Completed(var was, var _) && after instanceof Completed(var is, var _)) {
            legs.addAll(differences(legs(was, rail), legs(is, rail), TransferKind.CORRECTION));
        } else if (before.state() instanceof Completed(var credit, var _)) {
            legs(credit, rail).reversed().forEach(leg -> legs.add(leg.back(TransferKind.CORRECTION)));
        } else if (after instanceof Completed(var credit, var _)) {
            legs.addAll(legs(credit, rail));
        }
        return Leg.transfers(legs, before.organizationId(), before.id(), sequence, at);
    }

    /// Returns the legs that take back a partly reversed credit: at the rate of its arrival, with its fee.
    static List<Leg> takenBack(Deposit before, Completed after) {
        if (!(before.state() instanceof Completed(var was, var _))) {
            throw new IllegalStateException("nothing was credited: " + before.id());
        }
        var rail = before.instructions().rail();
        return differences(legs(was, rail), legs(after.credit(), rail), TransferKind.REVERSAL);
    }

    /// Returns the amount that some legs take from the merchant's available balance.
    static Money taken(List<Leg> legs, Asset asset) {
        var available = new LedgerVerifier.Place(asset.code(), Account.AVAILABLE);
        return new Money(
                Leg.moved(legs).getOrDefault(available, BigInteger.ZERO).negate(), asset);
    }

    /// Returns the leg by which the house advances an amount that was spent before it was taken back.
    static Leg advance(Money missing) {
        return new Leg(Account.OWED, Account.AVAILABLE, missing, TransferKind.ADVANCE);
    }

    /// Returns the accounts of owed amounts and their repayment.
    static Set<AccountKey> owing(Deposit deposit) {
        return Leg.accounts(List.of(advance(deposit.progress().owed())), deposit.organizationId());
    }

    /// Returns the differences of each leg from before; decreases get their own kind.
    private static List<Leg> differences(List<Leg> before, List<Leg> after, TransferKind less) {
        var differences = new ArrayList<Leg>();
        for (var leg : after) {
            var same = before.stream().filter(leg::isSameWay).findFirst();
            var more = same.map(was -> leg.amount().minus(was.amount())).orElse(leg.amount());
            if (more.isPositive()) {
                differences.add(new Leg(leg.from(), leg.to(), more, leg.kind()));
            } else if (more.isNegative()) {
                differences.add(
                        new Leg(leg.from(), leg.to(), Money.zero(more.asset()).minus(more), leg.kind()).back(less));
            }
        }
        before.stream()
                .filter(leg -> after.stream().noneMatch(leg::isSameWay))
                .forEach(leg -> differences.add(leg.back(less)));
        return differences;
    }

    /// The accounts that a deposit's money goes through.
    static Set<AccountKey> accounts(Deposit deposit) {
        return Leg.accounts(
                allLegs(deposit.requested().priced(), deposit.instructions().rail()), deposit.organizationId());
    }

    /// Returns the amounts that a credit with an owed amount should have moved.
    public static Map<LedgerVerifier.Place, BigInteger> moved(Priced credit, Money owed, String rail) {
        var legs = new ArrayList<>(legs(credit, rail));
        legs.add(advance(owed));
        return Leg.moved(legs);
    }

    /// Returns the amounts that an owed amount should have moved.
    public static Map<LedgerVerifier.Place, BigInteger> moved(Money owed) {
        return Leg.moved(List.of(advance(owed)));
    }

    private static List<Leg> legs(Priced credit, String rail) {
        return allLegs(credit, rail).stream()
                .filter(leg -> leg.amount().isPositive())
                .toList();
    }

    private static List<Leg> allLegs(Priced credit, String rail) {
        var clearing = Account.clearing(rail);
        var rest = credit.input().minus(credit.fee());
        var legs = new ArrayList<Leg>();
        if (credit.isConverted()) {
            legs.add(new Leg(clearing, Account.POSITION, rest, TransferKind.DEPOSIT));
            legs.add(new Leg(Account.POSITION, Account.AVAILABLE, credit.output(), TransferKind.CONVERSION));
        } else {
            legs.add(new Leg(clearing, Account.AVAILABLE, rest, TransferKind.DEPOSIT));
        }
        legs.add(new Leg(clearing, Account.FEES, credit.fee(), TransferKind.FEE));
        return legs;
    }

    /// Returns the accounts for unmatched money.
    static List<AccountKey> suspense(UUID organizationId, IncomingPayment payment) {
        var asset = payment.amount().asset();
        return List.of(
                new AccountKey(organizationId, asset, Account.clearing(payment.rail())),
                new AccountKey(organizationId, asset, Account.SUSPENSE));
    }

    static Set<AccountKey> settled(Deposit deposit) {
        var keys = new HashSet<>(Placement.accounts(deposit));
        var asset = deposit.requested().priced().input().asset();
        keys.add(new AccountKey(deposit.organizationId(), asset, Account.SUSPENSE));
        return keys;
    }
}
