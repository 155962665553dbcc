package dev.sluice.bulk;

import dev.sluice.disbursement.Orders;
import dev.sluice.money.Asset;
import java.util.Base64;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which rows of a file wait for an approval, if a person has it paid.
///
/// @param rows by their numbers
/// @param byAsset how many of them there are
public record Foreseen(NavigableSet<Integer> rows, Map<Asset, Integer> byAsset) {
    static final Foreseen NONE = new Foreseen(new TreeSet<>(), Map.of());

    public Foreseen {
        byAsset = Map.copyOf(byAsset);
    }

    /// Tries the rows as they would be sent: each counts for those after it, where the policy has a total.
    ///
    /// @param ready all rows that can be paid
    static Foreseen of(Orders.Foresight foresight, Requests requests, Asset.Kind kind, Stream<BulkRow> ready) {
        var chunks = ready.sorted(Comparator.comparingInt(BulkRow::number))
                .collect(Collectors.groupingBy(
                        row -> Objects.requireNonNull(row.chunk()), TreeMap::new, Collectors.toList()));
        var rows = new TreeSet<Integer>();
        var byAsset = new HashMap<Asset, Integer>();
        chunks.values().forEach(chunk -> {
            var asset = asset(chunk.getFirst());
            var waiting = foresight.of(kind, requests.of(kind, asset.code(), cells(chunk)));
            for (int at = 0; at < chunk.size(); at++) {
                if (waiting.contains(Requests.items(kind) + "[" + at + "]")) {
                    rows.add(chunk.get(at).number());
                    byAsset.merge(asset, 1, Integer::sum);
                }
            }
        });
        return new Foreseen(rows, byAsset);
    }

    private static Asset asset(BulkRow row) {
        return Objects.requireNonNull(row.amount()).asset();
    }

    private static List<Map<Column, String>> cells(List<BulkRow> chunk) {
        return chunk.stream().map(BulkRow::cells).toList();
    }

    /// How many rows of an asset wait.
    int of(Asset asset) {
        return byAsset.getOrDefault(asset, 0);
    }

    /// The rows in short, as a page sends what it has shown.
    public String shown() {
        var bits = new BitSet();
        rows.forEach(bits::set);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bits.toByteArray());
    }

    /// Whether all rows wait that a page has shown to. What is none of ours has shown none.
    boolean isAsShown(String shown) {
        try {
            return BitSet.valueOf(Base64.getUrlDecoder().decode(shown)).stream().allMatch(rows::contains);
        } catch (IllegalArgumentException nothingOfOurs) {
            return false;
        }
    }
}
