package dev.sluice.fileimport.deposit;

import dev.sluice.auth.Caller;
import dev.sluice.deposit.create.DepositPreparation;
import dev.sluice.fileimport.Fault;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.refusal.Refusal;
import dev.sluice.sheet.Grid.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/// Dry run of the rows of a file against the deposit API.
record DepositPreview(DepositPreparation orders, DepositRequests requests, Caller caller) {
    private static final String TRIAL = "trial";

    List<ImportRow<DepositColumn>> of(List<Row<DepositColumn>> rows) {
        var details = orders.dryRun(
                caller,
                rows.stream()
                        .map(row -> DepositRequests.order(row.cells(), TRIAL))
                        .toList());
        boolean duplicates = orders.duplicateReferencesAllowed(caller);
        var first = new HashMap<String, Integer>();
        var judged = new ArrayList<ImportRow<DepositColumn>>();
        for (int at = 0; at < rows.size(); at++) {
            var row = rows.get(at);
            var faults = Fault.of(row, DepositColumn.AMOUNT);
            requests.faults(row.cells(), details.get(at)).forEach(fault -> Fault.add(faults, fault));
            var reference = duplicates ? "" : row.at(DepositColumn.REFERENCE);
            var earlier = reference.isEmpty() ? null : first.putIfAbsent(reference, row.number());
            if (earlier != null) {
                Fault.add(
                        faults,
                        new Fault<>(
                                DepositColumn.REFERENCE, Refusal.REFERENCE_EXISTS.code(), "is also in row " + earlier));
            }
            judged.add(ImportRow.read(row, faults));
        }
        return judged;
    }
}
