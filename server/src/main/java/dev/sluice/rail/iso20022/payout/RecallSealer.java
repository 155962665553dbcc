package dev.sluice.rail.iso20022.payout;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import dev.sluice.iso20022.write.MsgIds;
import dev.sluice.iso20022.write.Recall;
import dev.sluice.iso20022.write.RecallWriter;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.text.Sha256;
import java.time.Instant;
import java.util.List;

/// Seals requests to cancel a payment (camt.055). The sender delivers them like other files.
final class RecallSealer {
    private final Clocks clocks;
    private final BankProfile profile;
    private final FileContent files;
    private final SealingTimes times;

    RecallSealer(Clocks clocks, BankProfile profile, FileContent files, SealingTimes times) {
        this.clocks = clocks;
        this.profile = profile;
        this.files = files;
        this.times = times;
    }

    /// Asks the bank to cancel an order, once.
    ///
    /// @param file the delivered file that contains it
    void request(Tx tx, BankFile file, BankOrder order, Instant now) {
        if (HandStore.isRecalled(tx, order.endToEndId())) {
            return;
        }
        var id = clocks.newId();
        var msgId = MsgIds.of(id);
        var zone = profile.windows().zone();
        var amount = order.amount();
        var bytes = RecallWriter.write(
                new Recall(
                        msgId,
                        now.atZone(zone).toOffsetDateTime(),
                        profile.account().holder(),
                        profile.account().bic(),
                        new Recall.Original(
                                file.msgId(),
                                profile.out().message(),
                                file.sealedAt().atZone(zone).toOffsetDateTime(),
                                file.sealedOn()),
                        List.of(new Recall.Recalled(
                                order.endToEndId(),
                                amount.decimal(),
                                amount.asset().code())),
                        Recall.Reason.CUST),
                profile.out());
        FileSealer.requireEqual(bytes, 1, amount.decimal());
        var hash = Sha256.of(bytes);
        var name = profile.transport().folders().name().replace("{msgId}", msgId);
        FileStore.insert(
                tx,
                new BankFile(
                        id,
                        profile.id(),
                        BankFile.Kind.RECALL,
                        msgId,
                        name,
                        amount.asset().code(),
                        amount.asset().exponent(),
                        amount.units(),
                        1,
                        files.seal(bytes),
                        hash,
                        BankFile.Delivery.NONE,
                        now,
                        times.day(now),
                        files.mac(id, profile.id(), msgId, name, hash, amount.units(), 1)));
        HandStore.recall(tx, order.endToEndId(), id);
    }
}
