package dev.sluice.dashboard;

import dev.sluice.client.model.Page;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.FileImport.Progress;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.sheet.Titled;
import java.util.Map;

/// Page of the rows of a file.
///
/// @param wrongOnly true if only the rows that do not become an object are listed
/// @param wrong query value that lists only these
public record ImportPart<C extends Enum<C> & Titled>(Page<ImportRow<C>> page, boolean wrongOnly, String wrong) {
    private static final int LIMIT = 50;
    private static final int PAGE_MAX = 10_000;

    /// Returns the requested rows. The default for an unconfirmed file with faulty rows lists only those.
    public static <C extends Enum<C> & Titled> ImportPart<C> of(
            PageContext context, FileImport<C> imports, ImportFile file, Progress progress) {
        boolean isWrong = file.state() == ImportFile.State.READ && progress.wrong() > 0;
        return of(context, imports, file, progress, "wrong", isWrong);
    }

    /// Returns the requested rows.
    ///
    /// @param isWrong true if only the rows that do not become an object are listed by default
    public static <C extends Enum<C> & Titled> ImportPart<C> of(
            PageContext context,
            FileImport<C> imports,
            ImportFile file,
            Progress progress,
            String wrong,
            boolean isWrong) {
        var query = context.request().query();
        boolean wrongOnly = query.text("show").map(wrong::equals).orElse(isWrong);
        int number = query.integer("page", 1, 1, PAGE_MAX);
        var rows = imports.rows(file, wrongOnly, LIMIT, (number - 1L) * LIMIT);
        var page = Paging.of(rows, number, LIMIT, wrongOnly ? progress.wrong() : file.rows());
        return new ImportPart<>(page, wrongOnly, wrong);
    }

    public Map<String, String> parameters() {
        return Map.of("show", wrongOnly ? wrong : "all");
    }
}
