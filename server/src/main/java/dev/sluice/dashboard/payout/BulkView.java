package dev.sluice.dashboard.payout;

import dev.sluice.bulk.Before;
import dev.sluice.bulk.BulkFile;
import dev.sluice.bulk.BulkRow;
import dev.sluice.bulk.Bulks.Cost;
import dev.sluice.bulk.Bulks.Progress;
import dev.sluice.bulk.Column;
import dev.sluice.bulk.Foreseen;
import dev.sluice.bulk.Repeat;
import dev.sluice.client.model.Page;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.disbursement.Orders.Standing;
import dev.sluice.page.Texts;
import dev.sluice.recipient.MaskedAccount;
import dev.sluice.sheet.file.AmountCell;
import dev.sluice.sheet.file.SentFile;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A file of payouts before it is confirmed: its rows and what is wrong with them.
///
/// @param standings of the payouts that were made of the rows, by their ids
/// @param whole all of its rows that can be paid
/// @param rest the same without those that are repeated; nothing where they cannot be left out
/// @param before what of it was paid before, or would be paid twice
/// @param shortAccounts how many digits account numbers should have that have fewer, by the numbers of the rows
/// @param wrongOnly whether the rows that are paid, or can be, are left out
/// @param problem why it was not confirmed
public record BulkView(
        Frame frame,
        Texts texts,
        Look look,
        BulkFile file,
        Page<BulkRow> page,
        Map<UUID, Standing> standings,
        Part whole,
        @Nullable Part rest,
        Before before,
        SortedMap<Integer, Integer> shortAccounts,
        boolean wrongOnly,
        boolean mayAct,
        boolean maySeeAccounts,
        @Nullable String problem,
        Going going) {
    /// What an address asks for that wants no other rows than those with a problem.
    static final String WRONG = "faulty";

    private static final int REPEATED_SHOWN = 20;

    public BulkView {
        standings = Map.copyOf(standings);
    }

    /// What is paid of a file.
    ///
    /// @param rows how many
    /// @param foreseen which of them wait for an approval if whoever looks has them paid; nothing where they cannot
    public record Part(int rows, List<Cost> costs, @Nullable Foreseen foreseen) {
        public Part {
            costs = List.copyOf(costs);
        }

        boolean isCovered() {
            return costs.stream().allMatch(Cost::isCovered);
        }
    }

    public String path() {
        return going.path();
    }

    public String pathOf(UUID other) {
        return BulkPages.PATH + "/" + other;
    }

    /// The numbers of the first rows that other files had paid lately.
    public String repeated() {
        return numbers(before.rows().keySet());
    }

    /// The numbers of the first rows that say the same as an earlier one.
    public String repeatedWithin() {
        return numbers(before.within().keySet());
    }

    private static String numbers(Set<Integer> rows) {
        var numbers = rows.stream().limit(REPEATED_SHOWN).map(String::valueOf).collect(Collectors.joining(", "));
        return rows.size() > REPEATED_SHOWN ? numbers + " …" : numbers;
    }

    public @Nullable Repeat repeat(BulkRow row) {
        return before.rows().get(row.number());
    }

    /// What it is called how many rows wait for an approval, which depends on who has them paid.
    public String toApprove() {
        return whole.foreseen() == null
                ? texts.get("toApproveOf", file.createdBy().name())
                : texts.get("toApprove");
    }

    /// Whether a row that can be paid waits for an approval.
    public boolean willWait(BulkRow row) {
        var foreseen = whole.foreseen();
        return foreseen == null
                ? row.needsApproval() && row.state() == BulkRow.State.READY
                : foreseen.rows().contains(row.number());
    }

    /// The number of the first row that says the same, where a row is not that one.
    public @Nullable String first(BulkRow row) {
        return Optional.ofNullable(before.within().get(row.number()))
                .map(String::valueOf)
                .orElse(null);
    }

    public Map<String, String> parameters() {
        return Map.of("show", wrongOnly ? WRONG : "all");
    }

    /// Whether there is enough for the file, or for what can be paid of it.
    public boolean isCovered() {
        return whole.isCovered() || (rest != null && rest.isCovered());
    }

    /// Whether the rows are told that another file had paid: of one that says the same as all of it, that is told.
    public boolean isRepeatedTold() {
        return !before.rows().isEmpty() && before.twin() == null;
    }

    /// How a row is marked: something is wrong with it, nothing is, or it was left out on purpose.
    public String mark(BulkRow row) {
        return switch (row.state()) {
            case LEFT_OUT -> "secondary";
            case READY, FAULTY, MADE, REFUSED -> row.faults().isEmpty() ? "azure" : "red";
        };
    }

    /// Who is paid by a row, as it says it.
    public String payee(BulkRow row) {
        return List.of("ACCOUNT_NAME", "RECIPIENT_ID", "WALLET_ADDRESS").stream()
                .map(name -> row.at(Column.valueOf(name)))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("–");
    }

    public String account(BulkRow row) {
        return List.of("BANK_CODE", "ACCOUNT_NUMBER", "MEMO").stream()
                .map(name -> at(row, Column.valueOf(name), maySeeAccounts))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" · "));
    }

    /// What a row has in a column.
    ///
    /// @param whole whether it is for somebody who reads account numbers whole
    static String at(BulkRow row, Column column, boolean whole) {
        var text = row.at(column);
        return whole || text.isEmpty() || column != Column.ACCOUNT_NUMBER
                ? text
                : MaskedAccount.of(text).text();
    }

    /// What a row pays. An amount that is refused, or cannot be read, is what was typed and no sum.
    public String amount(BulkRow row) {
        if (row.amount() != null) {
            return sum(Objects.requireNonNull(row.amount()).decimal(), row);
        }
        var typed = row.at(Column.AMOUNT);
        return AmountCell.right(row, Column.AMOUNT)
                .map(amount -> sum(amount, row))
                .orElseGet(() -> typed.isEmpty() ? "–" : going.files().get("typed", typed));
    }

    private String sum(BigDecimal amount, BulkRow row) {
        return look.number(amount) + " " + unit(row);
    }

    private static String unit(BulkRow row) {
        return row.at(Column.CURRENCY) + row.at(Column.TOKEN);
    }

    /// The part that changes while the payouts are made and paid.
    public record Going(Texts texts, Texts files, Texts common, Look look, BulkFile file, Progress progress) {
        private static final List<String> STATUSES = List.of("completed", "pending", "failed", "reversed", "cancelled");

        public String path() {
            return BulkPages.PATH + "/" + file.id();
        }

        /// Where the rows stand that have a problem.
        public String wrong() {
            return path() + "?show=" + WRONG;
        }

        public List<String> statuses() {
            return STATUSES.stream().filter(status -> progress.of(status) > 0).toList();
        }

        public long waiting() {
            return progress.of(BulkRow.State.READY);
        }

        public long made() {
            return progress.of(BulkRow.State.MADE);
        }

        public long refused() {
            return progress.of(BulkRow.State.REFUSED);
        }

        public long leftOut() {
            return progress.of(BulkRow.State.LEFT_OUT);
        }

        /// How many rows were to be paid.
        public long paying() {
            return file.payable() - leftOut();
        }

        /// How many of the rows that were to be paid have ended, one way or the other.
        public long ended() {
            return refused() + made() - progress.of("pending");
        }

        public boolean isUnderWay() {
            return file.state() == SentFile.State.CONFIRMED
                    || (file.state() == SentFile.State.DONE && progress.of("pending") > 0);
        }

        /// What windows are told of it, as long as there is something to tell.
        public @Nullable String live() {
            return isUnderWay() ? "bulk:" + file.id() : null;
        }
    }
}
