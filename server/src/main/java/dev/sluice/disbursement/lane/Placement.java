package dev.sluice.disbursement.lane;

import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.DisbursementRows;
import dev.sluice.disbursement.DisbursementState;
import dev.sluice.disbursement.Status;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.LedgerVerifier;
import dev.sluice.ledger.Transfer;
import dev.sluice.ledger.TransferKind;
import dev.sluice.money.Money;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Accounts of a payout's amount and fee in the books, by status. A change from any status to any other moves both
/// from their old account to the new one, so the books follow every transition, including forced ones.
///
/// @param missing units of the amount that did not come back of a reversed payout, and stay at `missingAt`; zero in
///     any other status
public record Placement(Account amountAt, Account feeAt, Account missingAt, BigInteger missing) {
    private Placement(Account amountAt, Account feeAt) {
        this(amountAt, feeAt, amountAt, BigInteger.ZERO);
    }

    /// Returns the placement of a payout whose amount is in one account: a reversed one came back in full.
    public static Placement of(Status status, String rail) {
        return switch (status) {
            case PENDING -> new Placement(Account.HELD, Account.HELD);
            case COMPLETED -> new Placement(Account.clearing(rail), Account.FEES);
            case FAILED, CANCELLED -> nowhere();
            case REVERSED -> new Placement(Account.AVAILABLE, Account.FEES);
        };
    }

    /// Returns the placement of a payout.
    ///
    /// @param amount units of the payout
    /// @param returned units that came back; null if it is not reversed
    public static Placement of(Status status, String rail, BigInteger amount, @Nullable BigInteger returned) {
        var whole = of(status, rail);
        return returned == null
                ? whole
                : new Placement(whole.amountAt, whole.feeAt, Account.clearing(rail), amount.subtract(returned));
    }

    /// Returns the placement of a payout in a state.
    static Placement of(Disbursement payout, DisbursementState state) {
        return of(
                state.status(),
                payout.progress().rail(),
                payout.amount().units(),
                DisbursementRows.returnedUnits(state));
    }

    /// Returns the placement before creation and after a failure: the merchant may spend all of it.
    public static Placement nowhere() {
        return new Placement(Account.AVAILABLE, Account.AVAILABLE);
    }

    /// The transfers from here to there, numbered from `sequence` on.
    public List<Transfer> to(Placement there, Disbursement payout, int sequence, Instant at) {
        var legs = amountLegs(there, payout.amount());
        if (!feeAt.equals(there.feeAt) && !payout.fee().isZero()) {
            var fee = new Leg(feeAt, there.feeAt, payout.fee());
            int same = IntStream.range(0, legs.size())
                    .filter(each -> legs.get(each).sameWay(fee))
                    .findFirst()
                    .orElse(legs.size());
            if (same == legs.size()) {
                legs.add(fee);
            } else {
                legs.set(same, legs.get(same).plus(fee));
            }
        }
        var transfers = new ArrayList<Transfer>();
        for (var leg : legs) {
            transfers.add(new Transfer(
                    payout.organizationId(),
                    payout.id(),
                    sequence++,
                    leg.from(),
                    leg.to(),
                    leg.amount(),
                    leg.kind(),
                    at));
        }
        return transfers;
    }

    /// Returns the moves of the amount: each account with too much gives to those with too little.
    private List<Leg> amountLegs(Placement there, Money amount) {
        var asset = amount.asset();
        var change = there.shares(amount.units());
        shares(amount.units()).forEach((account, units) -> change.merge(account, units.negate(), BigInteger::add));
        var legs = new ArrayList<Leg>();
        for (var from : List.of(amountAt, missingAt)) {
            for (var to : List.of(there.amountAt, there.missingAt)) {
                var given = units(change, from).negate().min(units(change, to));
                if (given.signum() > 0) {
                    legs.add(new Leg(from, to, new Money(given, asset)));
                    change.merge(from, given, BigInteger::add);
                    change.merge(to, given.negate(), BigInteger::add);
                }
            }
        }
        return legs;
    }

    /// Returns the units of the amount in each account.
    private Map<Account, BigInteger> shares(BigInteger amount) {
        var shares = new HashMap<Account, BigInteger>();
        shares.merge(amountAt, amount.subtract(missing), BigInteger::add);
        shares.merge(missingAt, missing, BigInteger::add);
        return shares;
    }

    private static BigInteger units(Map<Account, BigInteger> shares, Account account) {
        return Objects.requireNonNullElse(shares.get(account), BigInteger.ZERO);
    }

    /// Returns the amounts that a payout here should have moved by now: its amount and its fee, from their
    /// original accounts.
    public Map<LedgerVerifier.Place, BigInteger> moved(String asset, BigInteger amount, BigInteger fee) {
        var moved = new HashMap<LedgerVerifier.Place, BigInteger>();
        moved.merge(new LedgerVerifier.Place(asset, nowhere().amountAt), amount.negate(), BigInteger::add);
        shares(amount)
                .forEach((account, units) ->
                        moved.merge(new LedgerVerifier.Place(asset, account), units, BigInteger::add));
        moved.merge(new LedgerVerifier.Place(asset, nowhere().feeAt), fee.negate(), BigInteger::add);
        moved.merge(new LedgerVerifier.Place(asset, feeAt), fee, BigInteger::add);
        return moved;
    }

    private record Leg(Account from, Account to, Money amount) {
        boolean sameWay(Leg other) {
            return from.equals(other.from) && to.equals(other.to);
        }

        Leg plus(Leg other) {
            return new Leg(from, to, amount.plus(other.amount));
        }

        TransferKind kind() {
            if (from.equals(Account.AVAILABLE) && to.equals(Account.HELD)) {
                return TransferKind.HOLD;
            }
            if (from.equals(Account.HELD)) {
                return to.equals(Account.FEES)
                        ? TransferKind.FEE
                        : to.equals(Account.AVAILABLE) ? TransferKind.VOID : TransferKind.POST;
            }
            return to.equals(Account.AVAILABLE) && !from.equals(Account.FEES)
                    ? TransferKind.REVERSAL
                    : TransferKind.CORRECTION;
        }
    }
}
