package dev.sluice.dashboard.deposit;

import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Going;
import dev.sluice.dashboard.IntakePart;
import dev.sluice.dashboard.Look;
import dev.sluice.deposit.intake.DepositColumn;
import dev.sluice.page.Texts;
import dev.sluice.sheet.file.AmountCell;
import dev.sluice.sheet.file.IntakeFile;
import dev.sluice.sheet.file.IntakeRow;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A file of deposits: its rows, what is wrong with them, and what became of them.
///
/// @param statuses of the deposits that were made of the rows, by their ids
/// @param twin another file that says the same and was confirmed before, if there is one
/// @param problem why it was not confirmed
public record DepositFileView(
        Frame frame,
        Texts texts,
        Look look,
        IntakeFile file,
        IntakePart<DepositColumn> part,
        Map<UUID, String> statuses,
        List<Made> made,
        @Nullable IntakeFile twin,
        boolean mayAct,
        @Nullable String problem,
        Going going) {
    public DepositFileView {
        statuses = Map.copyOf(statuses);
        made = List.copyOf(made);
    }

    /// Deposits that were made of the file, and where they are listed.
    public record Made(String name, String path, long count) {}

    public String path() {
        return going.path();
    }

    public String pathOf(IntakeFile other) {
        return DepositFilePages.PATH + "/" + other.id();
    }

    /// What a payer pays by a row. An amount that is refused, or cannot be read, is what was typed and no sum.
    public String amount(IntakeRow<DepositColumn> row) {
        var typed = row.at(DepositColumn.AMOUNT);
        return AmountCell.right(row, DepositColumn.AMOUNT)
                .map(amount -> look.money(amount, row.at(DepositColumn.INPUT_CURRENCY)))
                .orElseGet(() -> typed.isEmpty() ? "–" : going.files().get("typed", typed));
    }

    /// The code of the method that a row names.
    public String method(IntakeRow<DepositColumn> row) {
        var said = row.at(DepositColumn.PAYMENT_METHOD);
        return said.isEmpty() ? "–" : said;
    }

    /// What is credited by a row: what is paid, where it says nothing else.
    public String output(IntakeRow<DepositColumn> row) {
        var said = row.at(DepositColumn.OUTPUT_CURRENCY);
        return look.unit(said.isEmpty() ? row.at(DepositColumn.INPUT_CURRENCY) : said);
    }
}
