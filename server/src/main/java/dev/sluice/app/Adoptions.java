package dev.sluice.app;

import dev.sluice.db.Tx;
import dev.sluice.deposit.DepositModule;
import dev.sluice.disbursement.DisbursementModule;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.evm.EvmModule;
import dev.sluice.rail.stellar.StellarModule;
import dev.sluice.recipient.Recipients;
import dev.sluice.vault.Adoption;
import dev.sluice.webhook.WebhookModule;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/// Migrates records that a version without MACs stored: makes their MACs, once per kind of record.
final class Adoptions {
    private final Infrastructure ground;
    private final Instant now;

    private Adoptions(Infrastructure ground) {
        this.ground = ground;
        this.now = ground.clocks().realInstant();
    }

    static void run(Infrastructure ground) {
        new Adoptions(ground).run();
    }

    private void run() {
        var vault = ground.vault();
        adopt("payouts", List.of(tx -> EvmModule.adopt(tx, vault), tx -> StellarModule.adopt(tx, vault, now)));
        adopt("payout instructions", List.of(tx -> DisbursementModule.adopt(tx, vault)));
        adopt("recipients", List.of(tx -> Recipients.adopt(tx, vault)));
        adopt("deposits", List.of(tx -> DepositModule.adopt(tx, vault)));
        adopt("payments", List.of(tx -> DepositModule.adoptPayments(tx, vault)));
        adopt("rail notices", List.of(new IncomingPayments(vault)::adopt, new PayoutStatusReports(vault)::adopt));
        adopt("webhook endpoints", List.of(tx -> WebhookModule.adopt(tx, vault)));
    }

    private void adopt(String subject, List<Consumer<Tx>> rooms) {
        Adoption.once(ground.database(), ground.vault(), subject, now, rooms);
    }
}
