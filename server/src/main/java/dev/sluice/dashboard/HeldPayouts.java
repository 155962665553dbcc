package dev.sluice.dashboard;

import dev.sluice.client.model.Disbursement;

/// Payouts that the service holds because their rows were changed: pages show neither their payee nor their amount.
public final class HeldPayouts {
    private static final String HELD = "held";

    private HeldPayouts() {}

    public static boolean isHeld(Disbursement payout) {
        return HELD.equals(payout.statusDetail());
    }
}
