package dev.sluice.bulk;

import dev.sluice.clock.Clocks;
import dev.sluice.disbursement.Orders;
import dev.sluice.disbursement.WalletFields;
import dev.sluice.recipient.BankDetails;
import dev.sluice.recipient.Recipients;
import dev.sluice.reference.References;
import dev.sluice.sheet.file.Fault;
import dev.sluice.vault.Hmac;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Finds rows that say the same as rows of files that are paid now, or were lately: whoever mends a file and sends
/// all of it again would pay them twice. What was to be paid and came to nothing does not count, unless its
/// rail says since then that it was paid. And rows that say the same as an earlier one of their own file,
/// as of one that was pasted twice.
final class Repeats {
    private static final Duration LATELY = Duration.ofDays(3);
    /// Of how many rows that say the same it is looked at whether they came to nothing; more count as paid.
    private static final int LOOKED_AT_MAX = 5;
    private static final Set<String> CAME_TO_NOTHING = Set.of("failed", "reversed", "cancelled");

    private final Clocks clocks;
    private final Orders orders;
    private final References references;
    private final byte[] digestKey;

    Repeats(Clocks clocks, Orders orders, References references, byte[] digestKey) {
        this.clocks = clocks;
        this.orders = orders;
        this.references = references;
        this.digestKey = digestKey.clone();
    }

    /// What a row says, however its amount and whom it pays are written; nothing where it cannot be paid.
    byte @Nullable [] said(BulkRow row) {
        var amount = row.amount();
        if (amount == null) {
            return null;
        }
        var cells = new EnumMap<>(row.cells());
        cells.put(Column.AMOUNT, amount.decimal().toPlainString());
        cells.computeIfPresent(
                Column.ACCOUNT_NUMBER,
                (_, typed) -> Recipients.accountNumber(
                        references,
                        cells.getOrDefault(Column.CURRENCY, ""),
                        cells.getOrDefault(Column.BANK_CODE, ""),
                        typed));
        cells.computeIfPresent(Column.BRANCH_CODE, (_, typed) -> orEmpty(BankDetails.compact(typed)));
        cells.computeIfPresent(Column.WALLET_ADDRESS, (_, typed) -> written(typed));
        cells.computeIfPresent(Column.MEMO, (_, typed) -> orEmpty(WalletFields.meant(typed)));
        return Column.digest(digestKey, List.of(row.saying(cells)));
    }

    private static String written(String wallet) {
        return WalletFields.spellings(wallet).getFirst();
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    /// Rows of other files that rows of a file repeat, the latest first, some of each that say the same.
    List<Repeat> found(Handle handle, BulkFile file) {
        return BulkRowStore.repeated(handle, file, clocks.instant().minus(LATELY), LOOKED_AT_MAX);
    }

    /// The rows of a file that repeat others, each with the latest one, by their numbers.
    ///
    /// @param said what its rows say that can be paid, by their numbers
    /// @param besides payouts that do not count
    static SortedMap<Integer, Repeat> of(Map<Integer, String> said, List<Repeat> found, Set<UUID> besides) {
        var latest = new HashMap<String, Repeat>();
        for (var each : found) {
            if (!besides.contains(each.payoutId())) {
                latest.putIfAbsent(each.said(), each);
            }
        }
        var rows = new TreeMap<Integer, Repeat>();
        said.forEach((number, text) -> {
            var other = latest.get(text);
            if (other != null) {
                rows.put(number, other);
            }
        });
        return rows;
    }

    /// Texts of the rows of a file that can be paid.
    ///
    /// @param texts by the numbers of the rows
    /// @param hidden the numbers of those that the spreadsheet does not show
    record Said(Map<Integer, String> texts, SortedSet<Integer> hidden) {}

    /// The rows of a file that say the same as an earlier one, each with the first one, by their numbers. A hidden row
    /// is no first one of others that are shown: where hidden and repeated rows are left out, one of them stays.
    static SortedMap<Integer, Integer> within(Said said) {
        var first = new HashMap<String, Integer>();
        var rows = new TreeMap<Integer, Integer>();
        said.texts().keySet().stream()
                .sorted(Comparator.comparing((Integer number) -> said.hidden().contains(number))
                        .thenComparing(Comparator.naturalOrder()))
                .forEach(number -> {
                    var earlier = first.putIfAbsent(said.texts().getOrDefault(number, ""), number);
                    if (earlier != null) {
                        rows.put(number, earlier);
                    }
                });
        return rows;
    }

    /// Why a hidden or a repeated row was left out.
    static Fault<Column> why(Before before, BulkRow row) {
        if (row.hidden()) {
            return new Fault<>(Column.AMOUNT, Fault.HIDDEN, "was left out: the spreadsheet does not show it");
        }
        var other = before.rows().get(row.number());
        return new Fault<>(
                Column.AMOUNT,
                "ROW_REPEATED",
                other == null
                        ? "was left out: it says the same as row "
                                + before.within().get(row.number())
                        : "was left out: it says the same as a row of " + other.fileName());
    }

    /// What was found and came to nothing.
    Set<UUID> cameToNothing(BulkFile file, List<Repeat> found) {
        var payouts =
                found.stream().map(Repeat::payoutId).filter(Objects::nonNull).toList();
        return orders.standings(file.organizationId(), payouts).entrySet().stream()
                .filter(each -> CAME_TO_NOTHING.contains(each.getValue().status())
                        && !each.getValue().mayBePaid())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /// Short for all that a page shows of what was paid before, or stands there twice.
    String token(
            @Nullable BulkFile twin,
            SortedMap<Integer, Repeat> rows,
            SortedMap<Integer, Integer> within,
            SortedSet<Integer> hidden) {
        var shown = rows.entrySet().stream()
                .map(row -> row.getKey() + ":" + row.getValue().fileId())
                .collect(Collectors.joining(",", (twin == null ? "" : twin.id()) + "/", "/" + within + hidden));
        return HexFormat.of().formatHex(new Hmac(digestKey).of(shown.getBytes(StandardCharsets.UTF_8)));
    }
}
