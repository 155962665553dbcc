package dev.sluice.fileimport.payout;

import dev.sluice.auth.Caller;
import dev.sluice.disbursement.create.PayoutPreparation;
import dev.sluice.disbursement.create.PayoutPreparation.Cost;
import dev.sluice.fileimport.Fault;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.fileimport.ImportRow.State;
import dev.sluice.fileimport.RowPayment;
import dev.sluice.money.Asset;
import dev.sluice.refusal.Detail;
import dev.sluice.sheet.Grid.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Dry run of the rows of a table against the payout API.
final class PayoutPreview {
    /// Small, so that one error answer has room for all faults.
    private static final int TRIED_AT_ONCE = 16;

    private static final Pattern ITEM = Pattern.compile("\\w+\\[(\\d+)](?:\\.(.*))?");

    private final PayoutPreparation preparation;
    private final PayoutPreparation.DryRuns trials;
    private final PayoutRequests requests;
    private final Caller caller;
    private final PayoutTable table;
    private final Map<Integer, List<Fault<PayoutColumn>>> faults = new HashMap<>();
    private final Map<Integer, Cost> costs = new HashMap<>();

    private PayoutPreview(PayoutPreparation preparation, PayoutRequests requests, Caller caller, PayoutTable table) {
        this.preparation = preparation;
        this.trials = preparation.dryRuns(caller);
        this.requests = requests;
        this.caller = caller;
        this.table = table;
    }

    static List<ImportRow<PayoutColumn>> of(
            PayoutPreparation preparation, PayoutRequests requests, Caller caller, PayoutTable table) {
        return new PayoutPreview(preparation, requests, caller, table).rows();
    }

    private List<ImportRow<PayoutColumn>> rows() {
        findMalformedAmounts();
        if (!preparation.duplicateReferencesAllowed(caller)) {
            findRepeatedReferences();
        }
        byUnit().forEach((unit, rows) -> {
            for (int from = 0; from < rows.size(); from += TRIED_AT_ONCE) {
                tryOut(unit, rows.subList(from, Math.min(rows.size(), from + TRIED_AT_ONCE)));
            }
        });
        return checked();
    }

    private Map<String, List<Row<PayoutColumn>>> byUnit() {
        var byUnit = new LinkedHashMap<String, List<Row<PayoutColumn>>>();
        for (var row : table.rows()) {
            byUnit.computeIfAbsent(row.at(PayoutRequests.unit(table.kind())), _ -> new ArrayList<>())
                    .add(row);
        }
        return byUnit;
    }

    private void findMalformedAmounts() {
        for (var row : table.rows()) {
            Fault.of(row, PayoutColumn.AMOUNT).forEach(fault -> add(row, fault));
            requests.amountFault(table.kind(), row).ifPresent(fault -> add(row, fault));
        }
    }

    private void findRepeatedReferences() {
        var seen = new HashMap<String, Integer>();
        for (var row : table.rows()) {
            var reference = row.at(PayoutColumn.REFERENCE);
            var first = reference.isEmpty() ? null : seen.putIfAbsent(reference, row.number());
            if (first != null) {
                add(row, new Fault<>(PayoutColumn.REFERENCE, "REFERENCE_EXISTS", "is also in row " + first));
            }
        }
    }

    private void tryOut(String unit, List<Row<PayoutColumn>> rows) {
        var wrong = IntStream.range(0, rows.size())
                .filter(at -> faults.containsKey(rows.get(at).number()))
                .mapToObj(at -> PayoutRequests.items(table.kind()) + "[" + at + "]")
                .collect(Collectors.toSet());
        var trial = trials.of(
                table.kind(),
                requests.of(table.kind(), unit, rows.stream().map(Row::cells).toList()),
                wrong);
        for (var fault : trial.faults()) {
            var at = ITEM.matcher(fault.field());
            if (at.matches()) {
                var row = rows.get(Integer.parseInt(at.group(1)));
                add(row, fault(fault, at.group(2), row));
            } else {
                rows.forEach(
                        row -> add(row, new Fault<>(PayoutRequests.unit(table.kind()), fault.code(), fault.message())));
            }
        }
        for (var cost : trial.costs()) {
            var at = ITEM.matcher(cost.path());
            if (at.matches()) {
                costs.put(rows.get(Integer.parseInt(at.group(1))).number(), cost);
            }
        }
    }

    private static Fault<PayoutColumn> fault(Detail detail, @Nullable String path, Row<PayoutColumn> row) {
        var column = PayoutColumn.filling(Optional.ofNullable(path).orElse(""), row.cells());
        return new Fault<>(column, detail.code(), detail.message());
    }

    private void add(Row<PayoutColumn> row, Fault<PayoutColumn> fault) {
        Fault.add(faults.computeIfAbsent(row.number(), _ -> new ArrayList<>()), fault);
    }

    /// Returns the rows in order and assigns the payable ones to requests of one asset each.
    private List<ImportRow<PayoutColumn>> checked() {
        var dealt = new HashMap<Asset, Integer>();
        var chunks = new LinkedHashMap<String, Integer>();
        var rows = new ArrayList<ImportRow<PayoutColumn>>();
        for (var row : table.rows()) {
            var wrong = faults.getOrDefault(row.number(), List.of());
            var cost = costs.get(row.number());
            if (!wrong.isEmpty() || cost == null) {
                rows.add(ImportRow.read(row, wrong).is(State.FAULTY, wrong, null));
                continue;
            }
            var asset = cost.amount().asset();
            int before = dealt.merge(asset, 1, Integer::sum) - 1;
            int chunk = chunks.computeIfAbsent(
                    asset.code() + "/" + before / PayoutPreparation.ITEMS_MAX, _ -> chunks.size() + 1);
            rows.add(ImportRow.payable(
                    row,
                    new RowPayment(
                            cost.amount(), cost.fee(), cost.needsApproval(), chunk, cost.payeeRevision(), null)));
        }
        return rows;
    }
}
