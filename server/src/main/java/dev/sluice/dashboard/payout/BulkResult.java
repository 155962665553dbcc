package dev.sluice.dashboard.payout;

import dev.sluice.bulk.BulkFile;
import dev.sluice.bulk.BulkRow;
import dev.sluice.bulk.Bulks;
import dev.sluice.bulk.Column;
import dev.sluice.client.SluiceClient;
import dev.sluice.client.model.CryptoDisbursementQuery;
import dev.sluice.client.model.Disbursement;
import dev.sluice.client.model.FiatDisbursementQuery;
import dev.sluice.dashboard.CsvFile;
import dev.sluice.http.Answer;
import dev.sluice.money.Asset;
import dev.sluice.page.Texts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What became of a file, row by row.
record BulkResult(Bulks bulks, SluiceClient client, Texts texts) {
    private static final int READ_AT_ONCE = 500;
    private static final int PAGE = 100;
    private static final List<String> OUTCOME =
            List.of("row", "result", "payout_id", "payout_status", "fee", "failure_code", "failure");

    Answer file(BulkFile file) {
        var columns = Column.of(file.kind());
        var titles = Stream.concat(OUTCOME.stream(), columns.stream().map(Column::title))
                .toList();
        var payouts = payouts(file);
        var table = CsvFile.of(titles);
        int last = 0;
        for (var rows = bulks.rowsAfter(file, last, READ_AT_ONCE);
                !rows.isEmpty();
                rows = bulks.rowsAfter(file, last, READ_AT_ONCE)) {
            for (var row : rows) {
                table.line(cells(row, payouts.get(row.payoutId()), columns).toArray());
                last = row.number();
            }
        }
        return table.answer("result-" + file.id() + ".csv");
    }

    private List<@Nullable Object> cells(BulkRow row, @Nullable Disbursement payout, List<Column> columns) {
        var cells = new ArrayList<@Nullable Object>();
        cells.add(row.number());
        cells.add(row.state().name().toLowerCase(Locale.ROOT));
        cells.add(row.payoutId());
        cells.add(payout == null ? null : payout.status());
        cells.add(row.fee() == null ? null : row.fee().decimal());
        cells.add(payout == null ? firstCode(row) : payout.failureCode());
        cells.add(payout == null ? faults(row) : failure(payout));
        columns.forEach(column -> cells.add(row.at(column)));
        return cells;
    }

    private static @Nullable String firstCode(BulkRow row) {
        return row.faults().isEmpty() ? null : row.faults().getFirst().code();
    }

    private static String faults(BulkRow row) {
        return row.faults().stream()
                .map(fault -> fault.column().title() + " " + fault.message())
                .collect(Collectors.joining("; "));
    }

    private @Nullable String failure(Disbursement payout) {
        var code = payout.failureCode();
        return code == null ? null : texts.find("failure." + code).orElse(payout.failureMessage());
    }

    private Map<UUID, Disbursement> payouts(BulkFile file) {
        var byId = new HashMap<UUID, Disbursement>();
        for (var group : bulks.groups(file)) {
            var payouts = file.kind() == Asset.Kind.FIAT
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
