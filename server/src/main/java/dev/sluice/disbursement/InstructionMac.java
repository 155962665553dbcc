package dev.sluice.disbursement;

import dev.sluice.disbursement.DisbursementState.Pending;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The MAC of a payout's instruction: which payout of which organization pays how much of what to whom, by which rail
/// and with which note. It is made when the payout is created and checked before anything follows from the row.
public final class InstructionMac {
    private static final String PURPOSE = "disbursement/instruction";

    private final RecordMac mac;

    public InstructionMac(Vault vault) {
        this.mac = vault.mac(PURPOSE);
    }

    public byte[] of(Disbursement payout) {
        return mac.of(fields(payout));
    }

    /// Reports whether a stored MAC is that of the payout. A payout that came to its end before MACs were made has
    /// none, and needs none: nothing is sent for it any more.
    boolean isOf(Disbursement payout, byte @Nullable [] stored) {
        boolean needsNone = stored == null && !(payout.state() instanceof Pending);
        return needsNone || mac.isOf(stored, fields(payout));
    }

    private static List<@Nullable Object> fields(Disbursement payout) {
        var asset = payout.amount().asset();
        var fields = new ArrayList<@Nullable Object>();
        fields.add(payout.organizationId());
        fields.add(payout.id());
        fields.add(asset.kind());
        fields.add(asset.code());
        fields.add(asset.exponent());
        fields.add(payout.amount().units());
        fields.add(payout.fee().units());
        fields.add(payout.progress().rail());
        fields.add(payout.note());
        fields.add(payout.payee().bytes());
        return fields;
    }
}
