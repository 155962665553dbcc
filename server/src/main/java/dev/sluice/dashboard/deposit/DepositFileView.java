package dev.sluice.dashboard.deposit;

import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.ImportPart;
import dev.sluice.dashboard.ImportProgress;
import dev.sluice.fileimport.AmountCell;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.fileimport.deposit.DepositColumn;
import dev.sluice.page.Texts;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Page of a deposit file: its rows, their problems and their results.
///
/// @param statuses statuses of the deposits that were created from the rows, by their ids
/// @param twin another confirmed file with the same content, if any
/// @param problem reason why the file was not confirmed
public record DepositFileView(
        Frame frame,
        Texts texts,
        Formats formats,
        ImportFile file,
        ImportPart<DepositColumn> part,
        Map<UUID, String> statuses,
        List<CreatedDeposits> created,
        @Nullable ImportFile twin,
        boolean mayAct,
        @Nullable String problem,
        ImportProgress progress) {
    public DepositFileView {
        statuses = Map.copyOf(statuses);
        created = List.copyOf(created);
    }

    /// Link to the deposits that were created from the file.
    public record CreatedDeposits(String name, String path, long count) {}

    public String path() {
        return progress.path();
    }

    public String pathOf(ImportFile other) {
        return DepositFilePages.PATH + "/" + other.id();
    }

    /// Returns the amount that a row's payer pays. A rejected or unreadable amount is returned as typed.
    public String amount(ImportRow<DepositColumn> row) {
        var typed = row.at(DepositColumn.AMOUNT);
        return AmountCell.right(row, DepositColumn.AMOUNT)
                .map(amount -> formats.money(amount, row.at(DepositColumn.INPUT_CURRENCY)))
                .orElseGet(() -> typed.isEmpty() ? "–" : progress.files().get("typed", typed));
    }

    /// Returns the code of a row's payment method.
    public String method(ImportRow<DepositColumn> row) {
        var text = row.at(DepositColumn.PAYMENT_METHOD);
        return text.isEmpty() ? "–" : text;
    }

    /// Returns the credited currency of a row, by default that of the payment.
    public String output(ImportRow<DepositColumn> row) {
        var text = row.at(DepositColumn.OUTPUT_CURRENCY);
        return formats.unit(text.isEmpty() ? row.at(DepositColumn.INPUT_CURRENCY) : text);
    }
}
