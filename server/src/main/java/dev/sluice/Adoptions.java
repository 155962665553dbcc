package dev.sluice;

import dev.sluice.db.Tx;
import dev.sluice.deposit.DepositRoom;
import dev.sluice.disbursement.DisbursementRoom;
import dev.sluice.rail.Receipts;
import dev.sluice.rail.Sightings;
import dev.sluice.rail.evm.EvmRoom;
import dev.sluice.rail.stellar.StellarRoom;
import dev.sluice.recipient.Recipients;
import dev.sluice.vault.Adoption;
import dev.sluice.webhook.WebhookRoom;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/// Migrates records that a version without MACs stored: makes their MACs, once per kind of record.
final class Adoptions {
    private final Foundation ground;
    private final Instant now;

    private Adoptions(Foundation ground) {
        this.ground = ground;
        this.now = ground.clocks().realInstant();
    }

    static void run(Foundation ground) {
        new Adoptions(ground).run();
    }

    private void run() {
        var vault = ground.vault();
        adopt("payouts", List.of(tx -> EvmRoom.adopt(tx, vault), tx -> StellarRoom.adopt(tx, vault, now)));
        adopt("payout instructions", List.of(tx -> DisbursementRoom.adopt(tx, vault)));
        adopt("recipients", List.of(tx -> Recipients.adopt(tx, vault)));
        adopt("deposits", List.of(tx -> DepositRoom.adopt(tx, vault)));
        adopt("payments", List.of(tx -> DepositRoom.adoptPayments(tx, vault)));
        adopt("rail notices", List.of(new Receipts(vault)::adopt, new Sightings(vault)::adopt));
        adopt("webhook endpoints", List.of(tx -> WebhookRoom.adopt(tx, vault)));
    }

    private void adopt(String subject, List<Consumer<Tx>> rooms) {
        Adoption.once(ground.database(), ground.vault(), subject, now, rooms);
    }
}
