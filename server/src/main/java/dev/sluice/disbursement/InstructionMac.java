package dev.sluice.disbursement;

import dev.sluice.disbursement.DisbursementState.Pending;
import dev.sluice.disbursement.DisbursementState.Stage;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// MACs of a payout. The MAC of its instruction covers the payout and its organization, the amount, the payee, the
/// rail, the note, the maker, and whether it may leave without an approval. It is computed at creation and checked
/// before the row is used. The MAC of its approval covers the approver and the time.
public final class InstructionMac {
    private static final String PURPOSE = "disbursement/instruction";
    private static final String FREE = "free";
    private static final String ASKED = "asked";

    private final RecordMac mac;
    private final RecordMac approvals;

    public InstructionMac(Vault vault) {
        this.mac = vault.mac(PURPOSE);
        this.approvals = vault.mac("disbursement/approval");
    }

    /// Stored approval of a payout, if one was required.
    ///
    /// @param preparer another person with a part in the payout, who cannot approve it
    record StoredApproval(
            @Nullable UUID preparer,
            @Nullable UUID decidedBy,
            @Nullable Boolean approved,
            @Nullable Instant endedAt,
            byte @Nullable [] mac) {}

    /// The MAC of a payout that may leave without an approval.
    public byte[] of(Disbursement payout) {
        return mac.of(fields(payout, FREE, null));
    }

    /// Returns the MAC of a payout that needs an approval.
    byte[] ofAsked(Disbursement payout, @Nullable UUID preparer) {
        return mac.of(fields(payout, ASKED, preparer));
    }

    /// The MAC of a decision that a payout may leave.
    public byte[] ofApproval(UUID organizationId, UUID payoutId, UUID by, Instant at) {
        return approvals.of(approval(organizationId, payoutId, by, at));
    }

    /// Reports whether a stored MAC matches the payout, and the payout may be in its state. A payout on its way
    /// needed no approval, or has one.
    ///
    /// @param approval the approval, if the row says that one was required
    /// @param cancelled true if the payout was cancelled or rejected
    boolean isOf(Disbursement payout, byte[] stored, @Nullable StoredApproval approval, boolean cancelled) {
        boolean open = payout.state() instanceof Pending;
        if (cancelled && open && !payout.progress().detached()) {
            return false;
        }
        if (mac.isOf(stored, fields(payout, FREE, null))) {
            return true;
        }
        return approval != null
                && mac.isOf(stored, fields(payout, ASKED, approval.preparer()))
                && (!isOnItsWay(payout) || isApproved(payout, approval));
    }

    private static boolean isOnItsWay(Disbursement payout) {
        return payout.state() instanceof Pending(var stage)
                && stage != Stage.NEEDS_APPROVAL
                && !payout.progress().detached();
    }

    private boolean isApproved(Disbursement payout, StoredApproval approval) {
        return approval.decidedBy() != null
                && approval.endedAt() != null
                && Boolean.TRUE.equals(approval.approved())
                && approvals.isOf(
                        approval.mac(),
                        approval(payout.organizationId(), payout.id(), approval.decidedBy(), approval.endedAt()));
    }

    private static List<Object> approval(UUID organizationId, UUID payoutId, UUID by, Instant at) {
        return List.of(organizationId, payoutId, by, at.truncatedTo(ChronoUnit.MICROS));
    }

    private static List<@Nullable Object> fields(Disbursement payout, String gate, @Nullable UUID preparer) {
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
        fields.addAll(Arrays.asList(payout.actor().id(), gate, preparer));
        return fields;
    }
}
