package dev.sluice.sheet.file;

import dev.sluice.sheet.CellFault;
import dev.sluice.sheet.Grid.Row;
import dev.sluice.sheet.Titled;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What is wrong with a cell, by a code and in words.
public record Fault<C extends Titled>(C column, String code, String message) {
    /// Nothing is wrong with the row itself.
    public static final String OTHER_REFUSED = "OTHER_ROW_REFUSED";

    /// The spreadsheet does not show the row, and whoever confirmed the file left such rows out.
    public static final String HIDDEN = "ROW_HIDDEN";

    /// The codes of what is said of a whole row, at whichever of its cells that stands.
    private static final Set<String> OF_ROW =
            Set.of("FILE_STOPPED", "CONFIRMER_GONE", "ROW_REPEATED", CellFault.SURPLUS, HIDDEN, OTHER_REFUSED);

    public boolean isOfRow() {
        return OF_ROW.contains(code);
    }

    /// The faults of a row as it was read, before anything is asked of its values.
    ///
    /// @param column at which a fault of the whole row stands
    public static <C extends Titled> List<Fault<C>> of(Row<C> row, C column) {
        var faults = new ArrayList<Fault<C>>();
        var surplus = row.surplus();
        if (surplus != null) {
            faults.add(new Fault<>(column, surplus.code(), surplus.message()));
        }
        row.faults().forEach((at, fault) -> add(faults, new Fault<>(at, fault.code(), fault.message())));
        return faults;
    }

    /// Adds what is wrong with a cell to what is wrong with its row. The first fault of a cell is enough: what follows
    /// from it would only confuse.
    public static <C extends Titled> void add(List<Fault<C>> all, Fault<C> fault) {
        if (all.stream().noneMatch(each -> each.column().equals(fault.column()))) {
            all.add(fault);
        }
    }
}
