package dev.sluice.fileimport.payout;

import dev.sluice.clock.Clocks;
import dev.sluice.disbursement.create.PayoutPreparation;
import dev.sluice.disbursement.create.WalletFields;
import dev.sluice.fileimport.DuplicateRow;
import dev.sluice.fileimport.Fault;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.fileimport.Payments;
import dev.sluice.fileimport.Payments.RowDigests;
import dev.sluice.recipient.BankDetails;
import dev.sluice.recipient.Recipients;
import dev.sluice.reference.References;
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

/// Finds rows that equal rows of files in progress or recently paid. Otherwise a user who corrects a file and sends
/// all of it again would pay those twice. Earlier payouts that failed do not count unless the rail has reported since
/// that they may have been paid. Also finds duplicates within one file, as after pasting rows twice.
final class DuplicateRows {
    private static final Duration LATELY = Duration.ofDays(3);
    /// Maximum number of equal rows whose payouts are checked for failure; the rest count as paid.
    private static final int LOOKED_AT_MAX = 5;
    private static final Set<String> CAME_TO_NOTHING = Set.of("failed", "reversed", "cancelled");

    private final Payments payments;
    private final Clocks clocks;
    private final PayoutPreparation preparation;
    private final References references;
    private final byte[] digestKey;

    DuplicateRows(
            Payments payments, Clocks clocks, PayoutPreparation preparation, References references, byte[] digestKey) {
        this.payments = payments;
        this.clocks = clocks;
        this.preparation = preparation;
        this.references = references;
        this.digestKey = digestKey.clone();
    }

    /// Returns the digest of a row's content with amount and recipient in canonical form; null if the row cannot
    /// be paid.
    byte @Nullable [] digest(ImportRow<PayoutColumn> row) {
        var payment = row.payment();
        if (payment == null) {
            return null;
        }
        var cells = new EnumMap<>(row.cells());
        cells.put(PayoutColumn.AMOUNT, payment.amount().decimal().toPlainString());
        cells.computeIfPresent(
                PayoutColumn.ACCOUNT_NUMBER,
                (_, typed) -> Recipients.accountNumber(
                        references,
                        cells.getOrDefault(PayoutColumn.CURRENCY, ""),
                        cells.getOrDefault(PayoutColumn.BANK_CODE, ""),
                        typed));
        cells.computeIfPresent(PayoutColumn.BRANCH_CODE, (_, typed) -> orEmpty(BankDetails.compact(typed)));
        cells.computeIfPresent(PayoutColumn.WALLET_ADDRESS, (_, typed) -> written(typed));
        cells.computeIfPresent(PayoutColumn.MEMO, (_, typed) -> orEmpty(WalletFields.meant(typed)));
        return PayoutColumn.digest(digestKey, List.of(row.withCells(cells)));
    }

    private static String written(String wallet) {
        return WalletFields.spellings(wallet).getFirst();
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    /// Returns rows of other files that equal rows of this one, the latest first, up to a limit for each content.
    List<DuplicateRow> find(Handle handle, ImportFile file) {
        return payments.repeated(handle, file, clocks.instant().minus(LATELY), LOOKED_AT_MAX);
    }

    /// Returns the repeated rows of a file with the latest equal one, by row number.
    ///
    /// @param digests digests of the payable rows, by row number
    /// @param besides payouts that do not count
    static SortedMap<Integer, DuplicateRow> of(
            Map<Integer, String> digests, List<DuplicateRow> duplicates, Set<UUID> besides) {
        var latest = new HashMap<String, DuplicateRow>();
        for (var each : duplicates) {
            if (!besides.contains(each.payoutId())) {
                latest.putIfAbsent(each.text(), each);
            }
        }
        var rows = new TreeMap<Integer, DuplicateRow>();
        digests.forEach((number, text) -> {
            var other = latest.get(text);
            if (other != null) {
                rows.put(number, other);
            }
        });
        return rows;
    }

    /// Returns the rows that equal an earlier row of the file, with the first one's number. Hidden rows sort last,
    /// so that a visible row remains if hidden and repeated rows are left out.
    static SortedMap<Integer, Integer> within(RowDigests digests) {
        var first = new HashMap<String, Integer>();
        var rows = new TreeMap<Integer, Integer>();
        digests.texts().keySet().stream()
                .sorted(Comparator.comparing(
                                (Integer number) -> digests.hidden().contains(number))
                        .thenComparing(Comparator.naturalOrder()))
                .forEach(number -> {
                    var earlier = first.putIfAbsent(digests.texts().getOrDefault(number, ""), number);
                    if (earlier != null) {
                        rows.put(number, earlier);
                    }
                });
        return rows;
    }

    /// Returns the reason why a hidden or repeated row was left out.
    static Fault<PayoutColumn> fault(DuplicateReport duplicates, ImportRow<PayoutColumn> row) {
        if (row.hidden()) {
            return new Fault<>(PayoutColumn.AMOUNT, Fault.HIDDEN, "was skipped: it is hidden in the spreadsheet");
        }
        var other = duplicates.rows().get(row.number());
        return new Fault<>(
                PayoutColumn.AMOUNT,
                "ROW_REPEATED",
                other == null
                        ? "was skipped: it repeats row " + duplicates.within().get(row.number())
                        : "was skipped: it repeats a row of " + other.fileName());
    }

    /// Returns the payouts that failed.
    Set<UUID> failed(ImportFile file, List<DuplicateRow> duplicates) {
        var payouts = duplicates.stream()
                .map(DuplicateRow::payoutId)
                .filter(Objects::nonNull)
                .toList();
        return preparation.states(file.organizationId(), payouts).entrySet().stream()
                .filter(each -> CAME_TO_NOTHING.contains(each.getValue().status())
                        && !each.getValue().mayBePaid())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /// Returns a fingerprint of everything that the page shows about duplicates.
    String token(
            @Nullable ImportFile twin,
            SortedMap<Integer, DuplicateRow> rows,
            SortedMap<Integer, Integer> within,
            SortedSet<Integer> hidden) {
        var shown = rows.entrySet().stream()
                .map(row -> row.getKey() + ":" + row.getValue().fileId())
                .collect(Collectors.joining(",", (twin == null ? "" : twin.id()) + "/", "/" + within + hidden));
        return HexFormat.of().formatHex(new Hmac(digestKey).of(shown.getBytes(StandardCharsets.UTF_8)));
    }
}
