package dev.sluice.dashboard.payout;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.model.CryptoDisbursementQuery;
import dev.sluice.client.model.Disbursement;
import dev.sluice.client.model.FiatDisbursementQuery;
import dev.sluice.dashboard.Wording;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.fileimport.payout.PayoutColumn;
import dev.sluice.fileimport.payout.PayoutFiles;
import dev.sluice.http.Answer;
import dev.sluice.money.Asset;
import dev.sluice.sheet.Export;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Exports the results of a file, row by row.
///
/// @param maySeeAccounts true if the reader may see full account numbers
record PayoutFileResult(PayoutFiles payoutFiles, SluiceClient client, Wording wording, boolean maySeeAccounts) {
    private static final int PAGE = 100;

    /// A row with the payout that was created from it.
    private record Outcome(
            ImportRow<PayoutColumn> row, @Nullable Disbursement payout) {}

    /// @param format requested file format
    Answer file(ImportFile file, Optional<String> format) {
        var columns = Stream.concat(
                        outcome().stream(),
                        PayoutColumn.of(file.paidAssets()).stream()
                                .map(column -> new Export.Column<Outcome>(
                                        column.title(), of -> PayoutFileView.at(of.row(), column, maySeeAccounts))))
                .toList();
        var payouts = payouts(file);
        var rows = payoutFiles.imports().rows(file).map(row -> new Outcome(row, payouts.get(row.createdId())));
        return new Export<>(columns, rows).as(format, "result-" + file.id());
    }

    private List<Export.Column<Outcome>> outcome() {
        return List.of(
                new Export.Column<>("row", of -> of.row().number()),
                new Export.Column<>("result", of -> of.row().result("made")),
                new Export.Column<>("payout_id", of -> of.row().createdId()),
                new Export.Column<>(
                        "payout_status",
                        of -> of.payout() == null ? null : of.payout().status()),
                new Export.Column<>(
                        "fee",
                        of -> of.row().payment() == null || of.row().createdId() == null
                                ? null
                                : of.row().payment().fee().decimal()),
                new Export.Column<>(
                        "failure_code",
                        of -> of.payout() == null
                                ? firstCode(of.row())
                                : of.payout().failureCode()),
                new Export.Column<>(
                        "failure",
                        of -> of.payout() == null ? of.row().faultsInWords(wording::of) : failure(of.payout())));
    }

    private static @Nullable String firstCode(ImportRow<PayoutColumn> row) {
        return row.faults().isEmpty() ? null : row.faults().getFirst().code();
    }

    private @Nullable String failure(Disbursement payout) {
        var code = payout.failureCode();
        return code == null ? null : wording.failure(code).orElse(payout.failureMessage());
    }

    private Map<UUID, Disbursement> payouts(ImportFile file) {
        var byId = new HashMap<UUID, Disbursement>();
        for (var group : payoutFiles.groups(file)) {
            var payouts = file.paidAssets() == Asset.Kind.FIAT
                    ? client.disbursements()
                            .listFiat(FiatDisbursementQuery.all()
                                    .groupId(group.toString())
                                    .limit(PAGE))
                    : client.disbursements()
                            .listCrypto(CryptoDisbursementQuery.all()
                                    .groupId(group.toString())
                                    .limit(PAGE));
            payouts.forEach(payout -> byId.put(UUID.fromString(payout.disbursementId()), payout));
        }
        return byId;
    }
}
