package dev.sluice.dashboard.payout;

import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.ImportPart;
import dev.sluice.disbursement.create.PayoutPreparation.CurrentState;
import dev.sluice.fileimport.AmountCell;
import dev.sluice.fileimport.DuplicateRow;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.fileimport.payout.ApprovalForecast;
import dev.sluice.fileimport.payout.DuplicateReport;
import dev.sluice.fileimport.payout.PayoutColumn;
import dev.sluice.fileimport.payout.PayoutFiles.Cost;
import dev.sluice.fileimport.payout.PayoutFiles.Progress;
import dev.sluice.page.Texts;
import dev.sluice.recipient.MaskedAccount;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Page of a payout file before its confirmation: the rows and their problems.
///
/// @param states statuses of the payouts that were created from the rows, by their ids
/// @param whole all of its payable rows
/// @param rest payable rows without repeated ones; null if these may not be left out
/// @param duplicates rows that were paid before or would be paid twice
/// @param shortAccounts expected number of digits of account numbers that are too short, by row number
/// @param problem reason why the file was not confirmed
public record PayoutFileView(
        Frame frame,
        Texts texts,
        Formats formats,
        ImportFile file,
        ImportPart<PayoutColumn> part,
        Map<UUID, CurrentState> states,
        Part whole,
        @Nullable Part rest,
        DuplicateReport duplicates,
        SortedMap<Integer, Integer> shortAccounts,
        boolean mayAct,
        boolean maySeeAccounts,
        @Nullable String problem,
        FileProgress progress) {
    /// Query value that lists only rows with a problem.
    static final String WRONG = "faulty";

    private static final int REPEATED_SHOWN = 20;

    public PayoutFileView {
        states = Map.copyOf(states);
    }

    /// Payable part of a file.
    ///
    /// @param rows number of rows
    /// @param forecast rows that need an approval if the visitor confirms the file; null if the visitor may not
    public record Part(int rows, List<Cost> costs, @Nullable ApprovalForecast forecast) {
        public Part {
            costs = List.copyOf(costs);
        }

        boolean isCovered() {
            return costs.stream().allMatch(Cost::isCovered);
        }
    }

    public String path() {
        return progress.path();
    }

    public String pathOf(UUID other) {
        return PayoutFilePages.PATH + "/" + other;
    }

    /// Returns the numbers of the first rows that other files paid recently.
    public String repeated() {
        return numbers(duplicates.rows().keySet());
    }

    /// Returns the numbers of the first rows with the same content as an earlier one.
    public String repeatedWithin() {
        return numbers(duplicates.within().keySet());
    }

    private static String numbers(Set<Integer> rows) {
        var numbers = rows.stream().limit(REPEATED_SHOWN).map(String::valueOf).collect(Collectors.joining(", "));
        return rows.size() > REPEATED_SHOWN ? numbers + " …" : numbers;
    }

    public @Nullable DuplicateRow repeat(ImportRow<PayoutColumn> row) {
        return duplicates.rows().get(row.number());
    }

    /// Returns the label for the number of rows that need an approval. It depends on the confirming person.
    public String toApprove() {
        return whole.forecast() == null
                ? texts.get("toApproveOf", file.createdBy().name())
                : texts.get("toApprove");
    }

    /// Reports whether a payable row needs an approval.
    public boolean willWait(ImportRow<PayoutColumn> row) {
        var forecast = whole.forecast();
        return forecast == null
                ? row.payment() != null && row.payment().needsApproval() && row.state() == ImportRow.State.READY
                : forecast.rows().contains(row.number());
    }

    /// Returns the number of the first row with the same content, unless the row itself is the first.
    public @Nullable String first(ImportRow<PayoutColumn> row) {
        return Optional.ofNullable(duplicates.within().get(row.number()))
                .map(String::valueOf)
                .orElse(null);
    }

    /// Reports whether the balances cover the file, or its rest without repeated rows.
    public boolean isCovered() {
        return whole.isCovered() || (rest != null && rest.isCovered());
    }

    /// Reports whether to list the rows that another file paid. If that file has the same content as this one, the
    /// page names the file instead.
    public boolean listsRepeated() {
        return !duplicates.rows().isEmpty() && duplicates.twin() == null;
    }

    /// Returns the color of a row: with problems, without, or left out on purpose.
    public String mark(ImportRow<PayoutColumn> row) {
        return switch (row.state()) {
            case LEFT_OUT -> "secondary";
            case READY, FAULTY, DUPLICATE, CREATED, REFUSED -> row.faults().isEmpty() ? "azure" : "red";
        };
    }

    /// Returns the recipient as typed in a row.
    public String payee(ImportRow<PayoutColumn> row) {
        return List.of("ACCOUNT_NAME", "RECIPIENT_ID", "WALLET_ADDRESS").stream()
                .map(name -> row.at(PayoutColumn.valueOf(name)))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("–");
    }

    public String account(ImportRow<PayoutColumn> row) {
        return List.of("BANK_CODE", "ACCOUNT_NUMBER", "MEMO").stream()
                .map(name -> at(row, PayoutColumn.valueOf(name), maySeeAccounts))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" · "));
    }

    /// Returns the content of a row's column.
    ///
    /// @param whole true if the reader may see full account numbers
    static String at(ImportRow<PayoutColumn> row, PayoutColumn column, boolean whole) {
        var text = row.at(column);
        return whole || text.isEmpty() || column != PayoutColumn.ACCOUNT_NUMBER
                ? text
                : MaskedAccount.of(text).text();
    }

    /// Returns the amount of a row. A rejected or unreadable amount is returned as typed.
    public String amount(ImportRow<PayoutColumn> row) {
        if (row.payment() != null) {
            return sum(row.payment().amount().decimal(), row);
        }
        var typed = row.at(PayoutColumn.AMOUNT);
        return AmountCell.right(row, PayoutColumn.AMOUNT)
                .map(amount -> sum(amount, row))
                .orElseGet(() -> typed.isEmpty() ? "–" : progress.files().get("typed", typed));
    }

    private String sum(BigDecimal amount, ImportRow<PayoutColumn> row) {
        return formats.money(amount, unit(row));
    }

    private static String unit(ImportRow<PayoutColumn> row) {
        return row.at(PayoutColumn.CURRENCY) + row.at(PayoutColumn.TOKEN);
    }

    /// Progress part of the page, which updates while the payouts are created and paid.
    public record FileProgress(
            Texts texts, Texts files, Texts common, Formats formats, ImportFile file, Progress progress) {
        private static final List<String> STATUSES = List.of("completed", "pending", "failed", "reversed", "cancelled");

        public String path() {
            return PayoutFilePages.PATH + "/" + file.id();
        }

        /// Returns the path of the list of rows with problems.
        public String wrong() {
            return path() + "?show=" + WRONG;
        }

        public List<String> statuses() {
            return STATUSES.stream().filter(status -> progress.of(status) > 0).toList();
        }

        public long waiting() {
            return progress.of(ImportRow.State.READY);
        }

        public long made() {
            return progress.of(ImportRow.State.CREATED);
        }

        public long refused() {
            return progress.of(ImportRow.State.REFUSED);
        }

        public long leftOut() {
            return progress.of(ImportRow.State.LEFT_OUT);
        }

        /// Returns the number of rows to pay.
        public long paying() {
            return file.payable() - leftOut();
        }

        /// Returns the number of rows to pay that are finished, successful or not.
        public long ended() {
            return refused() + made() - progress.of("pending");
        }

        public boolean isUnderWay() {
            return file.state() == ImportFile.State.CONFIRMED
                    || (file.state() == ImportFile.State.DONE && progress.of("pending") > 0);
        }

        /// Returns the live event to subscribe to while the file is being processed, otherwise null.
        public @Nullable String live() {
            return isUnderWay() ? "bulk:" + file.id() : null;
        }
    }
}
