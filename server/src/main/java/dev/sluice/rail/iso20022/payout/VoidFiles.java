package dev.sluice.rail.iso20022.payout;

import dev.sluice.db.Tx;
import dev.sluice.rail.iso20022.payout.HandStore.Earlier;
import dev.sluice.rail.iso20022.payout.HandStore.Voided;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// Void files. The bank does not have them, so that their orders may enter another file. The end of a
/// file has a MAC: write access to the database is not enough to send an order twice.
final class VoidFiles {
    private final RecordMac macs;

    VoidFiles(Vault vault) {
        this.macs = vault.mac("rail/bank/void");
    }

    /// Ends a file, and puts its open orders into the queue again.
    ///
    /// @param reason why the bank certainly does not have it, as a sentence
    void end(Tx tx, BankFile file, String reason, Instant at) {
        var ended = new Voided(file.id(), file.bank(), file.msgId(), reason, at, null);
        HandStore.endVoid(tx, new Voided(file.id(), file.bank(), file.msgId(), reason, at, macs.of(fields(ended))));
    }

    /// Returns the earlier files of those of some transfers that have any.
    Map<String, Earlier> earlier(Tx tx, Collection<String> endToEndIds) {
        return HandStore.earlier(tx, endToEndIds, each -> macs.isOf(each.mac(), fields(each)));
    }

    private static List<Object> fields(Voided ended) {
        return List.of(
                ended.file(),
                ended.bank(),
                ended.msgId(),
                ended.reason(),
                ended.at().truncatedTo(ChronoUnit.MICROS));
    }
}
