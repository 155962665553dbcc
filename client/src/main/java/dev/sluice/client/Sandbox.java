package dev.sluice.client;

import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.DepositPaid;
import dev.sluice.client.model.DepositPay;
import dev.sluice.client.model.Disbursement;
import dev.sluice.client.model.SandboxClock;
import java.time.Duration;
import java.util.Map;

/// Functions of a sandbox only: simulated payers, forced statuses, and a clock that can be moved.
public final class Sandbox {
    private final Calls calls;

    Sandbox(Calls calls) {
        this.calls = calls;
    }

    private static final String CLOCK = "/v1/sandbox/clock";

    public SandboxClock clock() {
        return calls.get(SandboxClock.class, CLOCK);
    }

    /// Moves the sandbox's time forward.
    public SandboxClock advanceClock(Duration by) {
        return calls.post(SandboxClock.class, CLOCK, Map.of("advance", by));
    }

    /// Makes the payer pay in full, at once.
    public DepositPaid payDeposit(String depositId) {
        return payDeposit(depositId, DepositPay.inFull());
    }

    /// Makes the payer pay in another way.
    public DepositPaid payDeposit(String depositId, DepositPay request) {
        return calls.post(DepositPaid.class, Target.path("/v1/sandbox/deposit/", depositId, "/pay"), request);
    }

    /// Forces a deposit into a status, from any other; see [dev.sluice.client.model.DepositStatus].
    public Deposit forceDeposit(String depositId, String status) {
        return calls.patch(Deposit.class, Target.path("/v1/deposit/", depositId), Map.of("status", status));
    }

    /// Forces a payout into a status, from any other; see [dev.sluice.client.model.DisbursementStatus].
    public Disbursement forceDisbursement(String disbursementId, String status) {
        return calls.patchDisbursement(Target.path("/v1/disbursement/", disbursementId), Map.of("status", status));
    }
}
