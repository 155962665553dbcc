package dev.sluice.dashboard;

import dev.sluice.auth.Caller;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.FileImport.Consent;
import dev.sluice.fileimport.Hidden;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportFile.Person;
import dev.sluice.fileimport.ImportFiles;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.refusal.Refusal;
import dev.sluice.sheet.Unreadable;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Pages of one kind of file of rows: upload, review, correction, confirmation, progress and result.
///
/// @param path path of the upload, and prefix of each file's page
/// @param bundle name of the texts of this kind of file
/// @param permission permission to upload and confirm
/// @param kind parts of the pages that differ by kind of file
public record Uploads(String path, String bundle, Permission permission, ImportFiles files, Kind kind) {
    /// Name of the texts that all kinds of files share.
    public static final String FILES = "dashboard.files";

    private static final int LATEST = 10;

    /// Parts of the pages that differ by kind of file.
    public interface Kind {
        /// Renders the upload page.
        Answer start(PageContext context, int status, Problems problems);

        /// Exports a template file with the columns and example rows.
        Answer template(PageContext context);

        /// Parses and stores the rows of a file.
        ///
        /// @param replaced file that this one corrects and that is deleted
        ImportFile read(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable;

        /// Renders the page of a file.
        ///
        /// @param problem reason why the file was not confirmed or stopped
        Answer show(PageContext context, ImportFile file, int status, @Nullable String problem);

        /// Confirms a file.
        ///
        /// @return reason why the file was not confirmed, if it was not
        Optional<String> confirm(PageContext context, ImportFile file);

        /// Exports the results of a file, row by row.
        Answer result(PageContext context, ImportFile file);
    }

    /// @param view permission to see the files
    public List<Route> routes(DashboardGuard guard, Permission view) {
        var file = path + "/{id}";
        return List.of(
                guard.page(path, view, context -> kind.start(context, 200, Problems.none())),
                guard.page(path + "/template", permission, kind::template),
                guard.action(path, permission, this::upload),
                guard.page(file, view, context -> kind.show(context, file(context), 200, null)),
                guard.export(file + "/result", view, context -> kind.result(context, file(context))),
                guard.action(file + "/confirm", permission, this::confirm),
                guard.action(file + "/stop", permission, OptionalReason.optional(this::stop)),
                guard.action(file + "/discard", permission, OptionalReason.optional(this::discard)));
    }

    public ImportStartPage startPage(PageContext context, Problems problems) {
        return new ImportStartPage(
                context.texts(bundle),
                context.texts(FILES),
                context.formats(),
                path,
                context.may(permission),
                problems,
                correctedFile(context).orElse(null),
                latest(context));
    }

    private ImportStartPage.Latest latest(PageContext context) {
        var before =
                context.request().query().text("before").flatMap(Ids::parse).orElse(null);
        var found = files.latest(context.caller().organizationId(), before, LATEST + 1);
        boolean more = found.size() > LATEST;
        return new ImportStartPage.Latest(
                more ? found.subList(0, LATEST) : found,
                before != null,
                more ? found.get(LATEST - 1).id() : null);
    }

    /// Returns the file that the refused upload was to correct. The next upload corrects it too; otherwise both
    /// files would exist and could both be confirmed.
    private Optional<ImportFile> correctedFile(PageContext context) {
        return context.request().method() == Method.POST
                ? replaced(context)
                        .flatMap(id -> files.find(context.caller().organizationId(), id))
                        .filter(file -> file.state() == ImportFile.State.READ)
                : Optional.empty();
    }

    private static Optional<UUID> replaced(PageContext context) {
        return context.form().text("replaces").flatMap(Ids::parse);
    }

    private Answer upload(PageContext context) {
        var upload = context.upload("file");
        if (upload.isEmpty()) {
            return refused(context, context.texts(FILES).get("noFile"));
        }
        try {
            var file = kind.read(
                    context.caller(), upload.get().name(), upload.get().bytes(), replaced(context));
            context.recordCreated(file.id().toString());
            return context.redirect(pathOf(file));
        } catch (Unreadable unreadable) {
            return refused(context, context.texts(FILES).get("unreadable." + unreadable.reason(), unreadable.detail()));
        }
    }

    private Answer refused(PageContext context, String reason) {
        return kind.start(context, 400, Problems.of("file", reason));
    }

    private Answer discard(PageContext context) {
        files.discard(file(context));
        return context.redirect(path, context.texts(FILES).get("discarded"));
    }

    private Answer confirm(PageContext context) {
        var file = file(context);
        return kind.confirm(context, file)
                .map(problem -> kind.show(context, file, 409, problem))
                .orElseGet(() -> context.redirect(pathOf(file)));
    }

    /// Stops the processing of a file. A repeated request is no error.
    private Answer stop(PageContext context) {
        var file = file(context);
        if (files.stop(file, Person.of(context.caller())) || file(context).stoppedBy() != null) {
            return context.redirect(pathOf(file), context.texts(FILES).get("stopped"));
        }
        return kind.show(context, file(context), 409, context.texts(FILES).get("nothingToStop"));
    }

    /// Confirms a file of recipients or deposits, with the consent in the form.
    ///
    /// @return reason why the file was not confirmed, if it was not
    public Optional<String> confirmed(PageContext context, FileImport<?> imports, ImportFile file) {
        var form = context.form();
        var consent = new Consent(
                form.text("skipFaulty").isPresent(),
                form.text("duplicates").isPresent(),
                Hidden.of(form.text("hiddenRows")));
        var texts = context.texts(bundle);
        return switch (imports.confirm(context.caller(), file, consent)) {
            case CONFIRMED -> Optional.empty();
            case FAULTY -> Optional.of(texts.get("stillWrong"));
            case DONE_BEFORE -> Optional.of(texts.get("stillDoneBefore"));
            case HIDDEN -> Optional.of(context.texts(FILES).get("stillHidden"));
            case NOTHING -> Optional.of(texts.get("nothing"));
        };
    }

    /// Returns the progress of a file of recipients or deposits.
    ///
    /// @param live kind of live event that announces it
    public ImportProgress progress(PageContext context, String live, ImportFile file, FileImport.Progress progress) {
        return new ImportProgress(
                context.texts(bundle), context.texts(FILES), context.formats(), pathOf(file), live, file, progress);
    }

    /// Returns the file in the address, of the visitor's organization.
    private ImportFile file(PageContext context) {
        var id = context.request().id("id", Refusal.NOT_FOUND);
        return files.find(context.caller().organizationId(), id).orElseThrow(Refusal.NOT_FOUND::refused);
    }

    public String pathOf(ImportFile file) {
        return path + "/" + file.id();
    }
}
