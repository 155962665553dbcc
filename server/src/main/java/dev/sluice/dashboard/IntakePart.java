package dev.sluice.dashboard;

import dev.sluice.client.model.Page;
import dev.sluice.sheet.Titled;
import dev.sluice.sheet.file.Intake;
import dev.sluice.sheet.file.Intake.Progress;
import dev.sluice.sheet.file.IntakeFile;
import dev.sluice.sheet.file.IntakeRow;
import dev.sluice.sheet.file.SentFile;
import java.util.Map;

/// The rows of a file that a page shows.
///
/// @param wrongOnly whether the rows that can be stored are left out
public record IntakePart<C extends Enum<C> & Titled>(Page<IntakeRow<C>> page, boolean wrongOnly) {
    private static final int LIMIT = 50;
    private static final int PAGE_MAX = 10_000;

    /// Those that are asked for: at first what is wrong with a file that is not confirmed.
    public static <C extends Enum<C> & Titled> IntakePart<C> of(
            Visit visit, Intake<C> kept, IntakeFile file, Progress progress) {
        var query = visit.request().query();
        boolean wrongOnly = query.text("show")
                .map("wrong"::equals)
                .orElse(file.state() == SentFile.State.READ && progress.wrong() > 0);
        int number = query.integer("page", 1, 1, PAGE_MAX);
        var rows = kept.rows(file, wrongOnly, LIMIT, (number - 1L) * LIMIT);
        var page = Paging.of(rows, number, LIMIT, wrongOnly ? progress.wrong() : file.rows());
        return new IntakePart<>(page, wrongOnly);
    }

    public Map<String, String> parameters() {
        return Map.of("show", wrongOnly ? "wrong" : "all");
    }
}
