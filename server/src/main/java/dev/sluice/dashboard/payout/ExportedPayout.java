package dev.sluice.dashboard.payout;

import dev.sluice.client.model.Disbursement;
import dev.sluice.client.model.FiatDisbursement;
import dev.sluice.sheet.Export.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Payout in an export.
///
/// @param bankReference the bank's reference, once known; null for a payout to a wallet, which has a transaction
record ExportedPayout(PayoutRow row, @Nullable String bankReference) {
    /// Returns the columns of the export. New ones are added at the end, because readers may rely on column
    /// positions.
    ///
    /// @param whole true for full account numbers
    static List<Column<ExportedPayout>> columns(boolean whole) {
        return List.of(
                new Column<>("id", ExportedPayout::id),
                new Column<>("group_id", each -> each.payout().groupId()),
                new Column<>("payee", each -> each.row.payee()),
                new Column<>("account", each -> each.row.account(whole)),
                new Column<>("amount", each -> each.written(each.payout().amount())),
                new Column<>("fee", each -> each.written(each.payout().feeAmount())),
                new Column<>("currency", each -> each.row.unit()),
                new Column<>("status", each -> each.payout().status()),
                new Column<>("status_detail", each -> each.payout().statusDetail()),
                new Column<>("failure_code", each -> each.payout().failureCode()),
                new Column<>("failure_message", each -> each.payout().failureMessage()),
                new Column<>("reference", each -> each.payout().reference()),
                new Column<>("note", each -> each.written(each.payout().note())),
                new Column<>("created_at", each -> each.payout().createdAt()),
                new Column<>("completed_at", each -> each.payout().completedAt()),
                new Column<>("memo", each -> each.row.memo()),
                new Column<>("tx_hash", each -> each.row.txHash()),
                new Column<>("made_by", each -> each.row.madeBy()),
                new Column<>("bank_reference", ExportedPayout::bankReference),
                new Column<>("recipient_id", ExportedPayout::recipientId));
    }

    /// Returns a value of the row; empty if the row may have been changed outside of the service.
    private <T> @Nullable T written(@Nullable T value) {
        return row.isHeld() ? null : value;
    }

    String id() {
        return row.id();
    }

    private Disbursement payout() {
        return row.payout();
    }

    private @Nullable String recipientId() {
        return payout() instanceof FiatDisbursement fiat && !row.isHeld()
                ? fiat.recipient().recipientId()
                : null;
    }
}
