package dev.sluice.sheet.file;

import dev.sluice.sheet.Titled;
import java.util.List;

/// What is wrong with a cell, by a code and in words.
public record Fault<C extends Titled>(C column, String code, String message) {
    /// Adds what is wrong with a cell to what is wrong with its row. The first fault of a cell is enough: what follows
    /// from it would only confuse.
    public static <C extends Titled> void add(List<Fault<C>> all, Fault<C> fault) {
        if (all.stream().noneMatch(each -> each.column().equals(fault.column()))) {
            all.add(fault);
        }
    }
}
