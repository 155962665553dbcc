package dev.sluice.disbursement;

import dev.sluice.disbursement.Disbursement.Progress;
import dev.sluice.disbursement.DisbursementState.Cancelled;
import dev.sluice.disbursement.DisbursementState.Completed;
import dev.sluice.disbursement.DisbursementState.Failed;
import dev.sluice.disbursement.DisbursementState.Pending;
import dev.sluice.disbursement.DisbursementState.Reversed;
import dev.sluice.disbursement.DisbursementState.Stage;
import dev.sluice.money.Money;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.RoutingNumbers;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// Sample payouts, states and outcomes, one of each kind.
public final class Samples {
    static final Instant THEN = Instant.parse("2026-01-01T00:00:00Z");
    public static final Instant NOW = THEN.plusSeconds(60);
    static final FailureCode CODE = FailureCode.BANK_REJECTED;
    static final Money AMOUNT = new Money(BigInteger.valueOf(100), PayoutFixture.EUR);
    static final List<DisbursementState> STATES = List.of(
            new Pending(Stage.QUEUED),
            new Pending(Stage.SUBMITTED),
            new Pending(Stage.UNKNOWN),
            new Completed(THEN),
            new Failed(CODE, "refused", THEN),
            new Cancelled(THEN),
            new Reversed(CODE, "came back", THEN, AMOUNT));
    static final List<Outcome> OUTCOMES = List.of(
            new Outcome.Accepted("rail-1", NOW),
            new Outcome.Unknown("no answer", NOW),
            new Outcome.NotSeen(),
            new Outcome.Settled("rail-1", NOW),
            new Outcome.Rejected(CODE, "refused"),
            new Outcome.Returned(CODE, "came back", NOW, AMOUNT),
            new Outcome.Stopped());

    private Samples() {}

    public static Disbursement payout(DisbursementState state, long amount, long fee) {
        var nobody = new UUID(1, 1);
        var money = new Money(BigInteger.valueOf(amount), PayoutFixture.EUR);
        var bank = new Payee.Bank(
                "Bank",
                "Erika Muster",
                "1234567",
                "BANK",
                RoutingNumbers.NONE,
                null,
                null,
                "EUR",
                null,
                null,
                null,
                null,
                null);
        return new Disbursement(
                nobody,
                new UUID(1, 2),
                nobody,
                money,
                new Money(BigInteger.valueOf(fee), PayoutFixture.EUR),
                BigDecimal.ONE,
                PayeeDocument.of(new Payee(nobody, null, "Erika Muster", bank, null)),
                null,
                null,
                new Disbursement.Actor(nobody, "till"),
                money,
                money,
                new Progress(state, History.ofNew(THEN), "sandbox", null, null, null, false, 1, 1, THEN));
    }
}
