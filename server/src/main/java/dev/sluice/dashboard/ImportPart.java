package dev.sluice.dashboard;

import dev.sluice.client.model.Page;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.FileImport.Progress;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.fileimport.SentFile;
import dev.sluice.sheet.Titled;
import java.util.Map;

/// Page of the rows of a file.
///
/// @param wrongOnly true if only the faulty rows are listed
public record ImportPart<C extends Enum<C> & Titled>(Page<ImportRow<C>> page, boolean wrongOnly) {
    private static final int LIMIT = 50;
    private static final int PAGE_MAX = 10_000;

    /// Returns the requested rows. The default for an unconfirmed file with faulty rows lists only those.
    public static <C extends Enum<C> & Titled> ImportPart<C> of(
            PageContext context, FileImport<C> kept, ImportFile file, Progress progress) {
        var query = context.request().query();
        boolean wrongOnly = query.text("show")
                .map("wrong"::equals)
                .orElse(file.state() == SentFile.State.READ && progress.wrong() > 0);
        int number = query.integer("page", 1, 1, PAGE_MAX);
        var rows = kept.rows(file, wrongOnly, LIMIT, (number - 1L) * LIMIT);
        var page = Paging.of(rows, number, LIMIT, wrongOnly ? progress.wrong() : file.rows());
        return new ImportPart<>(page, wrongOnly);
    }

    public Map<String, String> parameters() {
        return Map.of("show", wrongOnly ? "wrong" : "all");
    }
}
