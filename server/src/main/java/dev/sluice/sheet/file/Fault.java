package dev.sluice.sheet.file;

import dev.sluice.sheet.Titled;
import java.util.List;
import java.util.Set;

/// What is wrong with a cell, by a code and in words.
public record Fault<C extends Titled>(C column, String code, String message) {
    /// Nothing is wrong with the row itself.
    public static final String OTHER_REFUSED = "OTHER_ROW_REFUSED";

    /// The codes of what is said of a whole row, at whichever of its cells that stands.
    private static final Set<String> OF_ROW = Set.of("FILE_STOPPED", "CONFIRMER_GONE", "ROW_REPEATED", OTHER_REFUSED);

    public boolean isOfRow() {
        return OF_ROW.contains(code);
    }

    /// Adds what is wrong with a cell to what is wrong with its row. The first fault of a cell is enough: what follows
    /// from it would only confuse.
    public static <C extends Titled> void add(List<Fault<C>> all, Fault<C> fault) {
        if (all.stream().noneMatch(each -> each.column().equals(fault.column()))) {
            all.add(fault);
        }
    }
}
