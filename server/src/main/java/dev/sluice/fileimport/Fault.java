package dev.sluice.fileimport;

import dev.sluice.sheet.CellFault;
import dev.sluice.sheet.Grid.Row;
import dev.sluice.sheet.Titled;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Fault of a cell, as a code and a message.
public record Fault<C extends Titled>(C column, String code, String message) {
    /// The row itself has no fault.
    public static final String OTHER_REFUSED = "OTHER_ROW_REFUSED";

    /// The spreadsheet hides the row, and the confirming user left hidden rows out.
    public static final String HIDDEN = "ROW_HIDDEN";

    /// Codes of faults that concern a whole row, regardless of their column.
    private static final Set<String> OF_ROW =
            Set.of("FILE_STOPPED", "CONFIRMER_GONE", "ROW_REPEATED", CellFault.SURPLUS, HIDDEN, OTHER_REFUSED);

    public boolean isOfRow() {
        return OF_ROW.contains(code);
    }

    /// Returns the faults of a row that were found while reading, before its values are validated.
    ///
    /// @param column column that carries faults of the whole row
    public static <C extends Titled> List<Fault<C>> of(Row<C> row, C column) {
        var faults = new ArrayList<Fault<C>>();
        var surplus = row.surplus();
        if (surplus != null) {
            faults.add(new Fault<>(column, surplus.code(), surplus.message()));
        }
        row.faults().forEach((at, fault) -> add(faults, new Fault<>(at, fault.code(), fault.message())));
        return faults;
    }

    /// Adds a fault of a cell unless it has one. The first fault is enough, because later ones may follow from it.
    public static <C extends Titled> void add(List<Fault<C>> all, Fault<C> fault) {
        if (all.stream().noneMatch(each -> each.column().equals(fault.column()))) {
            all.add(fault);
        }
    }
}
