package dev.sluice.fileimport.payout;

import dev.sluice.disbursement.create.PayoutPreparation;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.money.Asset;
import java.util.Base64;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Approval forecast: rows that need approval if a user confirms the file.
///
/// @param rows row numbers
/// @param byAsset number of rows by asset
public record ApprovalForecast(NavigableSet<Integer> rows, Map<Asset, Integer> byAsset) {
    static final ApprovalForecast NONE = new ApprovalForecast(new TreeSet<>(), Map.of());

    public ApprovalForecast {
        byAsset = Map.copyOf(byAsset);
    }

    /// Evaluates the rows in the order of execution, since each counts for the totals of those after it.
    ///
    /// @param ready all payable rows
    static ApprovalForecast of(
            PayoutPreparation.ApprovalForecast foresight,
            PayoutRequests requests,
            Asset.Kind kind,
            Stream<ImportRow<PayoutColumn>> ready) {
        var chunks = ready.sorted(Comparator.comparingInt(ImportRow::number))
                .collect(Collectors.groupingBy(row -> row.price().chunk(), TreeMap::new, Collectors.toList()));
        var rows = new TreeSet<Integer>();
        var byAsset = new HashMap<Asset, Integer>();
        chunks.values().forEach(chunk -> {
            var asset = asset(chunk.getFirst());
            var waiting = foresight.of(kind, requests.of(kind, asset.code(), cells(chunk)));
            for (int at = 0; at < chunk.size(); at++) {
                if (waiting.contains(PayoutRequests.items(kind) + "[" + at + "]")) {
                    rows.add(chunk.get(at).number());
                    byAsset.merge(asset, 1, Integer::sum);
                }
            }
        });
        return new ApprovalForecast(rows, byAsset);
    }

    private static Asset asset(ImportRow<PayoutColumn> row) {
        return row.price().amount().asset();
    }

    private static List<Map<PayoutColumn, String>> cells(List<ImportRow<PayoutColumn>> chunk) {
        return chunk.stream().map(ImportRow::cells).toList();
    }

    /// Returns the number of rows of an asset that need approval.
    int of(Asset asset) {
        return byAsset.getOrDefault(asset, 0);
    }

    /// Returns a compact encoding of the rows for a hidden form field.
    public String shown() {
        var bits = new BitSet();
        rows.forEach(bits::set);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bits.toByteArray());
    }

    /// Returns true if every row that was shown to need approval still does. Malformed input counts as false.
    boolean isAsShown(String shown) {
        try {
            return BitSet.valueOf(Base64.getUrlDecoder().decode(shown)).stream().allMatch(rows::contains);
        } catch (IllegalArgumentException nothingOfOurs) {
            return false;
        }
    }
}
