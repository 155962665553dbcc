package dev.sluice.disbursement.lane;

import dev.sluice.disbursement.Disbursement;
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

/// Accounts of a payout's amount and fee in the books, by status. A change from any status to any other moves both
/// from their old account to the new one, so the books follow every transition, including forced ones.
public record Placement(Account amountAt, Account feeAt) {
    public static Placement of(Status status, String rail) {
        return switch (status) {
            case PENDING -> new Placement(Account.HELD, Account.HELD);
            case COMPLETED -> new Placement(Account.clearing(rail), Account.FEES);
            case FAILED, CANCELLED -> nowhere();
            case REVERSED -> new Placement(Account.AVAILABLE, Account.FEES);
        };
    }

    /// Returns the placement before creation and after a failure: the merchant may spend all of it.
    public static Placement nowhere() {
        return new Placement(Account.AVAILABLE, Account.AVAILABLE);
    }

    /// The transfers from here to there, numbered from `sequence` on.
    public List<Transfer> to(Placement there, Disbursement payout, int sequence, Instant at) {
        var legs = new ArrayList<Leg>();
        if (!amountAt.equals(there.amountAt)) {
            legs.add(new Leg(amountAt, there.amountAt, payout.amount()));
        }
        if (!feeAt.equals(there.feeAt) && !payout.fee().isZero()) {
            legs.add(new Leg(feeAt, there.feeAt, payout.fee()));
        }
        if (legs.size() == 2 && legs.getFirst().sameWay(legs.getLast())) {
            legs = new ArrayList<>(List.of(legs.getFirst().plus(legs.getLast())));
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

    /// Returns the amounts that a payout here should have moved by now: its amount and its fee, from their
    /// original accounts.
    public Map<LedgerVerifier.Place, BigInteger> moved(String asset, BigInteger amount, BigInteger fee) {
        var moved = new HashMap<LedgerVerifier.Place, BigInteger>();
        moved.merge(new LedgerVerifier.Place(asset, nowhere().amountAt), amount.negate(), BigInteger::add);
        moved.merge(new LedgerVerifier.Place(asset, amountAt), amount, BigInteger::add);
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
